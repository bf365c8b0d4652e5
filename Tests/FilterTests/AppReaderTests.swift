import Foundation
import Testing

@testable import Filter

/// §5's reader on the app's side: each thing that it may say.
struct AppReaderTests {
  private let handset: Handset

  init() throws { handset = try Handset() }

  private func payload(
    _ body: String, by author: Handset.Author = .sender
  ) throws -> [AnyHashable: Any] {
    ["callseal": 1, "aps": [String: Any](), "sealed": try handset.seal(body, by: author)]
  }

  private func claim(_ body: String = Body.call(), _ set: Handset? = nil, at time: Int64 = 0) throws -> CallReport {
    let set = set ?? handset
    return try #require(set.filter.decide(try set.push(body), now: at(time)).claim)
  }

  private var known: String { handset.configuration.ledger.known(Body.id, handset.sender) }

  // MARK: Ring

  @Test func ringsWhatTheExtensionReported() throws {
    let report = try claim(Body.call(data: #"{"room":7}"#))
    let call = try #require(handset.app.read(report.payload.dictionary, now: at(1)).call)
    #expect(call.id.description == Body.id && call.name == "Ann Example" && call.isVideo)
    #expect(call.handle.kind == .phone && call.handle.value == "+14155550123" && call.data == ["room": 7])
    #expect(call.sent == at(0) && call.expires == at(45_000))
    #expect(call.sender == handset.sender.publicKey.thumbprint)
    #expect(call.recipient == handset.device.publicKey.thumbprint)
    #expect(known == "reported", "before the extension has settled")
    #expect(handset.filter.settle(report, .failed).told == "nothing")
    #expect(handset.filter.decide(try handset.push(Body.call()), now: at(2)).told == "suppress duplicate")
  }

  @Test func ringsAPlainVoIPPush() throws {
    #expect(handset.app.read(try payload(Body.call()), now: at(0)).told == "ring")
    #expect(known == "reported")
    #expect(handset.filter.decide(try handset.push(Body.call()), now: at(1)).told == "suppress duplicate")
  }

  /// Whatever the extension came to before, a payload in time rings, unless the call is over.
  @Test(arguments: CallRow.all.filter { $0.id.hasSuffix(", call") }) func ringsUnlessItIsOver(row: CallRow) throws {
    let phone = handset.remembering(in: .inMemory()).adjusted { $0.policy.refusal = row.refusal }
    var story = Story(phone)
    for step in row.path { _ = try story.play(step) }
    #expect(story.known == row.known)
    let read = phone.app.read(try payload(Body.call(sent: 1, expires: 60_000)), now: at(80_000))
    let shown = row.known.hasSuffix("shown") ? " shown" : ""
    if row.known.hasPrefix("ended") {
      #expect(read.phantom != nil)
      // Only where the extension left the missed call to the app is it shown now.
      #expect((read.phantom?.missedCall != nil) == (row.id.hasPrefix("ended, after its report was accepted")))
    } else {
      #expect(read.told == "ring" && story.known == "reported\(shown)")
    }
  }

  @Test func twoSendersWithOneIDAreTwoCalls() throws {
    _ = handset.filter.decide(try handset.push(Body.end("cancelled"), by: .friend), now: at(0))
    #expect(handset.app.read(try payload(Body.call(), by: .friend), now: at(0)).told == "end remoteEnded")
    #expect(handset.app.read(try payload(Body.call()), now: at(0)).told == "ring")
  }

  // MARK: Too late

  /// The extension's tolerance and 15 s more, for the app's own start.
  @Test(
    arguments: [
      (90_000, nil, true), (90_001, nil, false), (60_000, 0, true), (60_001, 0, false), (60_001, -5, false),
      (-86_400_000, nil, true), (-86_400_001, nil, false), (.max - Body.start, .max, true),
    ] as [(Int64, Int64?, Bool)]) func ringsFifteenSecondsLonger(time: Int64, tolerance: Int64?, rings: Bool) throws
  {
    let phone = handset.remembering(in: .inMemory()).adjusted { if let tolerance { $0.policy.tolerance = tolerance } }
    let read = phone.app.read(try payload(Body.call()), now: at(time))
    #expect(read.told == (rings ? "ring" : "end unanswered missed"))
    // What rings is over at the same limit; only the other one, a call from the future, is not over by being it.
    guard let call = phone.app.read(try payload(Body.call()), now: at(0)).call else { return }
    #expect(phone.app.isOver(call, now: at(time)) == (time > 0 && !rings))
  }

  @Test func showsTheMissedCallOfALateOneOnce() throws {
    let late = try payload(Body.call())
    let first = try #require(handset.app.read(late, now: at(90_001)).phantom)
    #expect(first.reason == .unanswered && first.missedCall?.body == "Ann Example")
    #expect(first.missedCall?.userInfo["id"] == .string(Body.id) && known == "late shown")
    #expect(handset.app.read(late, now: at(90_001)).told == "end unanswered")
    #expect(handset.filter.decide(try handset.push(Body.call()), now: at(90_001)).told == "suppress duplicate")
    // A copy in time still rings.
    #expect(handset.app.read(try payload(Body.call(sent: 1, expires: 60_000)), now: at(90_001)).told == "ring")
    #expect(handset.filter.decide(try handset.push(Body.end("cancelled")), now: at(90_001)).told == "suppress ended")
  }

  @Test func aLateAppOwesTheMissedCallOfWhatTheExtensionReported() throws {
    let report = try claim()
    #expect(handset.filter.settle(report, .accepted).told == "nothing")
    #expect(handset.app.read(report.payload.dictionary, now: at(90_001)).told == "end unanswered missed")
    #expect(handset.app.read(report.payload.dictionary, now: at(90_001)).told == "end unanswered")
    // A claim that nobody settled is not left claimed: a copy may ring at once.
    let other = try claim(Body.call(Body.otherID))
    #expect(handset.app.read(other.payload.dictionary, now: at(90_001)).told == "end unanswered missed")
    #expect(handset.configuration.ledger.known(Body.otherID, handset.sender) == "late shown")
  }

  /// It rang, so its missed call is the app's to show: it may well have been answered.
  @Test(arguments: [true, false]) func aLateCopyOfACallThatRangShowsNoMissedCall(isInFile: Bool) throws {
    let scratch = try Scratch()
    let phone = handset.remembering(in: isInFile ? .file(scratch.ledger) : .inMemory())
    let report = try claim(Body.call(), phone)
    #expect(phone.filter.settle(report, .accepted).told == "nothing")
    let call = try #require(phone.app.read(report.payload.dictionary, now: at(0)).call)
    #expect(phone.app.read(report.payload.dictionary, now: at(90_001)).told == "end unanswered")
    // Nor does a copy behind the caller's own end.
    #expect(phone.filter.decide(try phone.push(Body.end("cancelled")), now: at(2)).told == "suppress ended")
    #expect(phone.app.read(report.payload.dictionary, now: at(90_001)).told == "end remoteEnded")
    #expect(phone.app.markEnded(call, isMissed: true)?.body == "Ann Example")
    #expect(phone.app.read(report.payload.dictionary, now: at(90_001)).told == "end remoteEnded")
  }

  // MARK: Over

  static let ends: [(String, PhantomCall.EndReason, isOwed: Bool)] = [
    ("cancelled", .remoteEnded, true), ("failed", .remoteEnded, true), ("unheard of", .remoteEnded, true),
    ("answered-elsewhere", .answeredElsewhere, false), ("declined-elsewhere", .declinedElsewhere, false),
  ]

  /// An end that came between report and app: the app says so, and owes the missed call, once.
  @Test(arguments: ends) func endsWhatIsOver(end: String, reason: PhantomCall.EndReason, isOwed: Bool) throws {
    for settles in [true, false] {
      let phone = handset.remembering(in: .inMemory())
      let report = try claim(Body.call(), phone)
      if settles { _ = phone.filter.settle(report, .accepted) }
      let decision = phone.filter.decide(try phone.push(Body.end(end)), now: at(1))
      // Unsettled, the extension shows the missed call itself.
      #expect((decision.shown != nil) == (!settles && isOwed))
      let read = try #require(phone.app.read(report.payload.dictionary, now: at(2)).phantom)
      #expect(read.reason == reason && read.id.description != Body.id)
      #expect((read.missedCall != nil) == (settles && isOwed))
      #expect(read.missedCall.map(\.body) == (settles && isOwed ? "Ann Example" : nil))
      #expect(phone.app.read(report.payload.dictionary, now: at(2)).phantom?.missedCall == nil)
      #expect(phone.filter.decide(try phone.push(Body.end(end)), now: at(3)).shown == nil)
      // And late as well: that it is over is what counts.
      #expect(phone.app.read(report.payload.dictionary, now: at(200_000)).phantom?.reason == reason)
    }
  }

  @Test(arguments: ends) func anEndInAVoIPPushCounts(end: String, reason: PhantomCall.EndReason, isOwed: Bool) throws {
    let read = try #require(handset.app.read(try payload(Body.end(end)), now: at(0)).phantom)
    #expect(read.reason == reason && (read.missedCall != nil) == isOwed && read.id.description != Body.id)
    #expect(handset.app.read(try payload(Body.end(end)), now: at(0)).phantom?.missedCall == nil)
    #expect(handset.filter.decide(try handset.push(Body.call()), now: at(0)).told == "suppress ended")
  }

  /// The numbers are those of CallKit's `CXCallEndedReason`.
  @Test func endReasonsAreCallKits() {
    let reasons: [PhantomCall.EndReason] = [
      .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere,
    ]
    #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
  }

  // MARK: The call's further life

  @Test(arguments: ends) func theAppSeesTheEndInTheLedger(end: String, reason: PhantomCall.EndReason, isOwed: Bool)
    throws
  {
    let scratch = try Scratch()
    let phone = handset.remembering(in: .file(scratch.ledger))
    let call = try #require(phone.app.read(try payload(Body.call()), now: at(0)).call)
    #expect(phone.app.end(of: call) == nil)
    // The extension, another process on the same file, gets the end: the app owns the call, so it shows nothing.
    let extended = handset.remembering(in: .file(scratch.ledger))
    #expect(extended.filter.decide(try extended.push(Body.end(end)), now: at(1)).told == "suppress ended")
    #expect(phone.app.end(of: call) == reason)
    #expect((phone.app.markEnded(call, isMissed: isOwed) != nil) == isOwed)
    #expect(phone.app.end(of: call) == reason, "what is known of the end stays known")
    #expect(phone.app.markEnded(call, isMissed: true) == nil || !isOwed)
  }

  @Test func theAppEndsACall() throws {
    for isMissed in [true, false] {
      let phone = handset.remembering(in: .inMemory())
      let call = try #require(phone.app.read(try payload(Body.call()), now: at(0)).call)
      let missed = phone.app.markEnded(call, isMissed: isMissed)
      #expect(missed?.body == (isMissed ? "Ann Example" : nil) && missed?.title == (isMissed ? "Missed call" : nil))
      #expect(phone.configuration.ledger.known(Body.id, phone.sender) == (isMissed ? "ended shown" : "ended"))
      #expect(phone.app.markEnded(call, isMissed: isMissed) == nil, "it is shown once")
      #expect(phone.app.end(of: call) == .remoteEnded)
      // No copy rings again, on either side.
      #expect(phone.filter.decide(try phone.push(Body.call()), now: at(20_000)).told == "suppress ended")
      #expect(phone.app.read(try payload(Body.call()), now: at(20_000)).told == "end remoteEnded")
      let end = phone.filter.decide(try phone.push(Body.end("cancelled")), now: at(20_000))
      #expect(end.told == "suppress ended")
      let elsewhere = phone.filter.decide(try phone.push(Body.end("answered-elsewhere")), now: at(20_000))
      #expect(elsewhere.told == (isMissed ? "suppress ended withdraw" : "suppress ended"))
    }
  }

  @Test func listsClaimsThatLapsed() throws {
    for (index, time) in [0, 5_000, 9_000].enumerated() {
      _ = try claim(Body.call(Body.id(index)), at: Int64(time))
    }
    let settled = try claim(Body.call(Body.otherID))
    #expect(handset.filter.settle(settled, .accepted).told == "nothing")
    #expect(handset.app.lapsedClaims(now: at(9_999)) == [])
    #expect(handset.app.lapsedClaims(now: at(15_000)).map(\.description) == [Body.id(0), Body.id(1)])
    #expect(handset.app.lapsedClaims(now: at(-5_000)).map(\.description) == [Body.id(1), Body.id(2)])
    #expect(handset.app.lapsedClaims(now: at(60_000)).count == 3)
  }

  /// The same configuration makes both sides: the policy's choices hold in the app too.
  @Test func hidesTheCallerInItsNotices() throws {
    let phone = handset.adjusted { $0.policy.hidesCaller = true }
    let late = try #require(phone.app.read(try payload(Body.call()), now: at(90_001)).phantom?.missedCall)
    #expect(late.title == "Missed call" && late.body == "" && late.thread == nil)
    let call = try #require(phone.app.read(try payload(Body.call(Body.otherID)), now: at(0)).call)
    #expect(call.name == "Ann Example" && phone.app.markEnded(call, isMissed: true)?.body == "")
  }
}
