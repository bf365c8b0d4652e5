import Foundation
import Seal
import TestSupport
import Testing

@testable import Filter

/// The app's reader (§6 of the format): believes only what it opens, and always says what to do.
struct PayloadReaderTests {
  private func payload(_ phone: Phone, _ draft: EventDraft = Phone.call()) throws -> [AnyHashable: Any] {
    ["callseal": 1, "aps": [String: Any](), "sealed": try phone.seal(draft)]
  }

  private func phantom(_ push: IncomingPush) -> PhantomCall? {
    if case .reportAndEnd(let phantom) = push { phantom } else { nil }
  }

  @Test func ringsWhatTheFilterReported() throws {
    let phone = try Phone()
    let report = try #require(phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start).report)
    guard case .ring(let call) = phone.reader.read(report.payload.dictionary, now: Phone.at(1_000)) else {
      Issue.record("no ring")
      return
    }
    #expect(call.id == Phone.id() && call.name == "Ann" && call.sender == phone.sender.publicKey.thumbprint)
    #expect(call.expires == Phone.at(45_000) && !call.isVideo)
    // The app has it now: no copy rings, and what the extension's late settle says changes nothing.
    #expect(
      phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.at(20_000)).outcome
        == "suppress, duplicate")
    #expect(phone.filter.settle(report, .failed).content == nil)
    #expect(phone.reader.end(of: call) == nil)
    #expect(phone.reader.markEnded(call, isMissed: true)?.title == "Missed call")
    #expect(phone.reader.markEnded(call, isMissed: true) == nil)
    #expect(phone.reader.end(of: call) == .remoteEnded)
  }

  @Test func ringsAPlainVoIPPush() throws {
    let phone = try Phone()
    let push = try PushTemplate(audience: Phone.audience)
      .voipPush(Envelope(parsingText: phone.seal(Phone.call())))
    let dictionary = try JSONSerialization.jsonObject(with: Data(push.body)) as? [String: Any]
    guard case .ring = phone.reader.read(try #require(dictionary), now: Phone.start) else {
      Issue.record("no ring")
      return
    }
  }

  @Test(arguments: [(90_000, true), (90_001, false), (-86_400_000, true), (-86_400_001, false)] as [(Int64, Bool)])
  func waitsFifteenSecondsLonger(time: Int64, rings: Bool) throws {
    let phone = try Phone()
    let push = phone.reader.read(try payload(phone), now: Phone.at(time))
    if rings {
      guard case .ring = push else {
        Issue.record("no ring at \(time)")
        return
      }
    } else {
      let first = try #require(phantom(push))
      #expect(first.reason == .unanswered && first.missedCall?.body == "Ann" && first.id != Phone.id())
      let second = try #require(phantom(phone.reader.read(try payload(phone), now: Phone.at(time))))
      #expect(second.reason == .unanswered && second.missedCall == nil && second.id != first.id)
    }
  }

  @Test(arguments: [
    (Event.CallEnd.Reason.cancelled, PhantomCall.EndReason.remoteEnded), (.failed, .remoteEnded),
    (.answeredElsewhere, .answeredElsewhere), (.declinedElsewhere, .declinedElsewhere),
  ]) func endsWhatHasEnded(reason: Event.CallEnd.Reason, expected: PhantomCall.EndReason) throws {
    let phone = try Phone()
    let report = try #require(phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start).report)
    #expect(phone.filter.settle(report, .accepted).content == nil)
    // The app has not read the payload yet: the extension shows nothing, and leaves the missed call to the app.
    #expect(
      phone.filter.decide(Phone.push(try phone.seal(Phone.end(reason))), now: Phone.start).outcome == "suppress, ended")
    let read = try #require(phantom(phone.reader.read(report.payload.dictionary, now: Phone.at(1_000))))
    let isOwed = reason == .cancelled || reason == .failed
    #expect(read.reason == expected && (read.missedCall != nil) == isOwed && read.id != Phone.id())
    #expect(phantom(phone.reader.read(report.payload.dictionary, now: Phone.at(1_000)))?.missedCall == nil)
  }

  @Test func anEndInAVoIPPushIsNotLost() throws {
    let phone = try Phone()
    let read = try #require(phantom(phone.reader.read(try payload(phone, Phone.end(.cancelled)), now: Phone.start)))
    #expect(read.reason == .remoteEnded && read.missedCall?.title == "Missed call")
    #expect(
      phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start).outcome == "suppress, ended")
  }

  @Test func refusesEverythingElseWithAFreshID() throws {
    let phone = try Phone()
    let stranger = try SenderPrivateKey.generate()
    let clear: [AnyHashable: Any] = [
      "callseal": 1, "id": Phone.callID, "handle": "+14155550123", "handleType": "phone", "video": false,
      "sent": 1_760_000_000_000, "expires": 1_760_000_045_000,
    ]
    let payloads: [[AnyHashable: Any]] = [
      ["callseal": 1], ["callseal": 2, "sealed": try phone.seal(Phone.call())], ["callseal": "1"],
      ["callseal": NSNull()],
      ["callseal": true, "sealed": try phone.seal(Phone.call())], ["callseal": 1, "sealed": NSNull()],
      ["callseal": 1, "sealed": 7], ["callseal": 1, "sealed": "garbage"],
      ["callseal": 1, "sealed": try phone.seal(Phone.call(), by: stranger)],
      ["callseal": 1, "sealed": try phone.seal(Phone.call(), by: .some(nil))],
      ["callseal": 1, "sealed": try phone.seal(Phone.message())],
      ["callseal": 1, "sealed": try phone.seal(body: "{}")],
      ["callseal": 1, "sealed": try phone.seal(body: #"{"kind":"new"}"#)], clear,
    ]
    var ids: Set<EventID> = []
    for payload in payloads {
      let read = try #require(phantom(phone.reader.read(payload, now: Phone.start)), "\(payload)")
      #expect(read.reason == .failed && read.missedCall == nil && read.id != Phone.id())
      ids.insert(read.id)
      #expect(phone.reader.read(payload, mustReport: false, now: Phone.start) == .nothingToReport(missedCall: nil))
    }
    #expect(ids.count == payloads.count && !payloads.isEmpty)
    #expect(phone.reader.read([:]) == .notOurs && phone.reader.read(["aps": [String: Any]()]) == .notOurs)
    // None of these has left a trace that would keep the call silent.
    guard case .ring = phone.reader.read(try payload(phone), now: Phone.start) else {
      Issue.record("no ring")
      return
    }
  }

  /// Members beside the envelope are not believed.
  @Test func takesEverythingFromTheEnvelope() throws {
    let phone = try Phone()
    var forged = try payload(phone)
    forged["id"] = "ffffffff-1111-4222-8333-444455556666"
    forged["name"] = "Mallory"
    forged["handle"] = "+19995550123"
    guard case .ring(let call) = phone.reader.read(forged, now: Phone.start) else {
      Issue.record("no ring")
      return
    }
    #expect(call.id == Phone.id() && call.name == "Ann" && call.handle.value == "+14155550123")
  }

  @Test func believesClearMembersOfALockedPhoneOnlyForCallsItKnows() throws {
    var phone = try Phone()
    let report = try #require(phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start).report)
    let other = try Phone()
    let unknown = try #require(other.filter.decide(Phone.push(try other.seal(Phone.call())), now: Phone.start).report)
    phone.configuration.keys = KeySource { _ in .unavailable() }
    guard case .ring(let call) = phone.reader.read(report.payload.dictionary, now: Phone.at(1_000)) else {
      Issue.record("no ring")
      return
    }
    #expect(call.sender == nil && call.name == "Ann" && call.data == nil)
    var empty = phone
    empty.configuration.ledger = .inMemory()
    #expect(phantom(empty.reader.read(unknown.payload.dictionary, now: Phone.start))?.reason == .failed)
    var broken = report.payload.dictionary
    broken["expires"] = "soon"
    #expect(phantom(phone.reader.read(broken, now: Phone.start))?.reason == .failed)
    _ = phone.reader.markEnded(call, isMissed: false)
    #expect(phantom(phone.reader.read(report.payload.dictionary, now: Phone.start))?.reason == .remoteEnded)
  }

  @Test func takesACallInTheClearWhereThePolicySaysSo() throws {
    let phone = try Phone { $0.policy.acceptsCallsInTheClear = true }
    let push = try PushTemplate(audience: Phone.audience).voipPushInTheClear(EncodedEvent(Phone.call()))
    var dictionary = try #require(try JSONSerialization.jsonObject(with: Data(push.body)) as? [AnyHashable: Any])
    guard case .ring(let call) = phone.reader.read(dictionary, now: Phone.start) else {
      Issue.record("no ring")
      return
    }
    #expect(call.id == Phone.id() && call.sender == nil && call.recipient == nil)
    dictionary["handle"] = " "
    #expect(phantom(phone.reader.read(dictionary, now: Phone.start))?.reason == .failed)
    dictionary["sealed"] = "garbage"
    #expect(phantom(phone.reader.read(dictionary, now: Phone.start))?.reason == .failed)
  }

  /// Each member as each type: never a trap, never a ring without an envelope that opens.
  @Test func anyMemberMayBeAnything() throws {
    let phone = try Phone { $0.policy.acceptsCallsInTheClear = true }
    let values: [Any] = [
      "x", "", 1, -1, 1.5, true, NSNull(), [1], ["a": 1], Data(), Date(), Int64.max, Optional<Int>.none as Any,
    ]
    let members = [
      "callseal", "id", "handle", "handleType", "name", "video", "sent", "expires", "sender", "recipient", "data",
      "sealed",
    ]
    let whole = try #require(
      phone.filter.decide(Phone.push(try phone.seal(Phone.call(data: ["a": 1]))), now: Phone.start).report
    ).payload.dictionary
    var count = 0
    for member in members {
      for value in values {
        var payload = whole
        payload[member] = value
        let read = phone.reader.read(payload, now: Phone.start)
        // A mark other than 1, or an envelope that does not open, never rings; the others are not even looked at.
        let rings = if case .ring = read { true } else { false }
        let isMark = member == "callseal" && value as? Int == 1
        #expect(rings == (isMark || (member != "callseal" && member != "sealed")), "\(member): \(value)")
        count += 1
      }
    }
    #expect(count == members.count * values.count && count > 100)
  }

  @Test func listsClaimsThatNobodySettled() throws {
    let phone = try Phone()
    _ = phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start)
    #expect(phone.reader.lapsedClaims(now: Phone.at(9_999)) == [])
    #expect(phone.reader.lapsedClaims(now: Phone.at(10_000)) == [Phone.id()])
  }
}
