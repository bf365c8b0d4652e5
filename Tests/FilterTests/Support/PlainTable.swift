/// §5 a second time, as plain as it reads: what is known of a call is a word in a dictionary. Nothing of the tested code
/// is in it; keys are "id sender", and times are milliseconds.
struct PlainTable {
  /// What a refusal shows: "missed call" or "incoming call".
  let refusal: String
  let tolerance: Int64

  private var known: [String: String] = [:]
  private var claimedAt: [String: Int64] = [:]
  private var missedCallShown: [String: Bool] = [:]
  private var rang: Set<String> = []
  private var endReason: [String: String] = [:]
  private var seen: [String: Bool] = [:]

  init(refusal: String, tolerance: Int64) {
    self.refusal = refusal
    self.tolerance = tolerance
  }

  /// "In time: now ≤ expires + tolerance and sent at most 24 h ahead."
  private func isInTime(_ sent: Int64, _ expires: Int64, _ now: Int64, more: Int64 = 0) -> Bool {
    now <= expires + tolerance + more && sent - now <= 24 * 60 * 60 * 1000
  }

  private func isClaimedAndNotSettledForTenSeconds(_ call: String, _ now: Int64) -> Bool {
    known[call] == "claimed" && abs(now - (claimedAt[call] ?? 0)) >= 10_000
  }

  private mutating func showMissedCall(_ call: String) { missedCallShown[call] = true }

  /// Rows 1 to 5.
  mutating func call(_ call: String, sent: Int64, expires: Int64, now: Int64) -> String {
    let isOpen = known[call] == nil || isClaimedAndNotSettledForTenSeconds(call, now)
    if known[call] == "ended" { return "suppress ended" }
    if isInTime(sent, expires, now) {
      guard isOpen || known[call] == "late" else { return "suppress duplicate" }
      known[call] = "claimed"
      claimedAt[call] = now
      return "report call"
    }
    guard isOpen, missedCallShown[call] == nil else { return "suppress duplicate" }
    showMissedCall(call)
    known[call] = "late"
    return "notify expired"
  }

  /// Rows 6 and 7.
  mutating func end(_ call: String, _ reason: String) -> String {
    let before = known[call]
    known[call] = "ended"
    if endReason[call] == nil { endReason[call] = reason }
    if reason == "answered-elsewhere" || reason == "declined-elsewhere" {
      return missedCallShown[call] == nil ? "suppress ended" : "suppress ended withdraw"
    }
    guard missedCallShown[call] == nil else { return "suppress ended" }
    // "What a refusal shows is the policy's: […] or an incoming call […]; then a later end still gives the missed call":
    // late, with no missed call shown, is only what has shown an incoming call instead.
    guard before == nil || before == "claimed" || before == "refused" || before == "late" else {
      return "suppress ended"
    }
    showMissedCall(call)
    return "notify missed"
  }

  /// Rows 8 to 11.
  mutating func settle(_ call: String, _ outcome: String) -> String {
    let isOver = known[call] == "ended"
    if outcome == "accepted" {
      if !isOver { known[call] = "reported" }
      return "nothing"
    }
    let showsNothing = isOver || known[call] == "reported" || missedCallShown[call] != nil
    if !isOver, known[call] != "reported" { known[call] = outcome == "refused" ? "refused" : "late" }
    if showsNothing { return "nothing" }
    if refusal == "missed call" { showMissedCall(call) }
    return refusal
  }

  /// The last rows of the first table.
  mutating func other(_ event: String, _ word: String, expires: Int64, now: Int64) -> String {
    if now > expires { return "suppress expired" }
    if seen[event] != nil { return "suppress duplicate" }
    seen[event] = true
    return word
  }

  /// "The app's reader": what it opens is true, so it is in time, over, or too late.
  mutating func read(_ call: String, sent: Int64, expires: Int64, now: Int64, mustReport: Bool) -> String {
    var answer: String
    if known[call] == "ended" {
      let owes = endReason[call] == "cancelled" || endReason[call] == "failed"
      answer =
        switch endReason[call] {
        case "answered-elsewhere": "end answeredElsewhere"
        case "declined-elsewhere": "end declinedElsewhere"
        default: "end remoteEnded"
        }
      if owes, missedCallShown[call] == nil, !rang.contains(call) {
        showMissedCall(call)
        answer += " missed"
      }
    } else if isInTime(sent, expires, now, more: 15_000) {
      // "The app marks a call reported when it reads the payload."
      known[call] = "reported"
      rang.insert(call)
      return "ring"
    } else {
      answer = "end unanswered"
      if known[call] == nil || known[call] == "claimed" { known[call] = "late" }
      if missedCallShown[call] == nil, !rang.contains(call) {
        showMissedCall(call)
        answer += " missed"
      }
    }
    guard !mustReport else { return answer }
    return answer.hasSuffix(" missed") ? "nothing missed" : "nothing"
  }

  /// "… and ended when it ends", owing the missed call where nobody answered.
  mutating func markEnded(_ call: String, isMissed: Bool) -> String {
    known[call] = "ended"
    guard isMissed, missedCallShown[call] == nil else { return "nothing" }
    showMissedCall(call)
    return "missed call"
  }

  /// What is known, for a comparison of states.
  func known(_ call: String) -> String {
    known[call].map { $0 + (missedCallShown[call] == nil ? "" : " shown") } ?? "nothing"
  }
}
