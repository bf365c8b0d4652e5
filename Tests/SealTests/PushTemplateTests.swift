import Foundation
import Seal
import Testing

struct PushTemplateTests {
  private let device: Device
  private let sealer: Sealer
  private let now = UnixTime(milliseconds: 1_700_000_000_999)

  init() throws {
    device = try Device()
    sealer = Sealer(audience: device.audience, signingKey: try SenderPrivateKey.generate())
  }

  private func text(_ request: PushRequest) -> String { String(decoding: request.body, as: UTF8.self) }

  private func header(_ request: PushRequest, _ name: String) -> String? {
    request.headers.first { $0.name == name }?.value
  }

  // MARK: The body

  @Test func writesTheBodyOfTheFormat() throws {
    let envelope = try sealer.seal(.data([:]), to: device.key.publicKey)
    let generic = try PushTemplate(audience: device.audience).alertPush(envelope)
    #expect(
      text(generic)
        == #"{"aps":{"alert":{"title":"New activity"},"mutable-content":1},"sealed":"\#(envelope.text)"}"#)
    let alerts: [(PushAlert, String)] = [
      (try .text(title: "T", body: "B"), #"{"title":"T","body":"B"}"#), (try .text(body: "B"), #"{"body":"B"}"#),
      (try .text(title: "\"\\\n/é😀"), #"{"title":"\"\\\n/é😀"}"#),
      (try .localized(titleKey: "t", bodyKey: "b"), #"{"title-loc-key":"t","loc-key":"b"}"#),
      (try .localized(bodyKey: "b"), #"{"loc-key":"b"}"#), (try .text(title: "T", body: " "), #"{"title":"T"}"#),
    ]
    for (alert, members) in alerts {
      let push = try PushTemplate(audience: device.audience, alert: alert).alertPush(envelope)
      #expect(text(push) == #"{"aps":{"alert":\#(members),"mutable-content":1},"sealed":"\#(envelope.text)"}"#)
    }
  }

  @Test(arguments: ["", " ", "\n", "\u{200b}", "\u{202e}\u{0}"]) func showsText(_ blank: String) {
    #expect(throws: refusal(.invalidAlert)) { try PushAlert.text(title: blank) }
    #expect(throws: refusal(.invalidAlert)) { try PushAlert.text(title: blank, body: blank) }
    #expect(throws: refusal(.invalidAlert)) { try PushAlert.localized(bodyKey: blank) }
    #expect(throws: refusal(.invalidAlert)) { try PushAlert.text() }
    #expect(throws: refusal(.invalidAlert)) { try PushAlert.localized() }
  }

  @Test func refusesAnAlertThatJSONDoesNotHave() throws {
    let noncharacter = Unicode.Scalar(0xffff as UInt32).map { String(Character($0)) } ?? ""
    let alert = try PushAlert.text(title: "a" + noncharacter)
    #expect(throws: refusal(.invalidAlert)) { try PushTemplate(audience: device.audience, alert: alert) }
  }

  /// 4096 counts bytes of the final JSON, with the largest envelope in it, not characters.
  @Test(arguments: ["x", "é", "€", "😀"]) func leavesRoomForTheLargestEnvelope(_ filler: String) throws {
    let envelope = try sealer.seal(.data([:]), to: device.key.publicKey)
    #expect(envelope.bucket == .bytes2560)
    let frame = #"{"aps":{"alert":{"title":""},"mutable-content":1},"sealed":"\#(envelope.text)"}"#.utf8.count
    func template(_ count: Int) throws -> PushTemplate {
      let room = count - frame
      let width = filler.utf8.count
      let title = String(repeating: filler, count: room / width) + String(repeating: "x", count: room % width)
      return try PushTemplate(audience: device.audience, alert: .text(title: title))
    }
    for count in [4095, 4096] {
      #expect(try template(count).alertPush(envelope).body.count == count)
    }
    for over in [1, 2, 500] {
      do {
        _ = try template(4096 + over)
        Issue.record("\(over) bytes over")
      } catch let error as SealError {
        #expect(error == refusal(.tooLarge))
        #expect(error.bytesOver == over)
      }
    }
  }

  /// A character that JSON escapes counts as it is written.
  @Test func countsEscapes() throws {
    let frame = #"{"aps":{"alert":{"title":""},"mutable-content":1},"sealed":""}"#.utf8.count + 3490
    let room = 4096 - frame
    let fits = try PushAlert.text(title: "x" + String(repeating: "\"", count: (room - 1) / 2))
    #expect(throws: Never.self) { try PushTemplate(audience: device.audience, alert: fits) }
    let over = try PushAlert.text(title: "x" + String(repeating: "\"", count: room / 2 + 1))
    #expect(throws: refusal(.tooLarge)) { try PushTemplate(audience: device.audience, alert: over) }
  }

  // MARK: What is around it

  @Test func hasTheHeadersOfTheFormat() throws {
    let envelope = try sealer.seal(.data([:]), to: device.key.publicKey)
    let push = try PushTemplate(audience: device.audience).alertPush(envelope, now: now)
    let names = ["apns-push-type", "apns-priority", "apns-topic", "apns-expiration", "apns-id"]
    #expect(push.headers.map(\.name) == names)
    #expect(push.headers.map(\.value).dropLast() == ["alert", "10", "com.example.app", "1700086400"])
    let id = try #require(header(push, "apns-id"))
    #expect(EventID(parsing: id)?.description == id)
  }

  @Test(
    arguments: [
      (1_700_000_000_999, 0, "1700000000"), (1_700_000_000_999, 3600, "1700003600"),
      (1_700_000_000_999, -1, "1700000000"), (1_700_000_000_999, 2_592_000, "1702592000"),
      (1_700_000_000_999, 2_592_001, "1702592000"), (1_700_000_000_999, .max, "1702592000"), (-1, 60, "60"),
      (.min, 60, "60"), (.max, 0, "9223372036854775"), (.max, .max, "9223372039446775"),
    ] as [(Int64, Int64, String)])
  func expiresAConstantAfterSending(_ now: Int64, _ storage: Int64, _ expiration: String) throws {
    let envelope = try sealer.seal(.data([:]), to: device.key.publicKey)
    let template = try PushTemplate(audience: device.audience, storage: storage)
    let push = try template.alertPush(envelope, now: UnixTime(milliseconds: now))
    #expect(header(push, "apns-expiration") == expiration)
  }

  /// Nothing in or around a push depends on the event: the same length, the same bytes but for the envelope's, the
  /// same headers but for a random id.
  @Test func tellsNothingOfTheEvent() throws {
    let template = try PushTemplate(audience: device.audience)
    var drafts = ordinaryDrafts().map(\.1)
    drafts.append(
      .call(
        from: "+14155550123", name: String(repeating: "é", count: 64), id: .sample, sent: UnixTime(milliseconds: 1),
        expires: UnixTime(milliseconds: 2), data: ["x": .string(String(repeating: "y", count: 1000))]))
    var bodies = Set<[UInt8]>()
    var headers = Set<[String]>()
    var ids = Set<String>()
    for draft in drafts {
      let envelope = try sealer.seal(draft, to: device.key.publicKey)
      for _ in 0..<5 {
        let push = try template.alertPush(envelope, now: now)
        // The version and the key id are the first bytes of every envelope: 12 characters stand for them.
        let start = push.body.count - 2 - envelope.text.utf8.count + 12
        bodies.insert(Array(push.body[..<start]) + [UInt8](String(push.body.count).utf8))
        headers.insert(push.headers.dropLast().map { "\($0.name): \($0.value)" })
        ids.insert(try #require(header(push, "apns-id")))
      }
    }
    #expect(bodies.count == 1)
    #expect(headers.count == 1)
    #expect(ids.count == drafts.count * 5)
    #expect(!ids.contains(EventID.sample.description))
  }

  // MARK: VoIP

  @Test func writesThePlainVoIPPush() throws {
    let envelope = try sealer.seal(.call(from: "+14155550123"), to: device.key.publicKey)
    let push = try PushTemplate(audience: device.audience).voipPush(envelope)
    #expect(text(push) == #"{"aps":{},"callseal":1,"sealed":"\#(envelope.text)"}"#)
    #expect(push.body.count <= 5120)
    #expect(push.headers.map(\.value).dropLast() == ["voip", "10", "com.example.app.voip", "0"])
    #expect(push.headers.map(\.name).last == "apns-id")
    #expect(try PushTemplate(audience: device.audience).voipPush(envelope).headers.last != push.headers.last)
  }

  @Test func writesACallInTheClear() throws {
    let call = try EncodedEvent(
      .call(
        from: "+14155550123", name: " Ann\u{202e} ", video: true, id: .sample, sent: UnixTime(milliseconds: 1),
        expires: UnixTime(milliseconds: 2), data: ["a": [1, true, "é"]]))
    let push = try PushTemplate(audience: device.audience).voipPushInTheClear(call)
    #expect(
      text(push) == """
        {"aps":{},"callseal":1,"id":"\(EventID.sample)","handle":"+14155550123","handleType":"phone","name":"Ann",\
        "video":true,"sent":1,"expires":2,"data":{"a":[1,true,"é"]}}
        """)
    #expect(push.headers.map(\.value).dropLast() == ["voip", "10", "com.example.app.voip", "0"])
    #expect(header(push, "apns-id") != EventID.sample.description)
  }

  @Test func putsNothingButACallIntoAVoIPPushInTheClear() throws {
    let template = try PushTemplate(audience: device.audience)
    for (kind, draft) in ordinaryDrafts() where kind != "call" {
      let event = try EncodedEvent(draft)
      #expect(throws: refusal(.invalidEvent), "\(kind)") { try template.voipPushInTheClear(event) }
    }
  }

  @Test(arguments: ["x", "é", "€", "😀"]) func holdsAVoIPPushTo5120Bytes(_ filler: String) throws {
    let template = try PushTemplate(audience: device.audience)
    func call(_ text: String) throws -> EncodedEvent {
      try EncodedEvent(.call(from: "+14155550123", data: ["a": .string(text)]))
    }
    let frame = try template.voipPushInTheClear(call("")).body.count
    func filled(_ count: Int) throws -> EncodedEvent {
      let room = count - frame
      let width = filler.utf8.count
      return try call(String(repeating: filler, count: room / width) + String(repeating: "x", count: room % width))
    }
    for count in [5119, 5120] {
      #expect(try template.voipPushInTheClear(filled(count)).body.count == count)
    }
    for over in [1, 700] {
      let event = try filled(5120 + over)
      do throws(SealError) {
        _ = try template.voipPushInTheClear(event)
        Issue.record("\(over) bytes over")
      } catch {
        #expect(error == refusal(.tooLarge))
        #expect(error.bytesOver == over)
      }
    }
  }
}
