/// There is no configuration: `makeConfiguration` was not overridden.
public struct ConfigurationMissing: Error {
  package init() {}
}
