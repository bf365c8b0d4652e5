import Foundation
import Seal
import TestSupport
import Testing

@testable import Filter

/// What is shown, and what CallKit gets: built from nothing, and always a property list.
struct PayloadTests {
  private func report(_ phone: Phone, _ draft: EventDraft) throws -> CallReport {
    try #require(phone.filter.decide(Phone.push(try phone.seal(draft)), now: Phone.start).report)
  }

  @Test func payloadHasTheFormatsMembersInOrder() throws {
    let phone = try Phone()
    let sealed = try phone.seal(Phone.call(data: ["room": "a", "n": 3, "list": [true]]))
    // The standard alphabet with padding in; base64url without padding out.
    let standard = sealed.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    let report = try #require(phone.filter.decide(Phone.push(padded), now: Phone.start).report)
    #expect(
      report.payload.members == [
        "callseal": 1, "id": .string(Phone.callID), "handle": "+14155550123", "handleType": "phone", "name": "Ann",
        "video": false, "sent": 1_760_000_000_000, "expires": 1_760_000_045_000,
        "sender": .string(phone.sender.publicKey.thumbprint.description),
        "recipient": .string(phone.device.publicKey.thumbprint.description),
        "data": ["room": "a", "n": 3, "list": [true]], "sealed": .string(sealed),
      ])
  }

  @Test func nothingOfThePushSurvives() throws {
    let phone = try Phone()
    for sealed in [try phone.seal(Phone.message()), try phone.seal(Phone.end(.cancelled)), "garbage"] {
      let content = try #require(phone.filter.decide(Phone.push(sealed), now: Phone.start).content)
      #expect(!"\(content)".contains("PLACEHOLDER") && content.badge == nil && content.sound == nil)
    }
  }

  @Test func missedCallNamesTheCallerOrTheHandle() throws {
    let phone = try Phone()
    let call = try report(phone, Phone.call()).otherwise
    #expect(call.title == "Missed call" && call.body == "Ann" && call.category == "callseal.missed-call")
    #expect(
      call.userInfo == ["id": .string(Phone.callID), "handle": "+14155550123", "handleType": "phone"])
    for (name, body) in [
      (nil, "+14155550123"), (" \u{200b}\t", "+14155550123"), ("", "+14155550123"), ("Bo\nb", "Bo b"),
    ] {
      #expect(try report(Phone(), Phone.call(name: name)).otherwise.body == body)
    }
    let bare = phone.filter.decide(
      Phone.push(try phone.seal(.callEnded(Phone.id("0f9a4e0e-1111-4222-8333-444455556667"), reason: .cancelled))),
      now: .now)
    #expect(bare.content?.body == "" && bare.content?.thread == nil)
  }

  @Test func twoCallersHaveTwoThreads() throws {
    let one = try report(Phone(), .call(from: "+14155550123", sent: Phone.start)).otherwise.thread
    let two = try report(Phone(), .call(from: "+14155550124", sent: Phone.start)).otherwise.thread
    #expect(one != nil && two != nil && one != two)
  }

  @Test func hiddenCallersAreHiddenInNoticesAlone() throws {
    let phone = try Phone { $0.policy.hidesCaller = true }
    let report = try report(phone, Phone.call())
    #expect(report.otherwise.title == "Missed call" && report.otherwise.body == "" && report.otherwise.thread == nil)
    #expect(report.payload.members["name"] == "Ann")
  }

  @Test func incomingCallPolicyRingsInTheNotice() throws {
    let content = try report(Phone { $0.policy.refusal = .incomingCall }, Phone.call()).otherwise
    #expect(content.title == "Incoming call" && content.body == "Ann")
    #expect(content.sound == .ringtone && content.interruption == .timeSensitive)
  }

  /// Whatever the body's `data` held: a property list for CallKit, and the app's reader takes it.
  @Test func payloadIsAlwaysAPropertyListThatTheAppReads() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let phone = try Phone()
      let data = String(decoding: try JSONWriter.text(generator.object(depth: 4)), as: UTF8.self)
      let body =
        #"{"kind":"call","id":"\#(Phone.callID)","sent":1760000000000,"expires":1760000045000,"#
        + #""call":{"handle":{"type":"phone","value":"+1 (415) 555-0123"}},"data":\#(data)}"#
      guard body.utf8.count < 2486 else { continue }
      let decision = phone.filter.decide(Phone.push(try phone.seal(body: body)), now: Phone.start)
      let report = try #require(decision.report, "seed \(seed), round \(round): \(body)")
      let dictionary = report.payload.dictionary
      #expect(
        PropertyListSerialization.propertyList(dictionary, isValidFor: .binary), "seed \(seed), round \(round): \(data)"
      )
      let binary = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0)
      let back = try PropertyListSerialization.propertyList(from: binary, format: nil) as? [AnyHashable: Any]
      let read = phone.reader.read(try #require(back), now: Phone.start)
      guard case .ring(let call) = read else {
        Issue.record("seed \(seed), round \(round): \(read)")
        continue
      }
      #expect(call.id == Phone.id() && call.handle.value == "+14155550123")
      #expect(call.data == decision.event?.event?.data)
    }
  }
}

extension SeededGenerator {
  /// Any JSON that I-JSON has, with all that a property list lacks.
  fileprivate mutating func object(depth: Int) -> JSONObject {
    let names = ["a", "b", "é", "e\u{301}", "", "x\0y", "𝄞"]
    var object = JSONObject()
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      object[names.randomElement(using: &self) ?? "a"] = value(depth: depth - 1)
    }
    return object
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &self) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .integer(Int64.random(in: JSONValue.integers, using: &self))
    case 3: .number(10.0)
    case 4: .number(Double.random(in: -1e300...1e300, using: &self))
    case 5: .string("x\0\u{1}é")
    case 6: .string("")
    case 7: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth))
    }
  }
}
