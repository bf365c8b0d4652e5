/// What an app does with the dictionary that its PushKit delegate gets.
public enum IncomingPush: Sendable, Equatable {
  /// Report the call, and let it ring until its end is known, or `PayloadReader.isOver` says that its time is over.
  case ring(IncomingCall)
  /// Report a call that nobody sees and end it at once: the system wants a report for every push, and there is no call.
  case reportAndEnd(PhantomCall)
  /// Nothing: the system has said that this push need not be reported. The missed call is still owed, where there is
  /// one.
  case nothingToReport(missedCall: NotificationContent?)
  /// It is not CallSeal's: the app's own code has to report.
  case notOurs
}

/// A call that is reported only because something must be.
public struct PhantomCall: Sendable, Equatable {
  /// What CallKit is told, by the numbers of `CXCallEndedReason`.
  public enum EndReason: Int, Sendable {
    /// Something was wrong with the push.
    case failed = 1
    /// The caller gave up.
    case remoteEnded = 2
    /// It came too late.
    case unanswered = 3
    /// Another device of the user took it.
    case answeredElsewhere = 4
    /// Another device of the user refused it.
    case declinedElsewhere = 5

    init(_ reason: Event.CallEnd.Reason?) {
      switch reason {
      case .answeredElsewhere: self = .answeredElsewhere
      case .declinedElsewhere: self = .declinedElsewhere
      case .cancelled, .failed, nil: self = .remoteEnded
      }
    }
  }

  /// A fresh random UUID, never the call's, so that ending it can never end a call that lives.
  public let id: EventID
  /// What CallKit is told.
  public let reason: EndReason
  /// The missed call to show, where none was shown yet.
  public let missedCall: NotificationContent?
  /// What to name the request that shows it, so that it is shown once and found again.
  public let requestIdentifier: String?

  init(_ reason: EndReason, missedCall: NotificationContent? = nil, of key: CallKey? = nil) {
    id = EventID.randomOrUnique()
    self.reason = reason
    self.missedCall = missedCall
    requestIdentifier = key?.requestIdentifier
  }
}
