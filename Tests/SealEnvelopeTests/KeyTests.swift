import SealCrypto
import SealEnvelope
import TestSupport
import Testing

/// The keys of RFC 7748 §6.1 (Bob's) and RFC 8032 §7.1 (test 1), which RFC 8037 Appendix A uses as well.
enum PublishedKeys {
  static let recipientScalar = [UInt8](hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
  static let recipientPublic = [UInt8](hex: "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
  /// RFC 8037 A.6.
  static let recipientX = "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"
  static let recipientD = "XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC-LJ_-I4Os"
  /// By Python's hashlib, over RFC 7638's canonical text.
  static let recipientThumbprint = "giQqigT_IKcuzHl0FVJ3k5ts3_TWNAxvsC08UZsfcM8"

  static let senderSeed = [UInt8](hex: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
  static let senderPublic = [UInt8](hex: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
  /// RFC 8037 A.1 to A.3.
  static let senderX = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
  static let senderD = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
  static let senderThumbprint = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
}

extension SecretBytes {
  /// A copy, for comparing.
  var copied: [UInt8] { withSpan { [UInt8](copying: $0) } }
}

extension RecipientPrivateKey {
  init(copying bytes: [UInt8]) throws(FormatError) { try self.init(rawBytes: bytes.memory.span) }
  var scalar: [UInt8] { withRawBytes { [UInt8](copying: $0) } }
}

extension SenderPrivateKey {
  init(copying bytes: [UInt8]) throws(FormatError) { try self.init(seed: bytes.memory.span) }
  var seed: [UInt8] { withSeed { [UInt8](copying: $0) } }
}

struct KeyTests {
  @Test func hasTheThumbprintOfTheRFC() throws {
    let sender = try SenderPublicKey(rawBytes: PublishedKeys.senderPublic)
    #expect(sender.thumbprint.description == PublishedKeys.senderThumbprint)
    #expect(sender.thumbprint.bytes.hex == "90facafea9b1556698540f70c0117a22ea37bd5cf3ed3c47093c1707282b4b89")
    // The key id is of the digest, not of its text.
    #expect(sender.keyID.description == "90facafea9b15566")
    let recipient = try RecipientPublicKey(rawBytes: PublishedKeys.recipientPublic)
    #expect(recipient.thumbprint.description == PublishedKeys.recipientThumbprint)
    #expect(recipient.keyID.description == "82242a8a04ff20a7")
  }

  @Test func makesThePublicKeysOfTheRFC() throws {
    let recipient = try RecipientPrivateKey(copying: PublishedKeys.recipientScalar)
    #expect(recipient.publicKey.rawBytes == PublishedKeys.recipientPublic)
    #expect(recipient.keyID == recipient.publicKey.keyID)
    #expect(recipient.scalar == PublishedKeys.recipientScalar)
    let sender = try SenderPrivateKey(copying: PublishedKeys.senderSeed)
    #expect(sender.publicKey.rawBytes == PublishedKeys.senderPublic)
    #expect(sender.keyID == sender.publicKey.keyID)
    #expect(sender.seed == PublishedKeys.senderSeed)
  }

  @Test func refusesKeysOfAnotherLength() {
    for count in Array(0...31) + Array(33...65) {
      let bytes = [UInt8](repeating: 9, count: count)
      #expect(throws: FormatError(.key, "")) { try RecipientPublicKey(rawBytes: bytes) }
      #expect(throws: FormatError(.key, "")) { try SenderPublicKey(rawBytes: bytes) }
      #expect(throws: FormatError(.key, "")) { try RecipientPrivateKey(copying: bytes) }
      #expect(throws: FormatError(.key, "")) { try SenderPrivateKey(copying: bytes) }
    }
  }

  @Test(arguments: [
    ("zero", String(repeating: "00", count: 32)), ("one", "01" + String(repeating: "00", count: 31)),
    ("minus one", "ec" + String(repeating: "ff", count: 30) + "7f"),
    ("p", "ed" + String(repeating: "ff", count: 30) + "7f"), ("all bits", String(repeating: "ff", count: 32)),
  ])
  func refusesKeysThatProtectNothing(_ id: String, _ bytes: String) {
    #expect(throws: FormatError(.key, "")) { try RecipientPublicKey(rawBytes: [UInt8](hex: bytes)) }
    #expect(throws: FormatError(.key, "")) { try SenderPublicKey(rawBytes: [UInt8](hex: bytes)) }
  }

  /// Bit 255 is a sign on one curve and nothing at all on the other.
  @Test func refusesBit255OfARecipientsKey() throws {
    var bytes = PublishedKeys.recipientPublic
    bytes[31] |= 0x80
    #expect(throws: FormatError(.key, "")) { try RecipientPublicKey(rawBytes: bytes) }
  }

  @Test func printsNoSecret() throws {
    let recipient = try RecipientPrivateKey(copying: PublishedKeys.recipientScalar)
    let sender = try SenderPrivateKey(copying: PublishedKeys.senderSeed)
    #expect("\(recipient)" == "RecipientPrivateKey(\(PublishedKeys.recipientThumbprint), redacted)")
    #expect("\(sender)" == "SenderPrivateKey(\(PublishedKeys.senderThumbprint), redacted)")
    var dumped = ""
    dump(recipient, to: &dumped)
    dump(sender, to: &dumped)
    dump(JWK.Key.recipientPrivate(recipient), to: &dumped)
    dump(JWK.Key.senderPrivate(sender), to: &dumped)
    dump(try recipient.privateJWK(), to: &dumped)
    dump(try sender.privateJWK(), to: &dumped)
    let printed = dumped + String(reflecting: recipient) + String(reflecting: sender) + "\([recipient]) \([sender])"
    for secret in [PublishedKeys.recipientScalar, PublishedKeys.senderSeed] {
      let firstBytes = secret.prefix(3).map(String.init).joined(separator: ", ")
      for trace in [secret.hex, String(secret.hex.prefix(8)), firstBytes] { #expect(!printed.contains(trace)) }
    }
    for trace in [PublishedKeys.recipientD, PublishedKeys.senderD] { #expect(!printed.contains(trace)) }
    // The bytes one below the other, as a dump would show them.
    #expect(!printed.contains("- 93\n") && !printed.contains("- 157\n"))
  }

  /// Keys that begin or end in zero bytes keep all of their 32.
  @Test func keepsZeroBytesAtEitherEnd() throws {
    for scalar in [
      [0] + [UInt8](repeating: 7, count: 31), [UInt8](repeating: 7, count: 31) + [0],
      [0, 0] + [UInt8](repeating: 7, count: 28) + [0, 0], [UInt8](repeating: 0, count: 32),
    ] {
      let recipient = try RecipientPrivateKey(copying: scalar)
      let again = try RecipientPrivateKey(parsingJWK: recipient.privateJWK().copied)
      #expect(again.scalar == scalar)
      #expect(again.publicKey == recipient.publicKey)
      let sender = try SenderPrivateKey(copying: scalar)
      let signing = try SenderPrivateKey(parsingJWK: sender.privateJWK().copied)
      #expect(signing.seed == scalar)
    }
    var (leading, trailing, made) = (0, 0, 0)
    while leading == 0 || trailing == 0 {
      made += 1
      let key = try RecipientPrivateKey.generate().publicKey
      guard key.rawBytes[0] == 0 || key.rawBytes[31] == 0 else { continue }
      if key.rawBytes[0] == 0 { leading += 1 } else { trailing += 1 }
      #expect(try RecipientPublicKey(parsingJWK: Array(key.jwk.utf8)) == key)
      try #require(made < 100_000)
    }
  }
}
