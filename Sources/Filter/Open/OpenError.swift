/// Why an envelope did not open. To the phone's user all of these look the same; `stage` is for a developer.
public struct OpenError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The step at which a reader stopped, in the order in which it looks. New ones may be added.
  public struct Stage: RawRepresentable, Hashable, Sendable {
    /// The stage as a word, as the command line's `--explain` prints it.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Text that is too long or not base64url as the format takes it, or no text.
    public static let encoding = Stage(rawValue: "encoding")
    /// A version that is not 1.
    public static let version = Stage(rawValue: "version")
    /// A length that no bucket gives.
    public static let length = Stage(rawValue: "length")
    /// No key with the id, or keys that cannot be read now.
    public static let key = Stage(rawValue: "key")
    /// An encapsulated key that is not canonical, or of low order.
    public static let encapsulation = Stage(rawValue: "encapsulation")
    /// A tag that does not verify: another key, another audience, or altered bytes.
    public static let tag = Stage(rawValue: "tag")
    /// Padding that is not one 0x80 and zeros.
    public static let padding = Stage(rawValue: "padding")
    /// An unknown first byte, or fields cut short.
    public static let plaintext = Stage(rawValue: "plaintext")
    /// Nobody signed, or nobody who is trusted, or trust that cannot be read now.
    public static let sender = Stage(rawValue: "sender")
    /// A known sender's signature that does not verify.
    public static let signature = Stage(rawValue: "signature")
    /// A body that is not the JSON of an event.
    public static let body = Stage(rawValue: "body")
    /// The policy's own check said no.
    public static let policy = Stage(rawValue: "policy")
  }

  /// What a filter gives as its reason.
  public let reason: DecisionReason
  /// Where the reader stopped.
  public let stage: Stage
  /// One sentence for a developer; it holds no byte of a key or a plaintext.
  public let explanation: String

  init(_ reason: DecisionReason, _ stage: Stage, _ explanation: String) {
    self.reason = reason
    self.stage = stage
    self.explanation = explanation
  }

  /// Compares reason and stage.
  public static func == (a: OpenError, b: OpenError) -> Bool { a.reason == b.reason && a.stage == b.stage }

  /// The stage and the explanation.
  public var description: String { "\(stage.rawValue): \(explanation)" }
}
