import CallKit
import FilterExtension
import Foundation
import Seal
import Synchronization
import Testing
import UserNotifications

/// What goes wrong around the service: CallKit, the configuration, the clock of the system.
struct FaultTests {
  /// Each error of each domain, and of two that nobody expects.
  static let errors: [(domain: String, code: Int)] = {
    let domains: [(String, Int)] = [
      ("com.apple.CallKit.error", 3), ("com.apple.CallKit.error.incomingcall", 7),
      ("com.apple.CallKit.error.requesttransaction", 8), ("com.apple.CallKit.error.calldirectorymanager", 8),
      ("com.apple.CallKit.error.notificationserviceextension", 3),
    ]
    let ofCallKit = domains.flatMap { domain, last in (0...last).map { (domain, $0) } }
    return ofCallKit + [(NSCocoaErrorDomain, 4097), (NSCocoaErrorDomain, 4099), ("", 1), ("", -1)]
  }()

  @Test(arguments: errors)
  func showsTheMissedCallForEveryErrorOfCallKit(_ error: (domain: String, code: Int)) async throws {
    let bench = try Bench()
    bench.expect(.init(domain: error.domain, code: error.code))
    #expect(try await bench.shown(bench.call()) == bench.missedCall)
    #expect(bench.log.errors == ["\(error.domain) \(error.code)"])
    // A copy rings after everything but the two answers that will not change.
    let isFinal = error.domain.hasSuffix("notificationserviceextension") && (error.code == 1 || error.code == 2)
    bench.expect(.init())
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(bench.reports.count == (isFinal ? 1 : 2))
    #expect(bench.reasons == [.call, isFinal ? .duplicate : .call])
  }

  @Test func showsContentOnlyAfterCallKitHasAnswered() async throws {
    let bench = try Bench()
    bench.expect(.init(timing: .byHand))
    bench.deliver(try bench.call())
    try await Task.sleep(for: .milliseconds(50))
    #expect(bench.collector.all.isEmpty)
    VoIPPushPayloadAnswer.accept(bench.id)
    #expect(await bench.collector.wait() == [.silence])
  }

  @Test func callsTheHandlerOnceWhereCallKitAnswersTwice() async throws {
    for script in [VoIPPushPayloadDouble.Script(timing: .twice), .init(domain: "x", code: 1, timing: .twice)] {
      for refusal in [FilterPolicy.Refusal.missedCall, .incomingCall] {
        let bench = try Bench { $0.policy.refusal = refusal }
        bench.expect(script)
        bench.deliver(try bench.call())
        _ = await bench.collector.wait()
        try await Task.sleep(for: .milliseconds(20))
        #expect(bench.collector.all.count == 1)
        #expect(UNUserNotificationCenter.current().shownDouble(id: bench.id.description).isEmpty)
      }
    }
  }

  @Test func showsTheMissedCallWhereCallKitNeverAnswers() throws {
    let bench = try Bench()
    bench.expect(.init(timing: .byHand))
    bench.deliver(try bench.call())
    bench.service.serviceExtensionTimeWillExpire()
    #expect(bench.collector.all == [bench.missedCall])
    // Time may run out twice, and an answer may come after it: neither shows a second thing.
    bench.service.serviceExtensionTimeWillExpire()
    VoIPPushPayloadAnswer.refuse(bench.id)
    #expect(bench.collector.all == [bench.missedCall])
  }

  @Test func takesAnAnswerAfterExpiry() async throws {
    let bench = try Bench()
    bench.expect(.init(timing: .byHand))
    bench.deliver(try bench.call())
    bench.service.serviceExtensionTimeWillExpire()
    VoIPPushPayloadAnswer.accept(bench.id)
    #expect(bench.collector.all == [bench.missedCall])
    // The app has the call: a copy does not ring a second time.
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(bench.reasons == [.call, .duplicate])
    #expect(bench.reports.count == 1)
  }

  @Test func doesNotShowAnIncomingCallTwice() throws {
    let bench = try Bench { $0.policy.refusal = .incomingCall }
    bench.expect(.init(timing: .byHand))
    bench.deliver(try bench.call())
    bench.service.serviceExtensionTimeWillExpire()
    #expect(bench.collector.all.map(\.title) == ["Incoming call"])
    VoIPPushPayloadAnswer.refuse(bench.id)
    #expect(bench.collector.all.count == 1)
    #expect(UNUserNotificationCenter.current().shownDouble(id: bench.id.description).isEmpty)
  }

