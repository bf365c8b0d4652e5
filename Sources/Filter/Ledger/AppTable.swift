/// What the app does to the ledger: it owns a call from the moment it reads the payload.
extension LedgerState {
  /// What a payload that the app reads comes to.
  enum Reception: Equatable {
    case ring
    /// The end is known; whether the call's missed call is still owed.
    case ended(Event.CallEnd.Reason?, isMissed: Bool)
    /// It came too late; whether the call's missed call is still owed.
    case expired(isMissed: Bool)
  }

  /// The app reads a call's payload: reported where it rings.
  mutating func receive(_ key: CallKey, inTime: Bool) -> Reception {
    var record = self[key] ?? CallRecord(key: key, phase: .late)
    record.wasOffered = true
    defer { self[key] = record }
    if record.phase == .ended {
      // The extension shows nothing at the end of a call whose report was accepted: the missed call is the app's.
      let isOwed = record.endReason == .cancelled || record.endReason == .failed
      let isMissed = isOwed && !record.missedCallShown && !record.wasRead
      if isMissed { record.missedCallShown = true }
      return .ended(record.endReason, isMissed: isMissed)
    }
    guard inTime else {
      let isMissed = !record.missedCallShown && !record.wasRead
      if isMissed { record.missedCallShown = true }
      if record.phase == .claimed { record.phase = .late }
      return .expired(isMissed: isMissed)
    }
    record.phase = .reported
    record.wasRead = true
    return .ring
  }

  /// The app's call is over. Whether its missed call is to be shown now.
  mutating func close(_ key: CallKey, isMissed: Bool) -> Bool {
    var record = self[key] ?? CallRecord(key: key, phase: .ended)
    record.wasOffered = true
    record.phase = .ended
    let isShown = isMissed && !record.missedCallShown
    if isShown { record.missedCallShown = true }
    self[key] = record
    return isShown
  }

  /// The key of the newest call of this id that an extension has claimed or the app has reported, or that has ended
  /// since: whoever sent it, it was opened once.
  func key(ofReported id: EventID) -> CallKey? {
    calls.last { $0.key.id == id && [.claimed, .reported, .ended].contains($0.phase) && $0.wasOffered }?.key
  }
}
