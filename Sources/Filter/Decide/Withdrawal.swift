/// A missed call that is to be taken away again, since another device of the user's took the call or refused it.
public struct Withdrawal: Sendable, Equatable {
  /// The call.
  public let id: EventID
  /// What the request is named that shows its missed call, where the app or the extension could name it.
  public let requestIdentifier: String
  /// Who called, if the end says so.
  public let handle: Handle?

  /// Picks the missed call among the notifications that are shown.
  ///
  /// An extension cannot choose the identifier of the notification it shows, and `userInfo` names no sender. So there the
  /// id has to do, and if several senders use it, the caller's handle. What cannot be told apart: two senders with one id
  /// whose calls have the same handle, or an end that names none. Such an end takes away the other one's missed call too.
  ///
  /// - Parameter shown: For each notification the `identifier` of its request, and the `userInfo` of its content.
  /// - Returns: The identifiers to remove; none if it is not shown any more.
  public func identifiers(among shown: [(identifier: String, userInfo: [AnyHashable: Any])]) -> [String] {
    let candidates = shown.filter { shown in
      if shown.identifier.hasPrefix(CallKey.requestPrefix) { return shown.identifier == requestIdentifier }
      return (shown.userInfo["id"] as? String).flatMap(EventID.init(parsing:)) == id
    }
    let exact = candidates.filter { shown in
      handle != nil && shown.userInfo["handle"] as? String == handle?.value
        && shown.userInfo["handleType"] as? String == handle?.kind.rawValue
    }
    return (exact.isEmpty ? candidates : exact).map(\.identifier)
  }
}

extension Decision {
  /// The missed call that is to be taken away; nothing unless `withdrawsMissedCall`.
  public var withdrawal: Withdrawal? {
    guard withdrawsMissedCall, let event = event?.event, case .callEnded(let end) = event.content,
      let identifier = self.event?.requestIdentifier
    else { return nil }
    return Withdrawal(id: event.id, requestIdentifier: identifier, handle: end.handle)
  }
}
