/// What is wrong with bytes, text or values that should be of CallSeal's format.
///
/// Equal by `code` alone. `reason` is for people; it holds no byte of a key, a plaintext or a payload.
public struct FormatError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of fault. New ones may be added, so a `switch` over them needs a `default`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as a word, as the command line prints it.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Text that is not base64url as the format takes it.
    public static let encoding = Code(rawValue: "encoding")
    /// An envelope of a length that no bucket gives.
    public static let length = Code(rawValue: "length")
    /// An envelope of a version this library does not know.
    public static let version = Code(rawValue: "version")
    /// Padding that is not one 0x80 and zeros.
    public static let padding = Code(rawValue: "padding")
    /// A plaintext whose first byte is unknown or whose fields are cut short.
    public static let plaintext = Code(rawValue: "plaintext")
    /// Bytes that are not JSON in the I-JSON profile (RFC 7493).
    public static let json = Code(rawValue: "json")
    /// JSON that is not an event, or values that can not be one.
    public static let event = Code(rawValue: "event")
    /// A key that can not be read or must not be used.
    public static let key = Code(rawValue: "key")
    /// A key of the published test vectors, whose private half everybody has.
    public static let testKey = Code(rawValue: "test-key")
    /// A text that is not an app's bundle identifier.
    public static let audience = Code(rawValue: "audience")
  }

  /// The kind of fault.
  public let code: Code
  /// One sentence for a person.
  public let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Compares the codes; reasons are words and may change.
  public static func == (a: FormatError, b: FormatError) -> Bool { a.code == b.code }

  /// The reason.
  public var description: String { reason }
}
