/// What an extension does with a push: exactly one action, and why.
public struct Decision: Sendable {
  /// The four things there are to do.
  public enum Action: Sendable {
    /// Hand the payload to CallKit, then `settle` with its answer, and only then finish.
    case report(CallReport)
    /// Show this.
    case notify(NotificationContent)
    /// Show nothing.
    case suppress
    /// Not CallSeal's: leave the push as it is.
    case passThrough
  }

  /// What to do.
  public let action: Action
  /// Why.
  public let reason: DecisionReason
  /// The event, where it opened.
  public let event: OpenedEvent?
  /// Whether the missed call that was shown for the event's id is to be taken away again.
  public let withdrawsMissedCall: Bool
  /// Whether the ledger could be read and written; where not, it acted as empty, or as it could be read.
  public let ledgerIsAvailable: Bool

  init(
    _ action: Action, _ reason: DecisionReason, event: OpenedEvent? = nil, withdrawsMissedCall: Bool = false,
    ledgerIsAvailable: Bool = true
  ) {
    self.action = action
    self.reason = reason
    self.event = event
    self.withdrawsMissedCall = withdrawsMissedCall
    self.ledgerIsAvailable = ledgerIsAvailable
  }

  /// The data of an event of that kind, where it is new and of use. A call's is in the payload, a notification's in the
  /// content.
  public var data: JSONObject? { reason == .data ? event?.event?.data : nil }
}
