import SealPlatform

/// What several threads write down.
final class Box<Value: Sendable>: Sendable {
  private let content: Locked<Value>

  init(_ value: Value) { content = Locked(value) }

  var value: Value { content.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) { content.withLock { body(&$0) } }
}
