/// Why a decision is what it is: a word of the format's table (§5), the same on every platform and in every log.
public struct DecisionReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word.
  public let rawValue: String

  /// Wraps a word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The push has no `sealed` member.
  public static let notSealed = DecisionReason(rawValue: "not-sealed")
  /// `sealed` is not the text of an envelope.
  public static let malformed = DecisionReason(rawValue: "malformed")
  /// An envelope of a version that this library does not read.
  public static let unsupportedVersion = DecisionReason(rawValue: "unsupported-version")
  /// A key or a trust entry that is needed cannot be read now.
  public static let keysUnavailable = DecisionReason(rawValue: "keys-unavailable")
  /// No key has the envelope's key id.
  public static let unknownKey = DecisionReason(rawValue: "unknown-key")
  /// The envelope did not open, or what it held was not an event.
  public static let openFailed = DecisionReason(rawValue: "open-failed")
  /// Nobody trusted signed it, or the policy's own check said no.
  public static let untrustedSender = DecisionReason(rawValue: "untrusted-sender")
  /// An event of a kind that this version does not know.
  public static let unknownKind = DecisionReason(rawValue: "unknown-kind")
  /// It came after it was of use.
  public static let expired = DecisionReason(rawValue: "expired")
  /// It was here before.
  public static let duplicate = DecisionReason(rawValue: "duplicate")
  /// A notification.
  public static let notification = DecisionReason(rawValue: "notification")
  /// Data for the app alone.
  public static let data = DecisionReason(rawValue: "data")
  /// A call that rings.
  public static let call = DecisionReason(rawValue: "call")
  /// A call that is over, or the end of one.
  public static let ended = DecisionReason(rawValue: "ended")
  /// A call ended before it rang.
  public static let missed = DecisionReason(rawValue: "missed")

  /// The word.
  public var description: String { rawValue }
}