  /// Time runs out while keys are looked up: the fallback is shown, and what is decided afterwards is not lost.
  @Test func showsWhatIsDecidedAfterExpiryAsANotificationOfItsOwn() async throws {
    let gate = DispatchSemaphore(value: 0)
    let entered = DispatchSemaphore(value: 0)
    let device = try RecipientPrivateKey.generate()
    let slow = KeySource<RecipientPrivateKey> { _ in
      entered.signal()
      gate.wait()
      return .found([device])
    }
    let bench = try Bench(keys: slow)
    let service = bench.service
    let push = bench.push(
      text: try bench.sealer.seal(
        .call(from: "+14155550123", name: "Ada", id: bench.id), to: device.publicKey, now: Bench.now
      ).text)
    bench.expect(.init(domain: "x", code: 1, timing: .atOnce))
    let collector = bench.collector
    let sealed = push["sealed"] as? String ?? ""
    let thread = Thread {
      let content = UNMutableNotificationContent()
      content.userInfo = ["sealed": sealed]
      service.didReceive(
        UNNotificationRequest(identifier: "slow", content: content, trigger: nil),
        withContentHandler: collector.handler)
    }
    thread.start()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        entered.wait()
        continuation.resume()
      }
    }
    service.serviceExtensionTimeWillExpire()
    #expect(collector.all == [.fallback])
    gate.signal()
    let center = UNUserNotificationCenter.current()
    for _ in 0..<1000 where center.shownDouble(id: bench.id.description).isEmpty {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(center.shownDouble(id: bench.id.description).map(Shown.init) == [bench.missedCall])
    #expect(collector.all == [.fallback])
    #expect(bench.reports.count == 1)
  }

  /// A ledger whose lock somebody holds takes a second for each report that is settled: what needs no ledger goes first.
  @Test func finishesFirstWhatNeedsNoLedger() async throws {
    for round in 0..<3 {
      let gate = DispatchSemaphore(value: 0)
      let entered = DispatchSemaphore(value: 0)
      let device = try RecipientPrivateKey.generate()
      let isSlow = Mutex(false)
      let bench = try Bench(
        keys: KeySource<RecipientPrivateKey> { _ in
          if isSlow.withLock({ $0 }) {
            entered.signal()
            gate.wait()
          }
          return .found([device])
        })
      func call() throws -> [AnyHashable: Any] {
        let id = try EventID.random()
        VoIPPushPayloadDouble.expect(id.description, .init(timing: .byHand))
        return try bench.push(.call(from: "+14155550123", name: "Ada", id: id), to: device.publicKey)
      }
      for _ in 0..<8 { bench.deliver(try call()) }
      isSlow.withLock { $0 = true }
      let sealed = try call()["sealed"] as? String ?? ""
      let (service, collector) = (bench.service, bench.collector)
      Thread {
        let content = UNMutableNotificationContent()
        content.userInfo = ["sealed": sealed]
        service.didReceive(
          UNNotificationRequest(identifier: "slow", content: content, trigger: nil),
          withContentHandler: collector.handler)
      }.start()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          entered.wait()
          continuation.resume()
        }
      }
      service.serviceExtensionTimeWillExpire()
      gate.signal()
      #expect(collector.all.count == 9 && collector.all.first == .fallback, "round \(round)")
    }
  }

  @Test func showsTheFallbackWithoutAConfiguration() async throws {
    let isBroken = Mutex(true)
    let bench = try Bench()
    let make = bench.service.make
    let service = TestService {
      if isBroken.withLock({ $0 }) { throw CancellationError() }
      return try make()
    }
    let collector = Collector()
    let content = UNMutableNotificationContent()
    content.title = "LEAK"
    content.userInfo = try bench.call()
    let request = UNNotificationRequest(identifier: "x", content: content, trigger: nil)
    service.didReceive(request, withContentHandler: collector.handler)
    #expect(collector.all == [.fallback])
    // The next push tries again.
    isBroken.withLock { $0 = false }
    service.didReceive(request, withContentHandler: collector.handler)
    #expect(await collector.wait(for: 2) == [.fallback, .silence])
    #expect(service.log.withLock { $0.configurations } == 2)
  }

  @Test func showsTheFallbackWhereNothingIsOverridden() async throws {
    let collector = Collector()
    let service = FilterService()
    service.didReceive(
      UNNotificationRequest(identifier: "x", content: UNNotificationContent(), trigger: nil),
      withContentHandler: collector.handler)
    #expect(collector.all == [.fallback])
  }

  @Test func doesNoWorkBeforeTheFirstPush() throws {
    let bench = try Bench()
    #expect(bench.log.configurations == 0)
    bench.service.serviceExtensionTimeWillExpire()
    #expect(bench.collector.all.isEmpty)
    #expect(bench.log.configurations == 0)
  }

  @Test func replacesTheWordsWithTheDevelopers() async throws {
    let bench = try Bench { $0.wording.fallbackTitle = "Neues" }
    #expect(try await bench.shown(bench.push(text: 7)).title == "Neues")
  }

  @Test func lastsThroughALedgerThatCannotBeRead() async throws {
    let bench = try Bench(ledger: .file("/nonexistent/ledger"))
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(bench.reports.count == 1)
  }
}

