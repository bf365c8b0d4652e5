import SealEnvelope

/// The words that an extension shows of its own; the place to replace them, or to look them up in the user's language.
///
/// A title with nothing visible in it, as a missing translation may be, is not taken: the English one is shown.
public struct Wording: Sendable, Equatable {
  /// The title where nothing of the push may be shown.
  public var fallbackTitle = "New activity" { didSet { fill(\.fallbackTitle, "New activity") } }
  /// The text where nothing of the push may be shown.
  public var fallbackBody = "Open the app to see it."
  /// The title of a missed call; its text is the name or the handle.
  public var missedCallTitle = "Missed call" { didSet { fill(\.missedCallTitle, "Missed call") } }
  /// The title of a call that CallKit may not show.
  public var incomingCallTitle = "Incoming call" { didSet { fill(\.incomingCallTitle, "Incoming call") } }
  /// The category of a missed call, for its actions.
  public var missedCallCategory = "callseal.missed-call"
  /// The category of a call that CallKit may not show.
  public var incomingCallCategory = "callseal.incoming-call"

  /// The English words.
  public init() {}

  private mutating func fill(_ title: WritableKeyPath<Wording, String>, _ english: String) {
    if !DisplayText.isVisible(self[keyPath: title]) { self[keyPath: title] = english }
  }
}
