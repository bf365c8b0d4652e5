/// What a filter takes and shows. The defaults are the safe ones.
public struct FilterPolicy: Sendable {
  /// What a report that CallKit refused, or that failed, becomes.
  public enum Refusal: Sendable {
    /// A missed call.
    case missedCall
    /// An incoming call with the ringtone's sound, for an app that cannot have the filtering entitlement. The call's
    /// later end still gives the missed call.
    case incomingCall
  }

  /// Whether a push without a `sealed` member gets the fallback instead of passing through.
  public var requiresSealed = false
  /// Whether events that nobody trusted has signed are taken, as ones without a sender.
  public var acceptsUnsigned = false
  /// Whether the app's reader takes a call whose members are in the clear, from a server that encrypts nothing. Anyone
  /// who holds the VoIP token can then ring the phone.
  public var acceptsCallsInTheClear = false
  /// How long after its `expires` an extension still reports a call, in milliseconds: clocks differ, extensions start
  /// slowly. The app, which starts after it, lets it ring for 15 s more. A negative one counts as 0.
  public var tolerance: Int64 = 30_000
  /// Whether notices about calls leave out name and handle.
  public var hidesCaller = false
  /// What a report that CallKit refused becomes.
  public var refusal = Refusal.missedCall
  /// The policy's own word on an event that opened: who may say what, such as a contact's key with that contact's
  /// handle. It may be called on several threads at once.
  public var accepts: @Sendable (OpenedEvent) -> Bool = { _ in true }

  /// The defaults.
  public init() {}

  /// How far ahead of the clock `sent` may be, in milliseconds: 24 hours.
  static let furthestAhead: Int64 = 24 * 3600 * 1000

  /// The last millisecond at which a call that expires at `expires` is of use, `grace` milliseconds more allowed. The sums
  /// saturate.
  func limit(of expires: UnixTime, grace: Int64 = 0) -> UnixTime {
    expires.adding(max(0, tolerance)).adding(grace)
  }

  /// Whether a call is of use at `now`, `grace` milliseconds more allowed.
  func isInTime(_ event: Event, now: UnixTime, grace: Int64 = 0) -> Bool {
    now <= limit(of: event.expires, grace: grace) && event.sent <= now.adding(Self.furthestAhead)
  }
}
