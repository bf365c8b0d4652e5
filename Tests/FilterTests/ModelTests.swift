import Seal
import Testing

@testable import Filter

/// Random lives of calls, step by step against the table written a second time.
struct ModelTests {
  private static let ids = [Body.id, Body.otherID]
  private static let authors: [Handset.Author] = [.sender, .friend, .nobody]
  private static let reasons = ["cancelled", "failed", "answered-elsewhere", "declined-elsewhere"]

  /// A copy of a call: its own times, and the text of it for each id and author.
  private struct Copy {
    let sent: Int64
    let expires: Int64
    var texts: [String: String] = [:]
  }

  /// Pushes that are sealed once and arrive again and again.
  private struct Pushes {
    var copies: [Copy] = [
      Copy(sent: 0, expires: 45_000), Copy(sent: 3, expires: 60_000), Copy(sent: 86_480_000, expires: 86_500_000),
    ]
    var ends: [String: String] = [:]
    var messages: [String: String] = [:]
    var data: [String: String] = [:]

    init(_ handset: Handset, _ dice: inout Dice) throws {
      for id in ModelTests.ids {
        for author in ModelTests.authors {
          let key = "\(id) \(author.rawValue)"
          // Each in any letter case.
          func spelled() -> String { dice.below(2) == 0 ? id : id.uppercased() }
          for index in copies.indices {
            let copy = copies[index]
            copies[index].texts[key] = try handset.seal(
              Body.call(spelled(), sent: copy.sent, expires: copy.expires), by: author)
          }
          for reason in ModelTests.reasons {
            ends["\(key) \(reason)"] = try handset.seal(Body.end(reason, spelled()), by: author)
          }
          messages[key] = try handset.seal(Body.message(spelled()), by: author)
          data[key] = try handset.seal(Body.data(spelled()), by: author)
        }
      }
    }
  }

