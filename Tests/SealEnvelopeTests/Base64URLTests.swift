import Foundation
import SealCrypto
import SealEnvelope
import TestSupport
import Testing

struct Base64URLTests {
  private let malformed = FormatError(.encoding, "")

  private func decode(_ text: String, _ reading: Base64URL.Reading) throws(FormatError) -> [UInt8] {
    try Base64URL.decode(Array(text.utf8).memory.span, reading)
  }

  /// The four ways to write bytes that a lenient reader takes, by Foundation.
  private func spellings(_ bytes: [UInt8]) -> (url: String, others: Set<String>) {
    let padded = Data(bytes).base64EncodedString()
    func url(_ text: String) -> String {
      text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
    func bare(_ text: String) -> String { text.replacingOccurrences(of: "=", with: "") }
    return (url(bare(padded)), [padded, bare(padded), url(padded)])
  }

  @Test(arguments: 0...64) func agreesWithFoundation(_ count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    for round in 0..<20 {
      // The first rounds hold nothing but the two characters that the alphabets differ in.
      let bytes =
        round == 0
        ? [UInt8](repeating: 0xfb, count: count)
        : round == 1 ? [UInt8](repeating: 0xff, count: count) : generator.bytes(count)
      let (text, others) = spellings(bytes)
      #expect(Base64URL.encode(bytes.memory.span) as String == text)
      #expect(Base64URL.encodedCount(count) == text.utf8.count)
      #expect(Base64URL.largestDecodedCount(text.utf8.count) == count)
      guard count > 0 else { continue }
      #expect(try decode(text, .exact) == bytes)
      #expect(try decode(text, .lenient) == bytes)
      for other in others {
        #expect(try decode(other, .lenient) == bytes)
        if other != text { #expect(throws: malformed) { try decode(other, .exact) } }
      }
    }
  }

  @Test(arguments: [
    ("nothing", ""), ("white space", " "), ("a character alone", "A"), ("five characters", "AAAAA"),
    ("both alphabets, plus", "-+AA"), ("both alphabets, slash", "_/AA"), ("both alphabets, far apart", "-AAAAAAAAAA/"),
    ("both alphabets, crosswise", "AA+_"), ("a space inside", "AA AA"), ("a newline behind", "AAAA\n"),
    ("a newline inside", "AA\nAA"), ("a tab", "AAA\t"), ("one sign of padding too few", "AA="),
    ("one sign of padding too many", "AAA=="), ("padding that nothing asks for", "AAAA="),
    ("padding for a whole group", "AAAA===="), ("two too many", "AAAA=="), ("padding alone", "="),
    ("a group of padding", "===="), ("a character and padding", "A==="), ("padding inside", "AA==AAAA"),
    ("padding in front", "==AA"), ("padding in the middle", "A=A="), ("bits behind two characters", "AB"),
    ("bits behind three characters", "AAB"), ("bits behind two characters, padded", "AB=="),
    ("bits behind three characters, padded", "AAB="), ("a zero byte", "AAA\0"), ("a dot", "AAA."),
    ("another script", "AAÄ"), ("a full-width letter", "Ａ"), ("percent-encoded padding", "AA%3D%3D"),
  ])
  func refuses(_ id: String, _ text: String) {
    #expect(throws: malformed) { try decode(text, .lenient) }
    #expect(throws: malformed) { try decode(text, .exact) }
  }

  /// Every byte at every place of a group, but for the 66 that one of the alphabets has.
  @Test func refusesEveryForeignByte() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/".utf8)
    #expect(alphabet.count == 66)
    for place in 0..<4 {
      for byte in 0...255 as ClosedRange<UInt8> {
        var text = Array("AAAAAAAA".utf8)
        text[4 + place] = byte
        // One sign of padding at the very end is what three characters have.
        let isPadding = byte == UInt8(ascii: "=") && place == 3
        let isTaken = (try? Base64URL.decode(text.memory.span, .lenient)) != nil
        #expect(isTaken == (alphabet.contains(byte) || isPadding), "byte \(byte) at \(place)")
      }
    }
  }

  @Test func refusesEveryBitBehindTheLastByte() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for (value, character) in alphabet.enumerated() {
      #expect(((try? decode("A\(character)", .exact)) != nil) == (value & 0x0f == 0))
      #expect(((try? decode("AA\(character)", .exact)) != nil) == (value & 0x03 == 0))
      #expect((try? decode("AAA\(character)", .exact)) != nil)
    }
  }

  /// Each text of up to five of these characters is taken if and only if it is one of the four spellings of some bytes.
  @Test func takesTheFourSpellingsAndNothingElse() throws {
    let characters = Array("Ag-+=\n".utf8)
    var texts: [[UInt8]] = [[]]
    var level = texts
    for _ in 0..<5 {
      level = level.flatMap { text in characters.map { text + [$0] } }
      texts += level
    }
    var taken = 0
    for text in texts {
      let text = String(decoding: text, as: UTF8.self)
      var standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "=", with: "")
      standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
      let bytes = standard.contains("\n") || standard.isEmpty ? nil : Data(base64Encoded: standard).map { [UInt8]($0) }
      let isSpelling = bytes.map { bytes in
        let (url, others) = spellings(bytes)
        return url == text || others.contains(text)
      }
      let decoded = try? decode(text, .lenient)
      if isSpelling == true {
        taken += 1
        if decoded != bytes { Issue.record("not taken: \(text.debugDescription)") }
      } else if decoded != nil {
        Issue.record("taken: \(text.debugDescription)")
      }
    }
    #expect(texts.count == 9331)
    #expect(taken > 100)
  }

  @Test func appendsAndOverwritesWhereItIsTold() {
    var text = Array("x".utf8)
    Base64URL.encode([0xfb, 0xff].memory.span, onto: &text)
    #expect(text == Array("x-_8".utf8))
    var room = Array("......".utf8)
    var span = room.memory.mutableSpan
    span.withSlice(1..<5) { Base64URL.encode([1, 2, 3].memory.span, into: &$0) }
    #expect(room == Array(".AQID.".utf8))
  }
}
