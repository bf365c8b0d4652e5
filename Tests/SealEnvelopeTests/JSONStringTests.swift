import SealEnvelope
import TestSupport
import Testing

struct JSONStringTests {
  private func read(_ bytes: [UInt8]) throws(FormatError) -> JSONValue {
    try JSONReader.document([0x22] + bytes + [0x22])
  }

  private func isTaken(_ bytes: [UInt8]) -> Bool { (try? read(bytes)) != nil }

  // MARK: UTF-8

  /// Every sequence of two bytes, against Swift's own decoder.
  @Test func takesEveryPairOfBytesThatIsUTF8() {
    for first in 0x80...0xff as ClosedRange<UInt8> {
      for second in 0...0xff as ClosedRange<UInt8> where second != 0x22 && second != 0x5c && second >= 0x20 {
        #expect(isTaken([first, second]) == (String(validating: [first, second], as: UTF8.self) != nil))
      }
    }
  }

  @Test(arguments: [
    ("a lone continuation", "80"), ("two bytes overlong: slash", "c0af"), ("two bytes overlong: zero", "c080"),
    ("two bytes overlong: 7f", "c1bf"), ("three bytes overlong: slash", "e080af"),
    ("three bytes overlong: 7ff", "e09fbf"),
    ("four bytes overlong: slash", "f08080af"), ("four bytes overlong: ffff", "f08fbfbf"),
    ("a high surrogate", "eda080"), ("the last high surrogate", "edafbf"), ("a low surrogate", "edb080"),
    ("the last low surrogate", "edbfbf"), ("a pair of them (CESU-8)", "eda0bdedb880"), ("above U+10FFFF", "f4908080"),
    ("far above it", "f5808080"), ("five bytes", "f888808080"), ("six bytes", "fc8480808080"), ("fe", "fe"),
    ("ff", "ff"),
    ("two of three bytes", "e282"), ("three of four bytes", "f09f98"), ("one of two bytes", "c3"),
    ("a letter in a sequence", "e28241"), ("a lead in a sequence", "e2c3a9"),
  ])
  func refusesBytes(_ id: String, _ bytes: String) {
    #expect(throws: FormatError(.json, "")) { try read([UInt8](hex: bytes)) }
    #expect(throws: FormatError(.json, "")) { try read(Array("ab".utf8) + [UInt8](hex: bytes) + Array("cd".utf8)) }
    // At the very end of the text, where nothing follows.
    #expect(throws: FormatError(.json, "")) { try JSONReader.document([0x22] + [UInt8](hex: bytes)) }
  }

  /// Each scalar there is, raw and escaped: all but the 66 noncharacters are taken as themselves.
  @Test func takesEveryScalarButTheNoncharacters() throws {
    var refused = 0
    for value in 0x20...0x10ffff as ClosedRange<UInt32> {
      // All of the first plane, and the ends and some of the others.
      guard value < 0x3000 || value & 0xffff >= 0xfd00 || value & 0xffff < 0x10 || 0xd000...0xe000 ~= value else {
        continue
      }
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isNoncharacter = value & 0xffff >= 0xfffe || 0xfdd0...0xfdef ~= value
      let raw = Array(String(scalar).utf8)
      let escaped = Array(
        String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined().utf8)
      for spelling in [raw, escaped] where !(spelling == raw && (value == 0x22 || value == 0x5c)) {
        if isNoncharacter {
          refused += 1
          if isTaken(spelling) { Issue.record("a noncharacter: \(value)") }
        } else if try read(spelling) != .string(String(scalar)) {
          Issue.record("another scalar: \(value)")
        }
      }
    }
    #expect(refused == 2 * 66)
  }

  // MARK: Escapes

  @Test(arguments: [
    #"\"#, #"\x41"#, #"\a"#, #"\v"#, #"\0"#, #"\'"#, #"\U0041"#, #"\u"#, #"\u4"#, #"\u41"#, #"\u004"#, #"\u004g"#,
    #"\u 041"#, #"\u+041"#, #"\u{41}"#, #"\ud800"#, #"\udbff"#, #"\udc00"#, #"\udfff"#, #"\ud83d "#, #"\ud83d\n"#,
    #"\ud83d\u0041"#, #"\ud83d\ud83d"#, #"\ud83dx\ude00"#, #"\ude00\ud83d"#, #"\ud83d\\ude00"#, #"\ud83d\u"#,
    #"\ud83d\ude0"#, #"\uＡBCD"#,
    #"\ufffe"#, #"\uffff"#, #"\ufdd0"#, #"\udbff\udfff"#, #"\ud83f\udffe"#,
  ])
  func refusesEscape(_ text: String) {
    #expect(throws: FormatError(.json, "")) { try read(Array(text.utf8)) }
  }

  @Test func refusesControlCharacters() {
    for byte in 0..<0x20 as Range<UInt8> { #expect(!isTaken([byte])) }
    #expect(isTaken([0x7f]))
  }

  // MARK: Pulling

  @Test func givesTheBytesOfASecretWithoutAString() throws {
    for (text, expected) in [
      (#""""#, ""), (#""abc""#, "abc"), (#""a\u0062\"\\\/é\ud83d\ude00""#, "ab\"\\/é😀"), (#" "x""#, "x"),
    ] {
      var reader = JSONReader(Array(text.utf8))
      var bytes: [UInt8] = []
      try reader.stringBytes { bytes.append($0) }
      try reader.end()
      #expect(bytes == Array(expected.utf8))
    }
    for text in ["1", "null", "", #""a"#, #""\ud800""#, "\"\u{fffe}\""] {
      var reader = JSONReader(Array(text.utf8))
      var count = 0
      #expect(throws: FormatError(.json, "")) { try reader.stringBytes { _ in count += 1 } }
      // Nothing of a string that is not whole has been given away.
      #expect(count == 0)
    }
  }
}
