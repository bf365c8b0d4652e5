import Foundation
import SealCrypto
import SealEnvelope
import TestSupport
import Testing

struct EnvelopeTests {
  private static let lengths = [569, 1081, 2105, 2617]

  private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes = generator.bytes(count)
    if count > 0 { bytes[0] = 1 }
    return bytes
  }

  @Test(arguments: lengths) func givesBackWhatItParsed(_ count: Int) throws {
    let bytes = bytes(count)
    let envelope = try Envelope(parsing: bytes)
    #expect(envelope.bytes == bytes)
    #expect(envelope.bucket.envelopeByteCount == count)
    #expect(envelope.recipient.bytes == Array(bytes[1..<9]))
    #expect(envelope.encapsulatedKey == Array(bytes[9..<41]))
    let text = envelope.text
    let standard = Data(bytes).base64EncodedString()
    #expect(!text.contains("=") && text.utf8.count == (count * 4 + 2) / 3)
    for spelling in [text, standard, standard.replacingOccurrences(of: "=", with: "")] {
      let parsed = try Envelope(parsingText: spelling)
      #expect(parsed == envelope)
      #expect(parsed.text == text)
    }
  }

  /// The arithmetic of VERSION2.md: its one bucket makes an envelope as long as this version's default, and this
  /// version's reader refuses it for its first byte, not for its length.
  @Test func versionTwoIsAsLongAndRefused() throws {
    let (bucket, encapsulatedKey) = (1472, 1088 + 32)
    let count = EnvelopeHeader.byteCount + encapsulatedKey + bucket + HPKE.tagByteCount
    #expect(count == Bucket.bytes2560.envelopeByteCount && count == 2617)
    #expect(bucket - PlaintextLayout.overhead(signed: false) - 1 == 1470)
    #expect(bucket - PlaintextLayout.overhead(signed: true) - 1 == 1398)
    var bytes = bytes(count)
    _ = try Envelope(parsing: bytes)
    bytes[0] = 2
    #expect(throws: FormatError(.version, "")) { try Envelope(parsing: bytes) }
  }

  @Test func hasFourLengthsOfAllThereAre() {
    #expect(throws: FormatError(.length, "")) { try Envelope(parsing: []) }
    let all = bytes(2700)
    for count in 1...2700 where !Self.lengths.contains(count) {
      let bytes = Array(all[..<count])
      #expect(throws: FormatError(.length, ""), "\(count) bytes") { try Envelope(parsing: bytes) }
      #expect(throws: FormatError(.length, ""), "\(count) bytes") {
        try Envelope(parsingText: Base64URL.encode(bytes.memory.span))
      }
    }
  }

  /// The version comes before the length: a later version has lengths of its own.
  @Test func hasOneVersion() {
    for version in 0...255 as ClosedRange<UInt8> where version != 1 {
      for count in [1, 41, 569, 1200, 2617, 2618] {
        var bytes = bytes(count)
        bytes[0] = version
        #expect(throws: FormatError(.version, "")) { try Envelope(parsing: bytes) }
      }
    }
  }

  @Test func readsNoTextThatIsTooLong() {
    // 5120 characters are read, and begin with a version 0 here; one more are not, whatever they are.
    #expect(throws: FormatError(.version, "")) {
      try Envelope(parsingText: String(repeating: "A", count: 5120))
    }
    #expect(throws: FormatError(.length, "")) { try Envelope(parsingText: String(repeating: "A", count: 5121)) }
    #expect(throws: FormatError(.length, "")) { try Envelope(parsingText: String(repeating: " ", count: 5121)) }
    #expect(throws: FormatError(.encoding, "")) { try Envelope(parsingText: String(repeating: "é", count: 2560)) }
    #expect(throws: FormatError(.length, "")) { try Envelope(parsingText: String(repeating: "é", count: 2561)) }
    #expect(throws: FormatError(.length, "")) {
      try Envelope(parsingText: String(repeating: "A", count: 20_000_000))
    }
  }

  @Test(arguments: ["", " ", "AQ==\n", "-+", "{}"]) func refusesTextThatIsNotBase64URL(_ text: String) {
    #expect(throws: FormatError(.encoding, "")) { try Envelope(parsingText: text) }
  }

  /// One bit of the text more or less is another envelope or none.
  @Test func isAnotherAfterEveryChange() throws {
    let bytes = bytes(569)
    let envelope = try Envelope(parsing: bytes)
    for bit in 0..<569 * 8 {
      var other = bytes
      other[bit / 8] ^= 1 << (bit % 8)
      if bit < 8 {
        #expect(throws: FormatError(.version, "")) { try Envelope(parsing: other) }
      } else {
        #expect(try Envelope(parsing: other) != envelope)
      }
    }
  }
}