  @Test(arguments: [CallRowTests.Memory.inMemory, .inFile], [FilterPolicy.Refusal.missedCall, .incomingCall])
  func lives(memory: CallRowTests.Memory, refusal: FilterPolicy.Refusal) throws {
    var dice = Dice("lives \(memory) \(refusal)")
    let scratch = try Scratch()
    let handset = try Handset {
      $0.policy.acceptsUnsigned = true
      $0.policy.refusal = refusal
    }
    let pushes = try Pushes(handset, &dice)
    var told: [String: Int] = [:]
    for life in 0..<(memory == .inFile ? 15 : 300) {
      let phone = handset.remembering(in: memory == .inFile ? .file(scratch[String(life)]) : .inMemory())
      try live(phone, pushes, &dice, refusal, "life \(life)") { told[$0, default: 0] += 1 }
    }
    guard memory == .inMemory else { return }
    // Every answer that the table has was given, so that nothing was compared in vain.
    let answers = [
      "report call", "suppress ended", "suppress duplicate", "notify expired", "notify missed",
      "suppress ended withdraw",
      "suppress expired", "notify notification", "suppress data", "nothing", "ring", "end unanswered",
      "end remoteEnded", "end answeredElsewhere", "end declinedElsewhere",
      refusal == .missedCall ? "missed call" : "incoming call",
    ]
    for answer in answers { #expect(told[answer, default: 0] > 0, "never: \(answer)") }
  }

  private func live(
    _ phone: Handset, _ pushes: Pushes, _ dice: inout Dice, _ refusal: FilterPolicy.Refusal, _ life: String,
    _ note: (String) -> Void
  ) throws {
    var model = PlainTable(refusal: refusal == .missedCall ? "missed call" : "incoming call", tolerance: 30_000)
    var reports: [(key: String, copy: Copy, report: CallReport)] = []
    var calls: [(key: String, call: IncomingCall)] = []
    // Some lives have one call, where much happens to it; some have several that must not touch each other.
    let (ids, authors) = dice.below(2) == 0 ? (Self.ids[..<1], Self.authors[..<1]) : (Self.ids[...], Self.authors[...])
    var now: Int64 = 0
    var history: [String] = []
    for _ in 0..<30 {
      now =
        dice.below(4) == 0
        ? dice.one(of: [
          0, 44_999, 45_001, 60_000, 60_001, 75_000, 75_001, 90_000, 90_001, 105_000, 105_001, 80_000, -86_400_001,
        ])
        : now + dice.one(of: [0, 1, 9_999, 10_000, 10_001, -1, -9_999, -10_000, 3_000])
      let (id, author) = (ids[dice.below(ids.count)], authors[dice.below(authors.count)])
      let key = "\(id) \(author.rawValue)"
      let (step, expected, given): (String, String, String)
      switch dice.below(14) {
      case 0...5:
        let copy = dice.one(of: pushes.copies)
        let decision = phone.filter.decide(bait(copy.texts[key]), now: at(now))
        if let claim = decision.claim { reports.append((key, copy, claim)) }
        (step, given) = ("call \(key) \(copy.expires)", decision.told)
        expected = model.call(key, sent: copy.sent, expires: copy.expires, now: now)
      case 6:
        let reason = dice.one(of: Self.reasons)
        (step, given) = (
          "end \(key) \(reason)", phone.filter.decide(bait(pushes.ends["\(key) \(reason)"]), now: at(now)).told
        )
        expected = model.end(key, reason)
      case 7...9:
        guard !reports.isEmpty else { continue }
        let (key, _, report) = reports[dice.below(reports.count)]
        let outcome = dice.one(of: [CallReport.Outcome.accepted, .refused, .failed])
        (step, given) = ("settle \(key) \(outcome)", phone.filter.settle(report, outcome).told)
        expected = model.settle(key, outcome.rawValue)
      case 10:
        guard !reports.isEmpty else { continue }
        let (key, copy, report) = reports[dice.below(reports.count)]
        let mustReport = dice.below(3) > 0
        let read = phone.app.read(report.payload.dictionary, mustReport: mustReport, now: at(now))
        if let call = read.call { calls.append((key, call)) }
        (step, given) = ("read \(key) \(copy.expires) \(mustReport)", read.told)
        expected = model.read(key, sent: copy.sent, expires: copy.expires, now: now, mustReport: mustReport)
      case 11:
        guard !calls.isEmpty else { continue }
        let (key, call) = calls[dice.below(calls.count)]
        let isMissed = dice.below(2) == 0
        (step, given) = (
          "ended \(key) \(isMissed)", phone.app.markEnded(call, isMissed: isMissed)?.title.lowercased() ?? "nothing"
        )
        expected = model.markEnded(key, isMissed: isMissed)
      case 12:
        (step, given) = ("message \(key)", phone.filter.decide(bait(pushes.messages[key]), now: at(now)).told)
        expected = model.other(key, "notify notification", expires: 60_000, now: now)
      default:
        (step, given) = ("data \(key)", phone.filter.decide(bait(pushes.data[key]), now: at(now)).told)
        expected = model.other(key, "suppress data", expires: 60_000, now: now)
      }
      history.append("\(step) @\(now) → \(given)")
      note(given)
      try #require(given == expected, "\(life), expected \(expected): \(history.joined(separator: "; "))")
    }
    for id in ids {
      for author in authors {
        let known = phone.configuration.ledger.known(id, phone.key(of: author))
        #expect(known == model.known("\(id) \(author.rawValue)"), "\(life): \(history.joined(separator: "; "))")
      }
    }
  }

  /// Thousands of lives more, on the table's own functions and without sealing.
  @Test func thousandsOfLives() throws {
    var dice = Dice()
    let keys = try [
      CallKey(#require(EventID(parsing: Body.id)), nil), CallKey(#require(EventID(parsing: Body.otherID)), nil),
    ]
    var steps = 0
    for life in 0..<2500 {
      let showsMissedCall = dice.below(2) == 0
      var model = PlainTable(refusal: showsMissedCall ? "missed call" : "incoming call", tolerance: 0)
      var state = LedgerState()
      var now: Int64 = 0
      var history: [String] = []
      for _ in 0..<12 {
        now += dice.one(of: [0, 1, 9_999, 10_000, -9_999, -10_000, 5_000])
        let index = dice.below(2)
        let (key, name) = (keys[index], String(index))
        let inTime = dice.below(2) == 0
        // For the model: a call that expires now, or has expired by more than the app waits.
        let expires = inTime ? now : now - 15_001
        let (step, given, expected): (String, String, String)
        switch dice.below(8) {
        case 0...2:
          (step, given) = ("call \(inTime)", word(state.offer(key, inTime: inTime, now: UnixTime(milliseconds: now))))
          expected = model.call(name, sent: expires, expires: expires, now: now)
        case 3:
          let reason = dice.one(of: Self.reasons)
          (step, given) = ("end \(reason)", word(state.end(key, Event.CallEnd.Reason(rawValue: reason) ?? .failed)))
          expected = model.end(name, reason)
        case 4, 5:
          let outcome = dice.one(of: [CallReport.Outcome.accepted, .refused, .failed])
          let isShown = state.settle(key, outcome, showsMissedCall: showsMissedCall)
          (step, given) = ("settle \(outcome)", isShown ? model.refusal : "nothing")
          expected = model.settle(name, outcome.rawValue)
        case 6:
          (step, given) = ("read \(inTime)", word(state.receive(key, inTime: inTime)))
          expected = model.read(name, sent: expires, expires: expires, now: now, mustReport: true)
        default:
          (step, given) = ("ended", state.close(key, isMissed: inTime) ? "missed call" : "nothing")
          expected = model.markEnded(name, isMissed: inTime)
        }
        history.append("\(step) \(name) @\(now) → \(given)")
        try #require(given == expected, "life \(life), expected \(expected): \(history.joined(separator: "; "))")
        let record = state[key].map { "\($0.phase)\($0.missedCallShown ? " shown" : "")" } ?? "nothing"
        try #require(record == model.known(name), "life \(life): \(history.joined(separator: "; "))")
        steps += 1
      }
      #expect(LedgerFile.decode(LedgerFile.encode(state)) == state)
    }
    #expect(steps == 2500 * 12)
  }

  private func word(_ verdict: LedgerState.Verdict) -> String {
    switch verdict {
    case .report: "report call"
    case .missedCall(let reason): "notify \(reason)"
    case .suppress(let reason): "suppress \(reason)"
    case .withdraw: "suppress ended withdraw"
    }
  }

  private func word(_ reception: LedgerState.Reception) -> String {
    switch reception {
    case .ring: "ring"
    case .ended(let reason, let isMissed): "end \(PhantomCall.EndReason(reason))\(isMissed ? " missed" : "")"
    case .expired(let isMissed): "end unanswered\(isMissed ? " missed" : "")"
    }
  }
}
