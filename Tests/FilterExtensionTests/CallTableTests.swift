import CallKit
import FilterExtension
import Foundation
import Seal
import Testing
import UserNotifications

/// The format's table of calls (§5), through the service: to the payload reported and the content shown.
struct CallTableTests {
  @Test func reportsACallAndShowsNothing() async throws {
    let bench = try Bench()
    let push = try bench.call(data: ["room": "r1", "list": [1, "two", true, ["deep": 3]]])
    #expect(try await bench.shown(push) == .silence)
    let payload = try #require(bench.reports.first)
    #expect(bench.reports.count == 1)
    #expect(payload["callseal"] as? Int == 1)
    #expect(payload["id"] as? String == bench.id.description)
    #expect(payload["handle"] as? String == "+14155550123")
    #expect(payload["handleType"] as? String == "phone")
    #expect(payload["name"] as? String == "Ada")
    #expect(payload["video"] as? Bool == false)
    #expect(payload["sent"] as? Int == Int(Bench.now.milliseconds))
    #expect(payload["expires"] as? Int == Int(Bench.now.milliseconds) + 45_000)
    #expect(payload["sender"] as? String == bench.sender.publicKey.thumbprint.description)
    #expect(payload["recipient"] as? String == bench.device.publicKey.thumbprint.description)
    #expect(payload["sealed"] as? String == push["sealed"] as? String)
    #expect((payload["data"] as? [String: Any])?["room"] as? String == "r1")
    #expect(payload["aps"] == nil)
    #expect(bench.log.data.isEmpty)
  }

