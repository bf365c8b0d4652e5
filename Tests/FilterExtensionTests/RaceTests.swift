import CallKit
import FilterExtension
import Foundation
import Seal
import Synchronization
import Testing
import UserNotifications

/// Everything at once, many times: each handler is called once, and nothing rings twice.
struct RaceTests {
  /// One push as several threads can hold it.
  private struct Push: Sendable {
    let sealed: String
    var userInfo: [AnyHashable: Any] { ["sealed": sealed] }

    init(_ userInfo: [AnyHashable: Any]) { sealed = userInfo["sealed"] as? String ?? "" }
  }

  private func deliver(_ push: Push, to service: TestService, _ collector: Collector) {
    let content = UNMutableNotificationContent()
    content.title = "LEAK"
    content.userInfo = push.userInfo
    service.didReceive(
      UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil),
      withContentHandler: collector.handler)
  }

  /// Runs blocks on as many threads, which start together.
  private func together(_ blocks: [@Sendable () -> Void]) {
    DispatchQueue.concurrentPerform(iterations: blocks.count) { blocks[$0]() }
  }

  @Test(arguments: 0..<4)
  func settlesEachPushOnceWhateverRaces(_ kind: Int) async throws {
    for round in 0..<250 {
      let bench = try Bench { if kind & 1 == 1 { $0.policy.refusal = .incomingCall } }
      let push = Push(try bench.call())
      bench.expect(.init(domain: kind & 2 == 2 ? "x" : nil, code: 2, timing: .byHand))
      let service = bench.service
      let (id, collector) = (bench.id, bench.collector)
      let fails = kind & 2 == 2
      together([
        { deliver(push, to: service, collector) },
        { if round % 3 != 0 { service.serviceExtensionTimeWillExpire() } },
        { if fails { VoIPPushPayloadAnswer.refuse(id) } else { VoIPPushPayloadAnswer.accept(id) } },
      ])
      // Whichever came too early is repeated, as the system would sooner or later have done it.
      if fails { VoIPPushPayloadAnswer.refuse(id) } else { VoIPPushPayloadAnswer.accept(id) }
      service.serviceExtensionTimeWillExpire()
      #expect(collector.all.count == 1, "round \(round)")
      #expect(bench.reports.count == 1, "round \(round)")
      #expect(!collector.all.contains { $0.title == "LEAK" }, "round \(round)")
      if fails {
        // Something is seen of a call that does not ring: from the handler, or as a notification of its own.
        let posted = UNUserNotificationCenter.current().shownDouble(id: id.description).map(Shown.init)
        let notices = (collector.all + posted).filter { $0 != .silence && $0 != .fallback }
        #expect(notices.count == 1, "round \(round): \(collector.all) \(posted)")
      }
    }
  }

  @Test func reportsOnceWhatIsDeliveredTwiceAtOnce() async throws {
    for round in 0..<250 {
      let bench = try Bench()
      // Sealed anew, 3 ms later: identity is the id, never the ciphertext.
      let first = Push(try bench.call())
      let second = Push(
        try bench.push(
          .call(
            from: "+14155550123", name: "Ada", id: bench.id,
            sent: UnixTime(milliseconds: Bench.now.milliseconds + 3))))
      let service = bench.service
      let collector = bench.collector
      together([
        { deliver(first, to: service, collector) }, { deliver(second, to: service, collector) },
        { deliver(first, to: service, collector) },
      ])
      #expect(await collector.wait(for: 3) == [.silence, .silence, .silence], "round \(round)")
      #expect(bench.reports.count == 1, "round \(round)")
      #expect(bench.log.configurations >= 1)
    }
  }

  @Test func keepsTwoPushesOnOneInstanceApart() async throws {
    for round in 0..<100 {
      let bench = try Bench()
      var text = Event.NotificationText()
      text.body = "Hello"
      let call = Push(try bench.call())
      let note = Push(try bench.push(.notification(text)))
      bench.expect(.refused)
      let service = bench.service
      let (a, b) = (Collector(), Collector())
      together([{ deliver(call, to: service, a) }, { deliver(note, to: service, b) }])
      #expect(await a.wait() == [bench.missedCall], "round \(round)")
      #expect(await b.wait().map(\.body) == ["Hello"], "round \(round)")
    }
  }

  @Test func givesBackWhatItHeld() async throws {
    weak var released: Collector?
    let bench = try Bench()
    do {
      let collector = Collector()
      released = collector
      bench.deliver(try bench.call(), collector)
      _ = await collector.wait()
    }
    for _ in 0..<1000 where released != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(released == nil)
  }
}
