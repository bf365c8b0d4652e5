/// The rows of the format's table (§5) that are about calls: what arrives, by what is known of (id, sender).
extension LedgerState {
  /// What a row gives.
  enum Verdict: Equatable {
    case report
    /// The call's one missed call.
    case missedCall(DecisionReason)
    case suppress(DecisionReason)
    /// As `suppress(.ended)`, and the missed call that was shown is taken away.
    case withdraw
  }

  /// A call arrives, in time or not.
  mutating func offer(_ key: CallKey, inTime: Bool, now: UnixTime) -> Verdict {
    let index = index(of: key)
    let known = index.map { calls[$0] }
    var record = known ?? CallRecord(key: key, phase: .late)
    record.wasOffered = true
    if record.phase == .ended {
      set(record, at: index)
      return .suppress(.ended)
    }
    let isOpen = known == nil || record.hasLapsed(at: now)
    if inTime, isOpen || record.phase == .late {
      record.phase = .claimed
      record.claimed = now
      set(record, at: index)
      return .report
    }
    if !inTime, isOpen, !record.missedCallShown {
      record.phase = .late
      record.missedCallShown = true
      set(record, at: index)
      return .missedCall(.expired)
    }
    return .suppress(.duplicate)
  }

  /// The end of a call arrives.
  ///
  /// A call that is late without a missed call shown has had its report fail where the policy shows an incoming call
  /// then; like a refused one it still gets its missed call.
  mutating func end(_ key: CallKey, _ reason: Event.CallEnd.Reason) -> Verdict {
    let known = self[key]
    var record = known ?? CallRecord(key: key, phase: .ended)
    let wasShown = record.missedCallShown
    let isUnanswered = known == nil || [.claimed, .refused, .late].contains(record.phase)
    record.phase = .ended
    record.endReason = record.endReason ?? reason
    defer { self[key] = record }
    switch reason {
    case .cancelled, .failed:
      guard isUnanswered, !wasShown else { return .suppress(.ended) }
      record.missedCallShown = true
      return .missedCall(.missed)
    case .answeredElsewhere, .declinedElsewhere:
      return wasShown ? .withdraw : .suppress(.ended)
    }
  }

  /// CallKit's answer to a report arrives, perhaps late, twice, or for a call nobody knows. What the policy shows for a
  /// refusal is the missed call or not (`showsMissedCall`); the result is whether that is to be shown now.
  mutating func settle(_ key: CallKey, _ outcome: CallReport.Outcome, showsMissedCall: Bool) -> Bool {
    var record = self[key] ?? CallRecord(key: key, phase: .late)
    record.wasOffered = true
    defer { self[key] = record }
    let isOver = record.phase == .ended
    if outcome == .accepted {
      if !isOver { record.phase = .reported }
      return false
    }
    if isOver || record.phase == .reported { return false }
    record.phase = outcome == .refused ? .refused : .late
    if record.missedCallShown { return false }
    record.missedCallShown = showsMissedCall
    return true
  }
}
