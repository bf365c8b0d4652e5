/// Why nothing was sealed. Equal by `code` alone; `reason` holds no byte of a key or an event.
public struct SealError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of refusal. New ones may be added, so a `switch` over them needs a `default`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as a word, as the command line prints it.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The event could not be valid where it arrives.
    public static let invalidEvent = Code(rawValue: "invalid-event")
    /// The event is of a kind this version does not know.
    public static let unknownKind = Code(rawValue: "unknown-kind")
    /// More bytes than fit; `bytesOver` says how many.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The push's visible text would not start the extension.
    public static let invalidAlert = Code(rawValue: "invalid-alert")
    /// A device token that APNs would not take.
    public static let invalidToken = Code(rawValue: "invalid-token")
    /// A push that APNs would refuse, or that would start no extension.
    public static let invalidRequest = Code(rawValue: "invalid-request")
    /// The cryptographic library failed.
    public static let cryptography = Code(rawValue: "cryptography")
  }

  /// The kind of refusal.
  public let code: Code
  /// One sentence for a person.
  public let reason: String
  /// For `tooLarge`: by how many bytes.
  public let bytesOver: Int?

  init(_ code: Code, _ reason: String, bytesOver: Int? = nil) {
    self.code = code
    self.reason = reason
    self.bytesOver = bytesOver
  }

  /// Compares the codes; reasons are words and may change.
  public static func == (a: SealError, b: SealError) -> Bool { a.code == b.code }

  /// The reason.
  public var description: String { reason }
}
