import CallKit
import FilterApp
import Foundation
import PushKit
import Seal
import Testing
import UserNotifications

struct CallPushHandlerTests {
  /// By the older method, and by the one of iOS 26.4.
  @Test(arguments: [nil, true, false])
  func ringsForWhatTheExtensionReported(_ mustReport: Bool?) async throws {
    let bench = try AppBench()
    let id = bench.id.uuid
    // Completed after CallKit's answer, and the app hears of the call before the report.
    #expect(try await bench.deliver(bench.reported(), mustReport: mustReport) == [.reported(id), .answered(id)])
    let report = try #require(bench.reports.first)
    #expect(report.uuid == id && report.handle == "+14155550123" && report.handleType == .phoneNumber)
    #expect(report.name == "Ada" && report.hasVideo)
    #expect(bench.log.rang.map(\.id) == [bench.id] && bench.log.eventsBefore == [0])
    #expect(bench.log.rang.first?.sender == bench.sender.publicKey.thumbprint)
  }

  @Test func ringsForAPlainVoIPPush() async throws {
    let bench = try AppBench()
    #expect(try await bench.deliver(bench.voip()) == [.reported(bench.id.uuid), .answered(bench.id.uuid)])
    #expect(bench.log.rang.count == 1)
  }

  @Test func ringsOnALockedPhoneForWhatTheExtensionOpened() async throws {
    let isLocked = Flag()
    let keys = Flag.Keys()
    let bench = try AppBench(
      keys: KeySource { _ in isLocked.isOn ? .unavailable() : .found(keys.all) })
    keys.set([bench.device])
    let payload = try bench.reported()
    isLocked.set(true)
    #expect(await bench.deliver(payload) == [.reported(bench.id.uuid), .answered(bench.id.uuid)])
    #expect(bench.reports.first?.name == "Ada")
  }

  static let unusable: [(String, @Sendable () -> [String: Any])] = [
    ("nothing but the mark", { ["callseal": 1] }), ("another version", { ["callseal": 2] }),
    ("no number", { ["callseal": "1"] }), ("null", { ["callseal": NSNull()] }),
    ("null inside", { ["callseal": 1, "sealed": NSNull()] }), ("no envelope", { ["callseal": 1, "sealed": "?"] }),
    ("a list", { ["callseal": 1, "sealed": [1]] }),
    ("a call in the clear", { ["callseal": 1, "id": UUID().uuidString, "handle": "x", "handleType": "generic"] }),
  ]

  @Test(arguments: unusable.indices)
  func endsAtOnceWhatItMustReportAndCannotUse(_ index: Int) async throws {
    for mustReport in [nil, true] {
      let bench = try AppBench()
      let events = await bench.deliver(Self.unusable[index].1(), mustReport: mustReport)
      let id = try #require(bench.reports.first?.uuid)
      #expect(events == [.reported(id), .answered(id), .ended(id, .failed)], "\(Self.unusable[index].0)")
      #expect(bench.log.rang.isEmpty)
    }
  }

  @Test(arguments: unusable.indices)
  func reportsNothingWhereNothingMustBe(_ index: Int) async throws {
    let bench = try AppBench()
    await bench.deliver(Self.unusable[index].1(), mustReport: false)
    #expect(bench.events.isEmpty)
  }

  @Test func reportsForeignPushesToo() async throws {
    let bench = try AppBench()
    let events = await bench.deliver(["hello": 1])
    let id = try #require(bench.reports.first?.uuid)
    #expect(events == [.reported(id), .answered(id), .ended(id, .failed)])
    await bench.deliver(["hello": 1], mustReport: false)
    #expect(bench.reports.count == 1)
  }

