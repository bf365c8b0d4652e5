/// A file that is not what a file of vectors has to be: no JSON, a member that is missing, unknown or of the wrong
/// type, a count that is not true.
package struct VectorFault: Error, Equatable, Sendable, CustomStringConvertible {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  package var description: String { reason }
}
