import Foundation
import Testing

@testable import Filter

/// What CallKit gets: exactly the format's members, always a property list, and always what the app's reader takes.
struct PayloadDataTests {
  private let handset: Handset

  init() throws { handset = try Handset() }

  private func claim(_ body: String, by author: Handset.Author = .sender, _ set: Handset? = nil) throws -> CallReport {
    let set = (set ?? handset).remembering(in: .inMemory())
    let sealed = try set.envelope(body, by: author).text
    return try #require(set.filter.decide(bait(sealed), now: at(0)).claim, "\(body)")
  }

  @Test func hasExactlyTheFormatsMembers() throws {
    let open = handset.adjusted { $0.policy.acceptsUnsigned = true }
    let least = Body.call(call: #"{"handle":{"type":"email","value":"a@example.com"}}"#)
    let always = ["callseal", "id", "handle", "handleType", "video", "sent", "expires", "recipient", "sealed"]
    #expect(try names(claim(least, by: .nobody, open)) == Set(always))
    #expect(try names(claim(least, by: .stranger, open)) == Set(always), "an unknown sender is none")
    #expect(try names(claim(least)) == Set(always + ["sender"]))
    let full = Body.call(Body.id.uppercased(), data: #"{"room":7}"#)
    let sealed = try handset.seal(full)
    let report = try #require(handset.filter.decide(bait(sealed + "="), now: at(0)).claim)
    #expect(names(report) == Set(always + ["sender", "name", "data"]))
    #expect(
      report.payload.members == [
        "callseal": 1, "id": .string(Body.id), "handle": "+14155550123", "handleType": "phone", "name": "Ann Example",
        "video": true, "sent": .integer(Body.start), "expires": .integer(Body.start + 45_000),
        "sender": .string(handset.sender.publicKey.thumbprint.description),
        "recipient": .string(handset.device.publicKey.thumbprint.description), "data": ["room": 7],
        // As the format writes it, however it came.
        "sealed": .string(sealed),
      ])
    #expect(handset.sender.publicKey.thumbprint.description.utf8.count == 43)
  }

  private func names(_ report: CallReport) -> Set<String> { Set(report.payload.members.members.map(\.name)) }

  @Test func membersAreOfTheTypesThatCallKitTakes() throws {
    let dictionary = try claim(Body.call(data: #"{"list":[1,true,"x",{"a":[]}]}"#)).payload.dictionary
    #expect(dictionary["callseal"] as? Int == 1 && dictionary["video"] as? Bool == true)
    #expect(dictionary["sent"] as? Int == Int(Body.start) && dictionary["id"] as? String == Body.id)
    #expect(dictionary.keys.allSatisfy { $0 is String })
    let data = try #require(dictionary["data"] as? [String: Any])
    let list = try #require(data["list"] as? [Any])
    #expect(list.count == 4 && list[0] as? Int == 1 && list[1] as? Bool == true && list[2] as? String == "x")
    #expect(try claim(Body.call(call: #"{"handle":{"type":"generic","value":"x"}}"#)).payload.members["video"] == false)
  }

  /// A reader drops from a call's data what a property list has no form for: the member or the element, not the rest.
  @Test func dropsWhatAPropertyListLacks() throws {
    let cases: [(String, JSONValue)] = [
      (#"{"a":null,"b":1}"#, ["b": 1]), (#"{"a":1.5,"b":10.0,"c":1e3,"d":1}"#, ["d": 1]),
      (#"{"a":[null,1,1.5,[null],{"x":null}]}"#, ["a": [1, [], [:]]]), (#"{"a":{"b":{"c":null}}}"#, ["a": ["b": [:]]]),
      (#"{}"#, [:]), (#"{"a":null}"#, [:]), (#"{"":""}"#, ["": ""]),
    ]
    for (data, expected) in cases {
      #expect(try claim(Body.call(data: data)).payload.members["data"] == expected, "\(data)")
    }
    #expect(try claim(Body.call(data: "null")).payload.members["data"] == nil)
  }

  /// Names that Unicode holds equal are one in a dictionary: the first, and nothing traps.
  @Test func namesThatAreEqualByUnicode() throws {
    let data = #"{"\u00e9":1,"e\u0301":2,"\u212b":3,"\u00c5":4,"A\u030a":5,"x":{"\ud55c":6,"\u1112\u1161\u11ab":7}}"#
    let dictionary = try claim(Body.call(data: data)).payload.dictionary
    let held = try #require(dictionary["data"] as? [String: Any])
    #expect(held.count == 3 && held["é"] as? Int == 1 && held["Å"] as? Int == 3)
    #expect((held["x"] as? [String: Any])?["한"] as? Int == 6)
    #expect(try isRead(dictionary))
  }

  /// Whatever `data` held: a property list, the same again after the way to the app, and a ring there.
  @Test func anyDataIsAPropertyListThatTheAppReads() throws {
    var json = AnyJSON(dice: Dice())
    var (count, sizes) = (0, Set<Int>())
    while count < 600 {
      let data = try JSONWriter.text(json.object(depth: 5))
      guard data.count < 2000 else { continue }
      let report = try claim(Body.call(data: String(decoding: data, as: UTF8.self)))
      #expect(try isRead(report.payload.dictionary), "round \(count): \(String(decoding: data, as: UTF8.self))")
      sizes.insert(data.count)
      count += 1
    }
    #expect(sizes.count > 50, "they were all alike")
  }

  /// As deep as a body goes: 32 levels with the body's own.
  @Test func dataOfTheGreatestDepth() throws {
    for bottom in [JSONValue.null, 1, .number(1.5), "x", [], [:]] {
      // The body is level 1 and `data` level 2; the bottom may be a container as well.
      for levels in [27, 28, 29] {
        let data: JSONObject = ["a": AnyJSON.nested(levels, bottom)]
        let report = try claim(Body.call(data: String(decoding: JSONWriter.text(data), as: UTF8.self)))
        #expect(try isRead(report.payload.dictionary), "\(levels)")
      }
    }
  }

  /// Whether CallKit could take it and the app makes the same call of what comes out.
  private func isRead(_ dictionary: [AnyHashable: Any]) throws -> Bool {
    #expect(PropertyListSerialization.propertyList(dictionary, isValidFor: .binary))
    #expect(!hasNull(dictionary))
    let binary = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0)
    let back = try PropertyListSerialization.propertyList(from: binary, format: nil) as? [AnyHashable: Any]
    let arrived = try #require(back)
    #expect(arrived.count == dictionary.count)
    let fresh = handset.remembering(in: .inMemory())
    let calls = [dictionary, arrived].map { fresh.app.read($0, now: at(0)).call }
    let locked = fresh.adjusted { $0.keys = KeySource { _ in .unavailable() } }
    // The clear members alone make the same call, once the ledger has it.
    let clear = try #require(locked.app.read(arrived, now: at(0)).call)
    let call = try #require(calls[0])
    #expect(clear.id == call.id && clear.handle == call.handle && clear.name == call.name)
    #expect(clear.isVideo == call.isVideo && clear.sent == call.sent && clear.expires == call.expires)
    #expect(call.id.description == Body.id && call.handle.value == "+14155550123" && call.name == "Ann Example")
    #expect(call.sender == handset.sender.publicKey.thumbprint)
    return calls[0] == calls[1]
  }

  private func hasNull(_ value: Any) -> Bool {
    switch value {
    case is NSNull: true
    case let array as [Any]: array.contains(where: hasNull)
    case let dictionary as [AnyHashable: Any]: dictionary.values.contains(where: hasNull)
    default: Mirror(reflecting: value).displayStyle == .optional
    }
  }

  /// Every body that a call can have gives a payload that the app takes: names, handles and flags of all sorts.
  @Test func everyCallIsReadAsTheSameCall() throws {
    let handles = [
      #"{"type":"phone","value":"+14155550123"}"#, #"{"type":"phone","value":"0041 (0)44 . 123-45-67"}"#,
      #"{"type":"phone","value":"---"}"#, #"{"type":"email","value":"a@example.com"}"#,
      #"{"type":"generic","value":"\u0000x\u202e"}"#, #"{"type":"new","value":"\ud83d\ude00"}"#,
      #"{"type":"","value":" x\ty\n"}"#, #"{"type":"generic","value":"e\u0301"}"#,
    ]
    let names = [
      "", #","name":"Ann""#, #","name":"""#, #","name":"\u200b""#, #","name":"\u0000\u0007""#, #","name":null"#,
      #","name":"\ud83d\udc68\u200d\ud83d\udc69""#, #","name":"  a  b  ""#,
    ]
    let videos = ["", #","video":true"#, #","video":false"#, #","video":null"#]
    var count = 0
    for handle in handles {
      for name in names {
        for video in videos {
          let body = Body.call(call: #"{"handle":\#(handle)\#(name)\#(video)}"#)
          let report = try claim(body)
          let locked = handset.remembering(in: .inMemory())
          let call = try #require(locked.app.read(report.payload.dictionary, now: at(0)).call, "\(body)")
          let clear = locked.adjusted { $0.keys = KeySource { _ in .unavailable() } }
          let same = try #require(clear.app.read(report.payload.dictionary, now: at(0)).call, "\(body)")
          #expect(same.handle == call.handle && same.name == call.name && same.isVideo == call.isVideo, "\(body)")
          #expect(same.id == call.id && same.sent == call.sent && same.expires == call.expires, "\(body)")
          count += 1
        }
      }
    }
    #expect(count == 8 * 8 * 4)
  }
}