/// Missed calls that are taken away again. One after the other: they share the notification centre.
@Suite(.serialized) struct WithdrawalTests {
  private func showMissedCall(_ bench: Bench) async throws {
    bench.clock.advance(76_000)
    let shown = try await bench.shown(bench.call())
    #expect(shown == bench.missedCall)
    // The system shows it under an identifier of its own choice.
    let content = UNMutableNotificationContent()
    content.title = shown.title
    content.userInfo = ["id": bench.id.description.uppercased()]
    UNUserNotificationCenter.current().addDouble(
      UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil))
  }

  @Test(arguments: [Event.CallEnd.Reason.answeredElsewhere, .declinedElsewhere])
  func takesTheMissedCallAway(_ reason: Event.CallEnd.Reason) async throws {
    let bench = try Bench()
    let other = try Bench()
    try await showMissedCall(bench)
    try await showMissedCall(other)
    #expect(try await bench.shown(bench.end(reason)) == .silence)
    let center = UNUserNotificationCenter.current()
    #expect(center.shownDouble(id: bench.id.description.uppercased()).isEmpty)
    #expect(center.shownDouble(id: other.id.description.uppercased()).count == 1)
  }

  /// Two senders with one id have a missed call each, and each takes away its own: where the extension showed them, as
  /// far as the caller's handle tells them apart, and where they are requests of ours, always.
  @Test(arguments: [true, false])
  func leavesTheMissedCallOfAnotherSenderWithTheSameID(_ showsHandler: Bool) async throws {
    let gate = DispatchSemaphore(value: 0)
    let device = try RecipientPrivateKey.generate()
    let waits = Mutex(false)
    let entered = DispatchSemaphore(value: 0)
    let bench = try Bench(
      keys: KeySource<RecipientPrivateKey> { _ in
        if waits.withLock({ $0 }) {
          entered.signal()
          gate.wait()
        }
        return .found([device])
      })
    let theirs = Sealer(audience: bench.audience, signingKey: bench.other)
    let calls = [
      try bench.push(.call(from: "+14155550123", name: "Ada", id: bench.id), to: device.publicKey),
      try bench.push(
        .call(from: "+14155550199", name: "Eve", id: bench.id), sealer: theirs, to: device.publicKey),
    ]
    let end = try bench.push(
      .callEnded(bench.id, reason: .answeredElsewhere, handle: showsHandler ? "+14155550199" : nil),
      sealer: theirs, to: device.publicKey)
    bench.clock.advance(76_000)
    let center = UNUserNotificationCenter.current()
    for push in calls {
      if showsHandler {
        // The system shows what the handler was given, under an identifier of its own choice.
        let content = UNMutableNotificationContent()
        let isEve = try await bench.shown(push).body == "Eve"
        content.body = isEve ? "Eve" : "Ada"
        content.userInfo = [
          "id": bench.id.description, "handle": isEve ? "+14155550199" : "+14155550123",
          "handleType": "phone",
        ]
        center.addDouble(UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil))
      } else {
        // Time runs out first, so it is shown as a request of ours.
        waits.withLock { $0 = true }
        let (service, sealed) = (bench.service, push["sealed"] as? String ?? "")
        Thread {
          let content = UNMutableNotificationContent()
          content.userInfo = ["sealed": sealed]
          service.didReceive(UNNotificationRequest(identifier: "x", content: content, trigger: nil)) { _ in }
        }.start()
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            entered.wait()
            continuation.resume()
          }
        }
        service.serviceExtensionTimeWillExpire()
        waits.withLock { $0 = false }
        let before = center.shownDouble(id: bench.id.description).count
        gate.signal()
        for _ in 0..<1000 where center.shownDouble(id: bench.id.description).count == before {
          try await Task.sleep(for: .milliseconds(1))
        }
      }
    }
    #expect(center.shownDouble(id: bench.id.description).map(\.body) == ["Ada", "Eve"])
    #expect(try await bench.shown(end) == .silence)
    #expect(center.shownDouble(id: bench.id.description).map(\.body) == ["Ada"])
  }

  @Test func leavesTheMissedCallOfACallThatWasCancelled() async throws {
    let bench = try Bench()
    try await showMissedCall(bench)
    #expect(try await bench.shown(bench.end(.cancelled)) == .silence)
    #expect(UNUserNotificationCenter.current().shownDouble(id: bench.id.description.uppercased()).count == 1)
  }

  @Test func finishesWhereTheNotificationCentreNeverAnswers() async throws {
    let bench = try Bench()
    try await showMissedCall(bench)
    UNUserNotificationCenter.current().setSilentDouble(true)
    defer { UNUserNotificationCenter.current().setSilentDouble(false) }
    bench.deliver(try bench.end(.answeredElsewhere))
    #expect(bench.collector.all.isEmpty)
    bench.service.serviceExtensionTimeWillExpire()
    #expect(bench.collector.all == [.silence])
  }
}
