/// The table of §5 for one call, as the vectors' author reads it: written from the format's text and not from the
/// filter, so that the two can differ.
struct Rules {
  enum Phase { case nothing, claimed, reported, refused, late, ended }
  enum Verdict: Equatable { case report, missed(String), suppress(String), withdraw }
  enum Outcome: String { case accepted, refused, failed }

  /// Whether a refusal shows the missed call.
  let showsMissedCall: Bool
  private var phase = Phase.nothing
  private var claimed: Int64 = 0
  private var isMissedCallShown = false

  init(showsMissedCall: Bool) { self.showsMissedCall = showsMissedCall }

  mutating func call(sent: Int64, expires: Int64, now: Int64) -> Verdict {
    let isInTime = now <= expires + 30_000 && sent <= now + 24 * 3600 * 1000
    let isOpen = phase == .nothing || phase == .claimed && abs(now - claimed) >= 10_000
    switch (phase, isInTime) {
    case (.ended, _): return .suppress("ended")
    case (_, true) where isOpen || phase == .late:
      (phase, claimed) = (.claimed, now)
      return .report
    case (_, false) where isOpen && !isMissedCallShown:
      (phase, isMissedCallShown) = (.late, true)
      return .missed("expired")
    default: return .suppress("duplicate")
    }
  }

  mutating func end(_ reason: String) -> Verdict {
    defer { phase = .ended }
    guard reason == "cancelled" || reason == "failed" else { return isMissedCallShown ? .withdraw : .suppress("ended") }
    guard phase != .reported, phase != .ended, !isMissedCallShown else { return .suppress("ended") }
    isMissedCallShown = true
    return .missed("missed")
  }

  /// Whether what the policy gives for a refusal is shown now.
  mutating func settle(_ outcome: Outcome) -> Bool {
    if phase == .ended || phase == .reported { return false }
    switch outcome {
    case .accepted:
      phase = .reported
      return false
    case .refused: phase = .refused
    case .failed: phase = .late
    }
    guard !isMissedCallShown else { return false }
    isMissedCallShown = showsMissedCall
    return true
  }
}
