/// Every row of §5's table: each state a call can be in, and whatever can arrive then.
enum TableVectors {
  private static let start = Spoken.start

  /// How a call came to be known.
  enum Known: String, CaseIterable {
    case nothing = "nothing"
    case claimed = "claimed"
    case lapsed = "claimed and lapsed"
    case reported = "reported"
    case refused = "refused"
    case failed = "late, its report failed"
    case late = "late, it came out of time"
    case cancelled = "ended, cancelled"
    case answered = "ended, answered elsewhere"
    case endedLate = "ended, after its missed call was shown"
    case reportedEnded = "ended, after its report was accepted"
  }

  enum Arrival: String, CaseIterable {
    case call = "a call in time"
    case lateCall = "a call out of time"
    case cancelled = "its end, cancelled"
    case failed = "its end, failed"
    case answered = "its end, answered elsewhere"
    case declined = "its end, declined elsewhere"
    case accept = "CallKit's answer: accepted"
    case refuse = "CallKit's answer: refused"
    case fail = "CallKit's answer: failed"

    var outcome: Rules.Outcome? {
      switch self {
      case .accept: .accepted
      case .refuse: .refused
      case .fail: .failed
      default: nil
      }
    }

    var reason: String? {
      switch self {
      case .cancelled: "cancelled"
      case .failed: "failed"
      case .answered: "answered-elsewhere"
      case .declined: "declined-elsewhere"
      default: nil
      }
    }
  }

  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    let phone = PhoneDraft(cast)
    var ringing = PhoneDraft(cast)
    ringing.refusal = "incoming-call"
    return [
      phone.group("Every row of the table", try tests(phone, Known.allCases)),
      ringing.group(
        "The rows that a policy that shows an incoming call changes", try tests(ringing, [.claimed, .refused, .failed])),
    ]
  }

  private static func tests(_ phone: PhoneDraft, _ states: [Known]) throws -> [TestDraft] {
    var tests: [TestDraft] = []
    for known in states {
      for arrival in Arrival.allCases {
        if let test = try test(phone, known, arrival) { tests.append(test) }
      }
    }
    return tests
  }

  private static func test(_ phone: PhoneDraft, _ known: Known, _ arrival: Arrival) throws -> TestDraft? {
    let policy = phone.refusal == "missed-call" ? "" : ", and a refusal shows an incoming call"
    let flags: [VectorFlag] = arrival.outcome == nil ? [.order] : [.settlement]
    var play = Play(phone, "known: \(known.rawValue); arrives: \(arrival.rawValue)\(policy)", flags)
    switch known {
    case .nothing: break
    case .claimed: try play.call(at: start + 1000)
    case .lapsed: try play.call(at: start - 60_000)
    case .reported:
      try play.call(at: start + 1000)
      play.settle(.accepted)
    case .refused:
      try play.call(at: start + 1000)
      play.settle(.refused)
    case .failed:
      try play.call(at: start + 1000)
      play.settle(.failed)
    case .late: try play.lateCall(at: start + 1000)
    case .cancelled: try play.end("cancelled", at: start + 1000)
    case .answered: try play.end("answered-elsewhere", at: start + 1000)
    case .endedLate:
      try play.lateCall(at: start + 1000)
      try play.end("cancelled", at: start + 1500)
    case .reportedEnded:
      try play.call(at: start + 1000)
      play.settle(.accepted)
      try play.end("cancelled", at: start + 1500)
    }
    let now = start + 2000
    switch arrival {
    case .call: try play.call(at: now)
    case .lateCall: try play.lateCall(at: now)
    default:
      if let reason = arrival.reason { try play.end(reason, at: now) }
      if let outcome = arrival.outcome {
        // Only a report is settled; where there was none, one of a ledger that was lost.
        if !play.hasReport {
          guard known == .nothing else { return nil }
          try play.call(at: start + 1000)
          play.loseLedger()
        }
        play.settle(outcome)
      }
    }
    // What became of it, as far as it can be seen.
    try play.call(at: now + 1000)
    try play.end("cancelled", at: now + 2000)
    return play.sequence.draft
  }
}

/// One call's life: what arrives goes into the sequence, with what the rules give for it.
struct Play {
  private(set) var sequence: Sequence
  private var rules: Rules
  private var reportedCall: (step: Int, event: Spoken)?
  /// How many reports there were.
  private(set) var reports = 0
  private let id: String

  var hasReport: Bool { reportedCall != nil }

  init(_ phone: PhoneDraft, _ comment: String, _ flags: [VectorFlag]) {
    sequence = Sequence(phone, comment, flags)
    rules = Rules(showsMissedCall: phone.refusal == "missed-call")
    id = comment
  }

  mutating func call(at now: Int64) throws { try offer(.call(id), at: now) }

  /// A copy that was sent long before.
  mutating func lateCall(at now: Int64) throws {
    try offer(.call(id, sent: Spoken.start - 400_000, expires: Spoken.start - 300_000), at: now)
  }

  mutating func offer(_ event: Spoken, at now: Int64) throws {
    let verdict = rules.call(sent: event.sent, expires: event.expires, now: now)
    try sequence.push(event, at: now, expected(verdict))
    guard verdict == .report else { return }
    reportedCall = (sequence.count, event)
    reports += 1
  }

  mutating func end(_ reason: String, at now: Int64) throws {
    try sequence.push(.end(id, reason), at: now, expected(rules.end(reason)))
  }

  mutating func settle(_ outcome: Rules.Outcome) {
    guard let reportedCall else { return }
    let isShown = rules.settle(outcome)
    sequence.settle(
      outcome, of: reportedCall.step, shows: isShown ? sequence.phone.otherwise(reportedCall.event) : nil)
  }

  mutating func loseLedger() {
    sequence.loseLedger()
    rules = Rules(showsMissedCall: rules.showsMissedCall)
  }

  private func expected(_ verdict: Rules.Verdict) -> Sequence.Expected {
    switch verdict {
    case .report: .report
    case .missed(let reason): .missed(reason)
    case .suppress(let reason): .suppress(reason)
    case .withdraw: .withdraw
    }
  }
}
