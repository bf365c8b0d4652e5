/// What an event is, as its `kind` says. A kind of a later version is none of the four, and never a call.
public struct EventKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The word in the body.
  public let rawValue: String

  /// Wraps a word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An incoming call.
  public static let call = EventKind(rawValue: "call")
  /// The end of a call, under the call's id.
  public static let callEnded = EventKind(rawValue: "call-ended")
  /// Something to show.
  public static let notification = EventKind(rawValue: "notification")
  /// Something for the app alone.
  public static let data = EventKind(rawValue: "data")

  /// The word.
  public var description: String { rawValue }
}
