import SealCrypto
import SealEnvelope
import TestSupport
import Testing

/// The names in an envelope: of the app, of keys, and how they enter what is sealed and signed.
struct NameTests {
  @Test(arguments: ["a", "com.example.App", "A-1.b", ".", "-", "9", String(repeating: "a", count: 155)])
  func takesAnAudience(_ text: String) throws {
    #expect(try Audience(text).bundleIdentifier == text)
    #expect(try Audience(text).description == text)
  }

  @Test(arguments: [
    "", " ", "com.example.app ", "com.example.app\n", "com.example app", "com/example", "com_example", "com.exämple",
    "com.example\0", "*", "com.example.app.*", String(repeating: "a", count: 156), "соm.example",
  ])
  func refusesAnAudience(_ text: String) {
    #expect(throws: FormatError(.audience, "")) { try Audience(text) }
  }

  @Test func allowsTheSixtyFourCharactersOfAnAudience() {
    let allowed = (0...127 as ClosedRange<UInt8>).filter {
      (try? Audience(String(decoding: [$0], as: UTF8.self))) != nil
    }
    let expected = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    #expect(String(decoding: allowed, as: UTF8.self) == expected)
  }

  @Test func comparesAudiencesByLetterCase() throws {
    #expect(try Audience("com.example.app") != Audience("com.example.App"))
  }

  @Test(arguments: [
    (UInt64(0), "0000000000000000"), (1, "0000000000000001"), (0x0123_4567_89ab_cdef, "0123456789abcdef"),
    (.max, "ffffffffffffffff"), (0x00ff_0000_0000_0000, "00ff000000000000"),
  ])
  func writesAKeyID(_ value: UInt64, _ text: String) {
    let id = KeyID(rawValue: value)
    #expect(id.description == text)
    #expect(id.bytes.hex == text)
    #expect(KeyID((id.bytes + [9]).memory.span) == id)
  }

  private func key() throws -> RecipientPublicKey {
    try RecipientPublicKey(
      rawBytes: [UInt8](hex: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
  }

  /// §2 of the format, byte by byte.
  @Test func bindsHeaderAndAudienceInTheInfo() throws {
    let header = EnvelopeHeader(recipient: KeyID(rawValue: 0x0102_0304_0506_0708))
    #expect(header.bytes.hex == "010102030405060708")
    let info = header.info(for: try Audience("a.B-1"))
    // "callseal/v1", 00, the header, "a.B-1"
    #expect(info.hex == "63616c6c7365616c2f7631" + "00" + "010102030405060708" + "612e422d31")
  }

  @Test func bindsRecipientAudienceAndBodyInTheStatement() throws {
    let statement = try SenderStatement(
      recipient: key(), audience: Audience("a.B-1"), body: Array("{}".utf8).memory.span)
    // "callseal/v1 sender", 00, the recipient's public key, "a.B-1", 00, "{}"
    #expect(
      statement.bytes.hex == "63616c6c7365616c2f76312073656e646572" + "00"
        + "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f" + "612e422d31" + "00" + "7b7d")
  }
}
