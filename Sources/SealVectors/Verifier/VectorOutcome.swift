/// How a vector ended.
package enum VectorOutcome: Equatable, Sendable {
  case passed
  case failed(expected: String, got: String)
}