  /// An NSNull or an Optional at any depth is an exception on the other side of the connection. A sealer refuses them, so
  /// the body is written by hand, as another sealer may.
  @Test func reportsNoNullAtAnyDepth() async throws {
    let bench = try Bench()
    let (sent, expires) = (Bench.now.milliseconds, Bench.now.milliseconds + 45_000)
    let body = #"""
      {"kind":"call","id":"\#(bench.id)","sent":\#(sent),"expires":\#(expires),
       "call":{"handle":{"type":"phone","value":"+14155550123"},"name":null,"video":null},
       "data":{"a":null,"b":[null,{"c":null,"d":1}],"e":1.5}}
      """#
    let envelope = try bench.sealer.seal(body: Array(body.utf8), to: bench.device.publicKey, ephemeral: nil)
    #expect(try await bench.shown(bench.push(text: envelope.text)) == .silence)
    let data = try #require(bench.reports.first?["data"] as? [String: Any])
    #expect(NSDictionary(dictionary: data) == ["b": [["d": 1]]] as NSDictionary)
  }

  @Test func doesNotReportACallTwice() async throws {
    let bench = try Bench()
    for _ in 0..<3 { #expect(try await bench.shown(bench.call()) == .silence) }
    #expect(bench.reports.count == 1)
    #expect(bench.reasons == [.call, .duplicate, .duplicate])
  }

  @Test func reportsACopyOfACallWhoseReportFailed() async throws {
    let bench = try Bench()
    bench.expect(.failed)
    #expect(try await bench.shown(bench.call()) == bench.missedCall)
    bench.expect(.init())
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(bench.reports.count == 2)
    #expect(bench.reasons == [.call, .call])
  }

  @Test func reportsACallWhoseClaimLapsed() async throws {
    let bench = try Bench()
    bench.expect(.init(timing: .byHand))
    bench.deliver(try bench.call())
    bench.clock.advance(9_999)
    #expect(try await bench.shown(bench.call()) == .silence)
    bench.clock.advance(1)
    bench.deliver(try bench.call())
    #expect(bench.reports.count == 2)
    #expect(bench.reasons == [.call, .duplicate, .call])
    bench.service.serviceExtensionTimeWillExpire()
    #expect(bench.collector.all.count == 2)
  }

  @Test func showsTheMissedCallOfACallThatCameTooLate() async throws {
    let bench = try Bench()
    bench.clock.advance(45_000 + 30_001)
    #expect(try await bench.shown(bench.call()) == bench.missedCall)
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(bench.reports.isEmpty)
    #expect(bench.reasons == [.expired, .duplicate])
  }

  @Test(arguments: [Event.CallEnd.Reason.cancelled, .failed])
  func showsTheMissedCallOfACallThatEndedBeforeItCame(_ reason: Event.CallEnd.Reason) async throws {
    let bench = try Bench()
    #expect(try await bench.shown(bench.end(reason)) == bench.missedCall)
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(try await bench.shown(bench.end(reason)) == .silence)
    #expect(bench.reports.isEmpty)
    #expect(bench.reasons == [.missed, .ended, .ended])
  }

  @Test(arguments: [Event.CallEnd.Reason.answeredElsewhere, .declinedElsewhere])
  func showsNothingOfACallThatWasTakenElsewhere(_ reason: Event.CallEnd.Reason) async throws {
    let bench = try Bench()
    #expect(try await bench.shown(bench.end(reason)) == .silence)
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(bench.reports.isEmpty)
    #expect(bench.reasons == [.ended, .ended])
  }

  @Test func leavesTheEndOfAReportedCallToTheApp() async throws {
    let bench = try Bench()
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(try await bench.shown(bench.end()) == .silence)
    #expect(bench.reasons == [.call, .ended])
  }

  @Test func showsTheMissedCallOfACallThatEndsWhileCallKitThinks() async throws {
    let bench = try Bench()
    bench.expect(.init(timing: .byHand))
    bench.deliver(try bench.call())
    #expect(try await bench.shown(bench.end()) == bench.missedCall)
    #expect(bench.collector.all.isEmpty)
    VoIPPushPayloadAnswer.refuse(bench.id)
    // Its missed call is shown already.
    #expect(await bench.collector.wait() == [.silence])
  }

  @Test func showsOneMissedCallForARefusal() async throws {
    let bench = try Bench()
    bench.expect(.refused)
    #expect(try await bench.shown(bench.call()) == bench.missedCall)
    #expect(try await bench.shown(bench.call()) == .silence)
    #expect(try await bench.shown(bench.end()) == .silence)
    #expect(bench.reasons == [.call, .duplicate, .ended])
  }

  @Test func ringsWithTheSystemsRingtoneWhereThePolicySaysSo() async throws {
    let bench = try Bench { $0.policy.refusal = .incomingCall }
    bench.expect(.refused)
    let shown = try await bench.shown(bench.call())
    #expect(shown.title == "Incoming call" && shown.body == "Ada" && shown.sound == "ringtone")
    #expect(shown.category == "callseal.incoming-call")
    // Only a communication notification is heard with the ringtone.
    #expect(shown.intent)
    #expect(try await bench.shown(bench.end()) == bench.missedCall)
  }

  @Test(arguments: [true, false]) func saysOfAVideoCallThatItIsOne(_ isVideo: Bool) async throws {
    let bench = try Bench { $0.policy.refusal = .incomingCall }
    bench.expect(.refused)
    let shown = try await bench.shown(
      bench.push(.call(from: "+14155550123", name: "Ada", video: isVideo, id: bench.id)))
    #expect(shown.intent && shown.isVideoIntent == isVideo)
  }

  @Test func ringsWithoutAnIntentThatTheSystemRefuses() async throws {
    let bench = try Bench { $0.policy.refusal = .incomingCall }
    bench.expect(.refused)
    let shown = try await bench.shown(bench.call(name: "refuse"))
    #expect(shown.body == "refuse" && shown.sound == "ringtone" && !shown.intent)
  }

  @Test func hidesTheCallerInEveryNotice() async throws {
    for refusal in [FilterPolicy.Refusal.missedCall, .incomingCall] {
      let bench = try Bench {
        $0.policy.refusal = refusal
        $0.policy.hidesCaller = true
      }
      bench.expect(.refused)
      let shown = try await bench.shown(bench.call())
      #expect(shown.body.isEmpty && shown.thread.isEmpty && !shown.title.contains("Ada"))
      #expect(bench.reports.first?["name"] as? String == "Ada")
    }
  }

  @Test func showsTheHandleWhereThereIsNoName() async throws {
    for name in [nil, "", "  ", "\u{200b}"] {
      let bench = try Bench()
      bench.expect(.refused)
      #expect(try await bench.shown(bench.call(name: name)).body == "+14155550123")
    }
  }
}
