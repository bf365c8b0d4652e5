import SealCrypto
import SealEnvelope
import TestSupport
import Testing

struct PlaintextLayoutTests {
  private func layout(_ padded: [UInt8]) throws(FormatError) -> PlaintextLayout {
    try PlaintextLayout(of: padded.memory.span)
  }

  private func pad(_ text: [UInt8], to count: Int = 512) -> [UInt8] {
    text + [0x80] + [UInt8](repeating: 0, count: count - text.count - 1)
  }

  private let sender = [UInt8](hex: "0102030405060708")

  @Test func findsTheBodyOfAnUnsignedEvent() throws {
    for count in 0...510 {
      let found = try layout(pad([0x00] + [UInt8](repeating: 0x7b, count: count)))
      #expect(found.signature == nil)
      #expect(found.body == 1..<1 + count)
    }
  }

  @Test func findsTheBodyAndTheSignatureOfASignedEvent() throws {
    for count in 0...438 {
      let signature = [UInt8](repeating: 0x80, count: 64)
      let found = try layout(pad([0x01] + sender + signature + [UInt8](repeating: 0x7b, count: count)))
      let signed = try #require(found.signature)
      #expect(signed.sender.bytes == sender)
      #expect(signed.range == 9..<73)
      #expect(found.body == 73..<73 + count)
    }
  }

  /// A body may end in what looks like padding: only the last 0x80 is.
  @Test func takesTheLastMarkForThePadding() throws {
    for body in [[0x80], [0x80, 0x00], [0x00], [0x00, 0x00], [0x80, 0x80, 0x00, 0x00]] as [[UInt8]] {
      #expect(try layout(pad([0x00] + body)).body == 1..<1 + body.count)
    }
  }

  @Test(
    arguments: [
      ("nothing at all", []), ("zeros alone", [UInt8](repeating: 0, count: 512)), ("no mark", [0x00, 0x7b, 0x7d]),
      ("another mark", [0x00, 0x7b, 0x81, 0x00, 0x00]), ("a one in the padding", [0x00, 0x7b, 0x80, 0x00, 0x01]),
      ("a one at the beginning of the padding", [0x00, 0x7b, 0x80, 0x01, 0x00]),
      ("half a mark", [0x00, 0x7b, 0x40, 0x00]), ("PKCS #7", [0x00, 0x7b, 0x03, 0x03, 0x03]),
      ("an unknown first byte as well", [0x02, 0x7b, 0x7d]),
    ] as [(String, [UInt8])])
  func refusesPadding(_ id: String, _ padded: [UInt8]) {
    #expect(throws: FormatError(.padding, "")) { try layout(padded) }
  }

  /// Every bit of the mark and of the zeros behind it.
  @Test func refusesEveryOtherBitOfPadding() throws {
    let padded = pad([0x00] + Array("{}".utf8), to: 64)
    for bit in 3 * 8..<64 * 8 {
      var wrong = padded
      wrong[bit / 8] ^= 1 << (bit % 8)
      // A second mark behind the first is the only change that leaves a padding, with another body.
      let isMark = wrong[bit / 8] == 0x80
      if isMark {
        #expect(try layout(wrong).body == 1..<bit / 8)
      } else {
        #expect(throws: FormatError(.padding, "")) { try layout(wrong) }
      }
    }
  }

  @Test func refusesAPlaintextOfUnknownKind() {
    for mark in 2...255 as ClosedRange<UInt8> {
      #expect(throws: FormatError(.plaintext, "")) { try layout(pad([mark] + Array("{}".utf8))) }
    }
    // Nothing before the padding: even the first byte is missing.
    #expect(throws: FormatError(.plaintext, "")) { try layout(pad([])) }
    #expect(throws: FormatError(.plaintext, "")) { try layout([0x80]) }
  }

  @Test func refusesASignedPlaintextCutShort() throws {
    for count in 0..<72 {
      #expect(throws: FormatError(.plaintext, ""), "\(count) bytes") {
        try layout(pad([0x01] + [UInt8](repeating: 7, count: count)))
      }
    }
    #expect(try layout(pad([0x01] + [UInt8](repeating: 7, count: 72))).body == 73..<73)
  }

  @Test func hasTheOverheadOfTheFormat() {
    #expect(PlaintextLayout.overhead(signed: false) == 1)
    #expect(PlaintextLayout.overhead(signed: true) == 73)
  }
}
