/// A call to hand to CallKit. Whoever gets one has claimed the call, and settles it with CallKit's answer.
public struct CallReport: Sendable {
  /// How a report ended.
  public enum Outcome: String, Sendable {
    /// CallKit took it.
    case accepted
    /// CallKit's answer is no and will not change: a missing entitlement, the wrong process.
    case refused
    /// Any other error, or the extension's time ran out before CallKit answered.
    case failed
  }

  /// What CallKit gets.
  public let payload: CallReportPayload
  /// What is shown where CallKit does not take it.
  public let otherwise: NotificationContent
  let key: CallKey
}

/// The dictionary for `CXProvider.reportNewIncomingVoIPPushPayload`: always a property list, with no null at any depth.
public struct CallReportPayload: Sendable, Equatable {
  /// The members, in the format's order.
  public let members: JSONObject

  init(of event: Event, _ call: Event.Call, sender: Thumbprint?, recipient: Thumbprint, sealed: String) {
    members = CallPayload.object(of: event, call, sender: sender, recipient: recipient, sealed: sealed)
  }

  /// The dictionary itself: `String`, `Int` and `Bool`, and in `data` arrays and dictionaries of them. It is made for
  /// each use, since `Any` can not be sent between threads.
  public var dictionary: [AnyHashable: Any] {
    Dictionary(uniqueKeysWithValues: members.propertyList.map { (AnyHashable($0.key), $0.value) })
  }
}
