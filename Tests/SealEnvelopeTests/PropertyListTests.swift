import Foundation
import SealEnvelope
import TestSupport
import Testing

struct PropertyListTests {
  /// What Foundation writes, it reads as the same again.
  private func binary(_ object: JSONObject) throws -> NSDictionary {
    let dictionary = object.propertyList
    let data = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0)
    let read = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    return try #require(read as? NSDictionary)
  }

  @Test func isAlwaysValid() throws {
    var generator = SeededGenerator(printedFor: "isAlwaysValid")
    for _ in 0..<600 {
      let object = RandomJSON.object(&generator)
      // A call's data has lost its nulls and fractions; other data has not, and a null has to go all the same.
      for object in [object, object.propertyListPart(integersOnly: true)] {
        let read = try binary(object)
        #expect(read == object.propertyList as NSDictionary)
      }
      #expect(object.propertyListPart(integersOnly: true).hasOnlyWhatCallsHold)
    }
  }

  @Test func holdsTypesAsTheyAre() throws {
    let read = try binary([
      "s": "x", "i": 9_007_199_254_740_991, "n": -1, "t": true, "f": false, "a": [1, "b", [], [:]], "o": ["k": 0],
      "zero": "\u{0}",
    ])
    #expect(read["s"] as? String == "x")
    #expect(read["i"] as? Int == 9_007_199_254_740_991)
    #expect(read["n"] as? Int == -1)
    #expect(read["t"] as? Bool == true && read["f"] as? Bool == false)
    #expect((read["a"] as? [Any])?.count == 4)
    #expect((read["o"] as? [String: Any])?["k"] as? Int == 0)
    #expect(read["zero"] as? String == "\u{0}")
  }

  /// `Dictionary(uniqueKeysWithValues:)` would trap on these: to Swift they are one name.
  @Test func keepsTheFirstOfNamesThatUnicodeHoldsEqual() throws {
    let object: JSONObject = [
      "\u{e9}": 1, "e\u{301}": 2, "x": ["\u{212b}": "angstrom", "\u{c5}": "a ring", "A\u{30a}": "both"],
    ]
    #expect(object.members.count == 3)
    let dictionary = object.propertyList
    #expect(dictionary.count == 2)
    #expect(dictionary["\u{e9}"] as? Int == 1)
    #expect((dictionary["x"] as? [String: Any])?.count == 1)
    #expect(try binary(object).count == 2)
    // A null is no first.
    #expect((["\u{e9}": .null, "e\u{301}": 2] as JSONObject).propertyList["\u{e9}"] as? Int == 2)
  }

  @Test func dropsNullsAtAnyDepth() throws {
    let object: JSONObject = ["a": .null, "b": [.null, 1, .null, [.null], ["c": .null]], "d": .number(1.5)]
    let dictionary = object.propertyList
    #expect(Set(dictionary.keys) == ["b", "d"])
    #expect((dictionary["b"] as? [Any])?.count == 3)
    #expect(!object.hasOnlyWhatCallsHold)
    #expect(object.propertyListPart(integersOnly: true) == ["b": [1, [], [:]]])
  }

  @Test(
    arguments: [
      (["a": 1, "b": true, "c": "x", "d": [[:]]], true), ([:], true), (["a": .null], false), (["a": .number(1)], false),
      (["a": [1, [["b": .number(0.5)]]]], false), (["a": ["b": [.null]]], false),
    ] as [(JSONObject, Bool)])
  func saysWhatAPropertyListHolds(_ object: JSONObject, _ holds: Bool) {
    #expect(object.hasOnlyWhatCallsHold == holds)
  }

  // MARK: The payload of a call

  private func payload(_ body: String, sender: Bool) throws -> JSONObject {
    guard case .event(let event) = try EventBody(parsing: Array(body.utf8)), case .call(let call) = event.content else {
      throw FormatError(.event, "not a call")
    }
    let thumbprint = Thumbprint(bytes: [UInt8](repeating: 0xff, count: 32))
    return CallPayload.object(
      of: event, call, sender: sender ? thumbprint : nil, recipient: sender ? thumbprint : nil)
  }

  @Test func hasTheMembersOfTheFormat() throws {
    let fields = #""kind":"call","id":"0F8FAD5B-d9cb-469f-a165-70867728950e","sent":1,"expires":2"#
    let full =
      #"{\#(fields),"call":{"handle":{"type":"phone","value":"+1 415"},"name":"Ann","video":true},"data":{"a":[1,null]}}"#
    let thumbprint = JSONValue.string(String(repeating: "_", count: 42) + "8")
    #expect(
      try payload(full, sender: true) == [
        "callseal": 1, "id": "0f8fad5b-d9cb-469f-a165-70867728950e", "handle": "+1415", "handleType": "phone",
        "name": "Ann", "video": true, "sent": 1, "expires": 2, "sender": thumbprint, "recipient": thumbprint,
        "data": ["a": [1]],
      ])
    let least = #"{\#(fields),"call":{"handle":{"type":"x","value":"y"},"name":" "}}"#
    #expect(
      try payload(least, sender: false) == [
        "callseal": 1, "id": "0f8fad5b-d9cb-469f-a165-70867728950e", "handle": "y", "handleType": "generic",
        "video": false, "sent": 1, "expires": 2,
      ])
  }

  /// Whatever the body's data held.
  @Test func isAPropertyListWhateverTheDataHeld() throws {
    var generator = SeededGenerator(printedFor: "isAPropertyListWhateverTheDataHeld")
    for _ in 0..<300 {
      let data = String(decoding: try JSONWriter.text(RandomJSON.object(&generator)), as: UTF8.self)
      let name = String(decoding: try JSONWriter.text(.string(RandomJSON.string(&generator))), as: UTF8.self)
      let body = """
        {"kind":"call","id":"0f8fad5b-d9cb-469f-a165-70867728950e","sent":1,"expires":2,\
        "call":{"handle":{"type":"email","value":"x"},"name":\(name)},"data":\(data)}
        """
      let payload = try payload(body, sender: true)
      #expect(payload.hasOnlyWhatCallsHold)
      #expect(try binary(payload) == payload.propertyList as NSDictionary)
    }
  }
}
