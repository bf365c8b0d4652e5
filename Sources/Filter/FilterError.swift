/// A configuration that could not be right. Equal by `code` alone; `reason` holds no byte of a key.
public struct FilterError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of fault. New ones may be added, so a `switch` over them needs a `default`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as a word.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// More than four keys share one key id.
    public static let tooManyKeys = Code(rawValue: "too-many-keys")
  }

  /// The kind of fault.
  public let code: Code
  /// One sentence for a person.
  public let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Compares the codes.
  public static func == (a: FilterError, b: FilterError) -> Bool { a.code == b.code }

  /// The reason.
  public var description: String { reason }
}