  @Test func leavesOtherKindsOfPushesAlone() async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.voip(), type: .fileProvider)
    #expect(bench.events.isEmpty)
  }

  @Test func reportsWithoutAConfiguration() async throws {
    let handler = TestHandler { throw CancellationError() }
    let registry = handler.start(queue: DispatchQueue(label: "x"), interval: 1)
    registry.deliverDouble(["callseal": 1]) {}
    for _ in 0..<1000 where handler.provider.logDouble.events.count < 3 {
      try await Task.sleep(for: .milliseconds(1))
    }
    let id = try #require(handler.provider.logDouble.reports.first?.uuid)
    #expect(handler.provider.logDouble.events == [.reported(id), .answered(id), .ended(id, .failed)])
  }

  @Test func endsAtOnceACallThatCameTooLateAndShowsItsMissedCall() async throws {
    let bench = try AppBench()
    let payload = try bench.reported()
    bench.clock.advance(45_000 + 30_000 + 15_001)
    let events = await bench.deliver(payload)
    let id = try #require(bench.reports.first?.uuid)
    #expect(id != bench.id.uuid)
    #expect(events == [.reported(id), .answered(id), .ended(id, .unanswered)])
    #expect(bench.missedCalls.map(\.title) == ["Missed call"] && bench.missedCalls.map(\.body) == ["Ada"])
    await bench.deliver(payload, mustReport: false)
    #expect(bench.missedCalls.count == 1 && bench.reports.count == 1)
  }

  @Test func showsTheMissedCallWhereNothingMustBeReported() async throws {
    let bench = try AppBench()
    let payload = try bench.reported()
    bench.clock.advance(90_001)
    await bench.deliver(payload, mustReport: false)
    #expect(bench.events.isEmpty && bench.missedCalls.count == 1)
  }

  @Test(arguments: [
    (Event.CallEnd.Reason.cancelled, CXCallEndedReason.remoteEnded), (.failed, .remoteEnded),
    (.answeredElsewhere, .answeredElsewhere), (.declinedElsewhere, .declinedElsewhere),
  ])
  func endsAtOnceACallThatEndedMeanwhile(_ reason: Event.CallEnd.Reason, _ expected: CXCallEndedReason) async throws {
    let bench = try AppBench()
    let payload = try bench.reported()
    _ = bench.filter.decide(["sealed": try bench.envelope(.callEnded(bench.id, reason: reason))])
    let events = await bench.deliver(payload)
    let id = try #require(bench.reports.first?.uuid)
    #expect(id != bench.id.uuid)
    #expect(events == [.reported(id), .answered(id), .ended(id, expected)])
    // The extension left the missed call of a call whose report was accepted to the app.
    #expect(bench.missedCalls.count == (expected == .remoteEnded ? 1 : 0))
  }

  // MARK: CallKit's answers

  @Test(arguments: 0...7)
  func showsTheMissedCallWhereCallKitSaysNo(_ code: Int) async throws {
    let bench = try AppBench()
    bench.handler.provider.refuseDouble(NSError(domain: CXErrorDomainIncomingCall, code: code))
    await bench.deliver(try bench.reported())
    // 2: a copy of a call that lives. 4: a caller whom the user has blocked.
    #expect(bench.missedCalls.count == ([2, 4].contains(code) ? 0 : 1))
    #expect(bench.log.errors == (code == 2 ? [] : [code]))
    // It is over: a copy does not ring, and what is reported for it is a phantom.
    bench.handler.provider.refuseDouble(nil)
    await bench.deliver(try bench.voip())
    #expect((bench.reports.last?.uuid == bench.id.uuid) == (code == 2))
    #expect(bench.missedCalls.count == ([2, 4].contains(code) ? 0 : 1))
  }

  @Test func leavesACallThatRingsAloneWhenACopyComes() async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.reported())
    await bench.deliver(try bench.voip())
    #expect(bench.log.rang.count == 1 && bench.log.stopped.isEmpty && bench.missedCalls.isEmpty)
    #expect(bench.handler.provider.logDouble.live == [bench.id.uuid])
  }

  /// Two senders with one id are two calls, of which CallKit can have one.
  @Test func keepsTheCallThatRingsWhereAnotherSenderHasItsID() async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.reported())
    await bench.deliver(try bench.voip(bench.otherCall, by: bench.other))
    #expect(bench.handler.provider.logDouble.live == [bench.id.uuid])
    #expect(bench.log.rang.map(\.name) == ["Ada"] && bench.log.stopped.isEmpty)
    // It could not ring: it is missed.
    #expect(bench.missedCalls.map(\.body) == ["Eve"])
    bench.handler.ended(bench.id.uuid, isMissed: true)
    #expect(bench.missedCalls.map(\.body).sorted() == ["Ada", "Eve"])
    #expect(bench.filter.decide(["sealed": try bench.envelope(bench.call)]).reason == .ended)
  }

  /// Whatever else CallKit answers about the other sender's call, the one that rings stays.
  @Test func stopsTheCallThatRingsAlthoughAnotherSendersIsRefused() async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.reported())
    bench.handler.provider.forgetDouble(bench.id.uuid)
    bench.handler.provider.refuseDouble(NSError(domain: CXErrorDomainIncomingCall, code: 3))
    await bench.deliver(try bench.voip(bench.otherCall, by: bench.other))
    #expect(bench.log.stopped.isEmpty && bench.missedCalls.map(\.body) == ["Eve"])
    _ = bench.filter.decide(["sealed": try bench.envelope(.callEnded(bench.id, reason: .cancelled))])
    await bench.wait { !bench.log.stopped.isEmpty }
    #expect(bench.log.stopped == [.remoteEnded])
    #expect(bench.missedCalls.map(\.body).sorted() == ["Ada", "Eve"])
  }

  @Test(arguments: [true, false])
  func showsTheMissedCallsOfTwoSendersWithOneID(_ mustReport: Bool) async throws {
    let bench = try AppBench()
    let payloads = [try bench.voip(), try bench.voip(bench.otherCall, by: bench.other)]
    bench.clock.advance(90_001)
    for payload in payloads + payloads { await bench.deliver(payload, mustReport: mustReport) }
    #expect(bench.missedCalls.map(\.body) == ["Ada", "Eve"])
  }

  // MARK: The ring's end

  @Test func stopsTheRingWhenItsTimeIsOver() async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.reported())
    bench.clock.advance(90_000)
    try await Task.sleep(for: .milliseconds(30))
    #expect(bench.log.stopped.isEmpty)
    bench.clock.advance(1)
    await bench.wait { !bench.log.stopped.isEmpty }
    #expect(bench.log.stopped == [.unanswered])
    #expect(bench.events.last == .ended(bench.id.uuid, .unanswered))
    #expect(bench.missedCalls.count == 1)
  }

  /// The extension reports until the tolerance is over, and the app rings 15 s longer: it does not stop at once then.
  @Test(arguments: [45_000, 45_001, 75_000, 90_000] as [Int64])
  func ringsOnWhereTheToleranceLetTheCallIn(_ late: Int64) async throws {
    let bench = try AppBench()
    bench.clock.advance(min(late, 75_000))
    let payload = try bench.reported()
    bench.clock.advance(max(0, late - 75_000))
    await bench.deliver(payload)
    #expect(bench.reports.map(\.uuid) == [bench.id.uuid])
    bench.clock.advance(90_000 - late)
    try await Task.sleep(for: .milliseconds(30))
    #expect(bench.log.stopped.isEmpty && bench.handler.provider.logDouble.live == [bench.id.uuid])
    bench.clock.advance(1)
    await bench.wait { !bench.log.stopped.isEmpty }
    #expect(bench.log.stopped == [.unanswered] && bench.missedCalls.count == 1)
  }

  @Test(arguments: [(0, 60_000), (-5, 60_000), (.max, .max - AppBench.now.milliseconds)] as [(Int64, Int64)])
  func ringsAsLongAsThePolicyTolerates(_ tolerance: Int64, _ last: Int64) async throws {
    let bench = try AppBench { $0.policy.tolerance = tolerance }
    await bench.deliver(try bench.voip())
    bench.clock.advance(last)
    try await Task.sleep(for: .milliseconds(30))
    #expect(bench.log.stopped.isEmpty)
    guard last == 60_000 else { return }
    bench.clock.advance(1)
    await bench.wait { !bench.log.stopped.isEmpty }
    #expect(bench.log.stopped == [.unanswered])
  }

  @Test func stopsTheRingWhenItsEndIsInTheLedger() async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.reported())
    _ = bench.filter.decide(["sealed": try bench.envelope(.callEnded(bench.id, reason: .answeredElsewhere))])
    await bench.wait { !bench.log.stopped.isEmpty }
    #expect(bench.log.stopped == [.answeredElsewhere])
    #expect(bench.events.last == .ended(bench.id.uuid, .answeredElsewhere))
    #expect(bench.missedCalls.isEmpty)
  }

  @Test func leavesAnAnsweredCallAlone() async throws {
    for tellsTheHandler in [true, false] {
      let bench = try AppBench()
      await bench.deliver(try bench.reported())
      if tellsTheHandler {
        bench.handler.answered(bench.id.uuid)
      } else {
        CXCallObserver.connectDouble(bench.id.uuid)
      }
      bench.clock.advance(100_000)
      try await Task.sleep(for: .milliseconds(50))
      #expect(bench.log.stopped.isEmpty && bench.missedCalls.isEmpty)
      #expect(bench.handler.provider.logDouble.live == [bench.id.uuid])
    }
  }

  @Test(arguments: [true, false])
  func marksAnEndedCallInTheLedger(_ isMissed: Bool) async throws {
    let bench = try AppBench()
    await bench.deliver(try bench.reported())
    bench.handler.ended(bench.id.uuid, isMissed: isMissed)
    bench.handler.ended(bench.id.uuid, isMissed: isMissed)
    #expect(bench.missedCalls.count == (isMissed ? 1 : 0))
    let decision = bench.filter.decide(["sealed": try bench.envelope(bench.call)])
    #expect(decision.reason == .ended)
  }

  @Test func handsOverEveryToken() throws {
    let bench = try AppBench()
    #expect(bench.registry.desiredPushTypes == [.voIP])
    bench.registry.updateDouble(Data([1]))
    bench.registry.updateDouble(Data([1]))
    bench.registry.updateDouble(nil)
    #expect(bench.log.tokens == [Data([1]), Data([1]), nil])
  }

  /// What the filter emits, the app's side always takes: the identity, whatever its letter case.
  @Test func ringsForIdsInCapitals() async throws {
    let bench = try AppBench()
    let id = bench.id.description.uppercased()
    let body: [(String, JSONValue)] = [
      ("kind", "call"), ("id", .string(id)), ("sent", .integer(AppBench.now.milliseconds)),
      ("expires", .integer(AppBench.now.milliseconds + 1000)),
      ("call", ["handle": ["type": "email", "value": "a@example.com"]]),
    ]
    await bench.deliver(try bench.voip(EventDraft(members: JSONObject(body))))
    #expect(bench.reports.map(\.uuid) == [bench.id.uuid] && bench.reports.first?.handleType == .emailAddress)
  }
}
