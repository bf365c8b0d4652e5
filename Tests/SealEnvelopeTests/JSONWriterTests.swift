import Foundation
import SealEnvelope
import TestSupport
import Testing

struct JSONWriterTests {
  private func write(_ value: JSONValue) throws(FormatError) -> String {
    String(decoding: try JSONWriter.text(value), as: UTF8.self)
  }

  private static let texts: [(JSONValue, String)] = [
    (JSONValue.null, "null"), (JSONValue.bool(true), "true"), (JSONValue.bool(false), "false"),
    (JSONValue.integer(0), "0"), (JSONValue.integer(-1), "-1"),
    (JSONValue.integer(9_007_199_254_740_991), "9007199254740991"),
    (JSONValue.integer(-9_007_199_254_740_991), "-9007199254740991"), (JSONValue.number(1), "1.0"),
    (JSONValue.number(0.1), "0.1"), (JSONValue.number(-0.0), "-0.0"), (JSONValue.number(1e300), "1e+300"),
    (JSONValue.number(.leastNonzeroMagnitude), "5e-324"), (JSONValue.string(""), #""""#),
    (JSONValue.string("a/b"), #""a/b""#),
    (JSONValue.string("é\u{7f}\u{85}\u{2028}😀"), "\"é\u{7f}\u{85}\u{2028}😀\""),
    (JSONValue.string("\"\\\u{8}\u{c}\n\r\t"), #""\"\\\b\f\n\r\t""#),
    (JSONValue.string("\u{0}\u{1}\u{b}\u{1f}"), #""\u0000\u0001\u000b\u001f""#),
    (JSONValue.array([]), "[]"), (JSONValue.object([:]), "{}"),
    (JSONValue.array([1, [.null, "x"], [:]]), #"[1,[null,"x"],{}]"#),
    (JSONValue.object(["b": 1, "a": ["c": true], "": []]), #"{"b":1,"a":{"c":true},"":[]}"#),
  ]

  @Test(arguments: texts)
  func writes(_ value: JSONValue, _ text: String) throws {
    #expect(try write(value) == text)
    #expect(try JSONReader.document(Array(text.utf8)) == value)
  }

  private static func noncharacter(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String(Character($0)) } ?? ""
  }

  private static let wrong: [JSONValue] = [
    JSONValue.integer(9_007_199_254_740_992), JSONValue.integer(-9_007_199_254_740_992), JSONValue.integer(.max),
    JSONValue.integer(.min), JSONValue.number(.infinity), JSONValue.number(-.infinity), JSONValue.number(.nan),
    JSONValue.string(noncharacter(0xffff)), JSONValue.string("a" + noncharacter(0xfdd0)),
    JSONValue.string(noncharacter(0x10_ffff)), JSONValue.object(JSONObject([(noncharacter(0xfffe), 1)])),
    JSONValue.array([.number(.nan)]), JSONValue.object(["a": [["b": .integer(.max)]]]),
  ]

  @Test(arguments: wrong)
  func refuses(_ value: JSONValue) {
    #expect(throws: FormatError(.json, "")) { try write(value) }
  }

  @Test func writesThirtyTwoLevels() throws {
    var arrays: JSONValue = 0
    var objects: JSONValue = 0
    for _ in 1...32 { (arrays, objects) = ([arrays], ["a": objects]) }
    #expect(throws: Never.self) { try write(arrays) }
    #expect(throws: Never.self) { try write(objects) }
    #expect(throws: FormatError(.json, "")) { try write([arrays]) }
    #expect(throws: FormatError(.json, "")) { try write(["a": objects]) }
    guard case .object(let object) = objects else { return #expect(Bool(false)) }
    #expect(throws: Never.self) { try JSONWriter.text(object) }
    #expect(throws: FormatError(.json, "")) { try JSONWriter.text(["a": objects] as JSONObject) }
  }

  /// What is written reads as it was, and as Foundation reads it.
  @Test func readsAsItWasWritten() throws {
    var generator = SeededGenerator(printedFor: "readsAsItWasWritten")
    for _ in 0..<2000 {
      let value = RandomJSON.value(&generator)
      let text = try JSONWriter.text(value)
      let read = try JSONReader.document(text)
      if read != value { Issue.record("\(String(decoding: text, as: UTF8.self))") }
      #expect(try JSONWriter.text(read) == text)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
      }
    }
  }

  @Test func comparesToTheByteAndByKindOfNumber() {
    #expect(JSONValue.string("\u{e9}") != .string("e\u{301}"))
    #expect(JSONValue.integer(1) != .number(1))
    #expect(JSONValue.bool(true) != .integer(1))
    #expect(JSONValue.null != .bool(false))
    #expect(["a": 1, "b": 2] as JSONObject != ["b": 2, "a": 1])
    #expect(["\u{e9}": 1] as JSONObject != ["e\u{301}": 1])
    #expect([1, 2] as JSONValue != [1])
  }

  @Test func keepsAnObjectsOrder() {
    var object: JSONObject = ["a": 1, "b": 2, "a": 3]
    #expect(object == ["a": 3, "b": 2])
    object["c"] = 4
    object["a"] = .null
    #expect(object.members.map(\.name) == ["a", "b", "c"])
    object["b"] = nil
    object["none"] = nil
    #expect(object == ["a": .null, "c": 4])
    #expect(object["b"] == nil)
    object["\u{e9}"] = 5
    object["e\u{301}"] = 6
    #expect(object.members.count == 4)
    object["\u{e9}"] = nil
    #expect(object["e\u{301}"] == 6 && object["\u{e9}"] == nil)
  }
}
