import Foundation
import SealEnvelope
import TestSupport
import Testing

struct JSONReaderTests {
  private func read(_ text: String) throws(FormatError) -> JSONValue { try JSONReader.document(Array(text.utf8)) }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  // MARK: Values

  @Test(
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
      ("9007199254740991", .integer(9_007_199_254_740_991)), ("-9007199254740991", .integer(-9_007_199_254_740_991)),
      ("1.0", .number(1)), ("1e3", .number(1000)), ("1E+3", .number(1000)), ("25e-1", .number(2.5)),
      ("0.1", .number(0.1)),
      ("0e0", .number(0)), ("-0.0", .number(-0.0)), ("1e308", .number(1e308)),
      ("9007199254740993.0", .number(9.007199254740992e15)),
      ("5e-324", .number(.leastNonzeroMagnitude)), ("1e-400", .number(0)), ("-1e-400", .number(-0.0)),
      (#""""#, ""), (#""a""#, "a"), (#""é""#, "é"), (#""\u00e9\u00E9""#, "éé"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
      (#""\u0000\u001f""#, "\u{0}\u{1f}"), (#""\ud83d\ude00""#, "😀"),
      (#""\uD800\uDC00\uDBFF\uDFFD""#, "\u{10000}\u{10fffd}"),
      (
        "\"\u{7f}\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{fffd}\u{10000}\u{10fffd}\"",
        "\u{7f}\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{fffd}\u{10000}\u{10fffd}"
      ),
      ("\"\u{feff}\"", "\u{feff}"), ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]),
      ("[1,[2,{}],null]", [1, [2, [:]], .null]),
      (" \t\r\n[ 1 , 2 ] \t\r\n", [1, 2]), (#" { "a" : 1 , "b" : { "a" : 2 } } "#, ["a": 1, "b": ["a": 2]]),
      (#"{"":0}"#, ["": 0]), (#"{"a":1,"A":2,"a ":3}"#, ["a": 1, "A": 2, "a ": 3]),
    ] as [(String, JSONValue)])
  func reads(_ text: String, _ value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: [
    ("nothing", ""), ("white space alone", " \n"), ("a byte order mark", "\u{feff}{}"),
    ("a no-break space", "\u{a0}{}"),
    ("a vertical tab", "\u{b}{}"), ("a zero byte behind", "{}\0"), ("two values", "{}{}"), ("a word behind", "{} x"),
    ("a comma behind", "{},"), ("a comment", "/**/{}"), ("a trailing comma in an object", #"{"a":1,}"#),
    ("a trailing comma in an array", "[1,]"), ("a leading comma", "[,1]"), ("two commas", "[1,,2]"),
    ("no comma", "[1 2]"), ("no comma between members", #"{"a":1 "b":2}"#), ("no colon", #"{"a" 1}"#),
    ("no value", #"{"a":}"#), ("no name", "{:1}"), ("a name without quotes", "{a:1}"), ("a number for a name", "{1:1}"),
    ("a member without name", "{1}"), ("the wrong bracket", "[1}"), ("no end of an array", "[1"),
    ("no end of an object", #"{"a":1"#), ("single quotes", "{'a':1}"), ("True", "True"), ("nul", "nul"),
    ("nullx", "nullx"), ("truefalse", "truefalse"), ("undefined", "undefined"), ("NaN", "NaN"),
    ("Infinity", "Infinity"),
    ("-Infinity", "-Infinity"), ("nan", "nan"), ("inf", "inf"),
  ])
  func refusesText(_ id: String, _ text: String) {
    #expect(throws: FormatError(.json, "")) { try read(text) }
  }

  // MARK: Numbers

  @Test(arguments: [
    "9007199254740992", "-9007199254740992", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "1" + String(repeating: "0", count: 400), "1e309", "-1e309", "1e400", "1.8e308",
    "1e99999999999999999999", "01", "00", "-01", "+1", "1.", ".1", "-", "-a", "1e", "1e+", "1.e1", "1.1.1", "1e1.5",
    "1_000", "0x10",
    "1f", "１", "1e٣", "- 1", "1,0", "--1",
  ])
  func refusesNumber(_ text: String) {
    #expect(throws: FormatError(.json, "")) { try read(text) }
    #expect(throws: FormatError(.json, "")) { try read(#"{"a":\#(text)}"#) }
  }

  // MARK: Depth

  @Test func goesThirtyTwoLevelsDeep() throws {
    #expect(throws: Never.self) { try read(Self.nested(32)) }
    #expect(throws: FormatError(.json, "")) { try read(Self.nested(33)) }
    let objects = (1...33).map { String(repeating: #"{"a":"#, count: $0) + "0" + String(repeating: "}", count: $0) }
    #expect(throws: Never.self) { try read(objects[31]) }
    #expect(throws: FormatError(.json, "")) { try read(objects[32]) }
    // What is closed again does not count.
    #expect(throws: Never.self) {
      try read("[" + Array(repeating: Self.nested(31), count: 50).joined(separator: ",") + "]")
    }
    // No stack is deep enough for this one.
    #expect(throws: FormatError(.json, "")) { try read(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: FormatError(.json, "")) { try read(String(repeating: #"{"a":"#, count: 1_000_000)) }
  }

  // MARK: Names

  @Test(arguments: [
    ("the same", #"{"a":1,"a":1}"#), ("with one between", #"{"a":1,"b":2,"a":3}"#), ("empty", #"{"":1,"":2}"#),
    ("one escaped", #"{"a":1,"\u0061":2}"#), ("both escaped", #"{"\u00e9":1,"\u00E9":2}"#),
    ("a slash escaped", #"{"/":1,"\/":2}"#), ("a pair of surrogates", #"{"😀":1,"\ud83d\ude00":2}"#),
    ("further inside", #"{"x":[{"a":1,"a":2}]}"#),
  ])
  func refusesTheSameNameTwice(_ id: String, _ text: String) {
    #expect(throws: FormatError(.json, "")) { try read(text) }
  }

  /// Names are their bytes: what Swift, and Foundation's dictionaries, hold equal are two.
  @Test func keepsNamesApartThatUnicodeHoldsEqual() throws {
    let value = try read("{\"\u{e9}\":1,\"e\u{301}\":2}")
    guard case .object(let object) = value else { return #expect(Bool(false)) }
    #expect(object.members.count == 2)
    #expect(object["\u{e9}"] == 1)
    #expect(object["e\u{301}"] == 2)
  }

  /// Many names take another path than few.
  @Test(arguments: [2, 16, 17, 18, 400]) func findsTheSameNameAmongMany(_ count: Int) throws {
    let names = (0..<count).map { "\"n\($0)\":\($0)" }
    let distinct = try read("{" + names.joined(separator: ",") + "}")
    guard case .object(let object) = distinct else { return #expect(Bool(false)) }
    #expect(object.members.map(\.name) == (0..<count).map { "n\($0)" })
    for index in [0, count / 2, count - 1] {
      let twice = names + ["\"n\(index)\":0"]
      #expect(throws: FormatError(.json, "")) { try read("{" + twice.joined(separator: ",") + "}") }
    }
    let equivalent = names + ["\"\u{e9}\":1", "\"e\u{301}\":2"]
    #expect(throws: Never.self) { try read("{" + equivalent.joined(separator: ",") + "}") }
  }

  @Test func looksForTheSameNameInATimeThatDoesNotRunAway() {
    let names = (0..<50_000).map { "\"\($0)\":0" }.joined(separator: ",")
    let start = ContinuousClock.now
    #expect(throws: Never.self) { try read("{" + names + "}") }
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  // MARK: Wholeness

  @Test func refusesADocumentCutShortAnywhere() throws {
    let text = Array(#" {"a":[1,-2.5e+1,true,false,null,"x\"\\\u00e9\ud83d\ude00é😀",{}],"b":{"c":[]}}"#.utf8)
    #expect(throws: Never.self) { try JSONReader.object(text) }
    for count in 0..<text.count {
      #expect(throws: FormatError(.json, ""), "\(count) bytes") { try JSONReader.object(Array(text[..<count])) }
    }
  }

  @Test(arguments: ["null", "true", "1", "1.5", #""x""#, "[]", "[{}]"])
  func takesAnObjectAndNothingElseForABody(_ text: String) {
    #expect(throws: Never.self) { try read(text) }
    #expect(throws: FormatError(.json, "")) { try JSONReader.object(Array(text.utf8)) }
  }

  /// One byte changed at random: it never traps, and whatever it takes Foundation takes too, and it writes it again.
  @Test func isNoMoreLenientThanFoundation() throws {
    var generator = SeededGenerator(printedFor: "isNoMoreLenientThanFoundation")
    let text = Array(#"{"a":[1,-2.5e+1,true,null,"x\"\u00e9é😀"],"b":{"c":[0,10]},"d":"\ud83d\ude00"}"#.utf8)
    let bytes =
      Array(#"{}[]",:\/u0123eE.+-dD8tfn"#.utf8) + [0x00, 0x0a, 0x20, 0x7f, 0x80, 0xc3, 0xa9, 0xed, 0xef, 0xf0, 0xff]
    var taken = 0
    for _ in 0..<20_000 {
      var changed = text
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<changed.count, using: &generator)
        let byte = bytes.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed[place] = byte
        case 1: changed.insert(byte, at: place)
        default: changed.remove(at: place)
        }
      }
      guard let value = try? JSONReader.document(changed) else { continue }
      taken += 1
      if (try? JSONSerialization.jsonObject(with: Data(changed), options: .fragmentsAllowed)) == nil {
        Issue.record("taken: \(String(decoding: changed, as: UTF8.self))")
      }
      #expect(try JSONReader.document(JSONWriter.text(value)) == value)
    }
    #expect(taken > 1000 && taken < 19_000)
  }
}
