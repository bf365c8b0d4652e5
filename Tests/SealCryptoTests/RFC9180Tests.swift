import Foundation
import TestSupport
import Testing

@testable import SealCrypto

/// RFC 9180 Appendix A.2.1, base mode, step by step.
struct RFC9180Tests {
  private let info = [UInt8](hex: "4f6465206f6e2061204772656369616e2055726e")
  private let skEm = [UInt8](hex: "f4ec9b33b792c372c1d2c2063507b684ef925b8c75a42dbcbf57d63ccd381600")
  private let pkEm = [UInt8](hex: "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a")
  private let skRm = [UInt8](hex: "8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")
  private let pkRm = [UInt8](hex: "4310ee97d88cc1f088a5576c77ab0cf5c3ac797f3d95139c6c84b5429c59662a")
  private let sharedSecret = [UInt8](hex: "0bbe78490412b4bbea4812666f7916932b828bba79942424abb65244930d69a7")
  private let keyScheduleContext = [UInt8](
    hex: """
      00431df6cd95e11ff49d7013563baf7f11588c75a6611ee2a4404a49306ae4cfc5b69c5718a60cc5876c358d3f7fc31ddb598503f67b\
      e58ea1e798c0bb19eb9796
      """)
  private let scheduleSecret = [UInt8](hex: "5b9cd775e64b437a2335cf499361b2e0d5e444d5cb41a8a53336d8fe402282c6")
  private let key = [UInt8](hex: "ad2744de8e17f4ebba575b3f5f5a8fa1f69c2a07f6e7500bc60ca6e3e3ec1c91")
  private let baseNonce = [UInt8](hex: "5c4d98150661b848853b547f")
  private let plaintext = [UInt8](hex: "4265617574792069732074727574682c20747275746820626561757479")

  struct Encryption: Sendable {
    let sequence: UInt64
    let nonce: String
    let ciphertext: String
    var aad: [UInt8] { Array("Count-\(sequence)".utf8) }
  }

  /// Every sequence number the RFC prints.
  static let encryptions = [
    Encryption(
      sequence: 0, nonce: "5c4d98150661b848853b547f",
      ciphertext: "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"),
    Encryption(
      sequence: 1, nonce: "5c4d98150661b848853b547e",
      ciphertext: "6b53c051e4199c518de79594e1c4ab18b96f081549d45ce015be002090bb119e85285337cc95ba5f59992dc98c"),
    Encryption(
      sequence: 2, nonce: "5c4d98150661b848853b547d",
      ciphertext: "71146bd6795ccc9c49ce25dda112a48f202ad220559502cef1f34271e0cb4b02b4f10ecac6f48c32f878fae86b"),
    Encryption(
      sequence: 4, nonce: "5c4d98150661b848853b547b",
      ciphertext: "63357a2aa291f5a4e5f27db6baa2af8cf77427c7c1a909e0b37214dd47db122bb153495ff0b02e9e54a50dbe16"),
    Encryption(
      sequence: 255, nonce: "5c4d98150661b848853b5480",
      ciphertext: "18ab939d63ddec9f6ac2b60d61d36a7375d2070c9b683861110757062c52b8880a5f6b3936da9cd6c23ef2a95c"),
    Encryption(
      sequence: 256, nonce: "5c4d98150661b848853b557f",
      ciphertext: "7a4a13e9ef23978e2c520fd4d2e757514ae160cd0cd05e556ef692370ca53076214c0c40d4c728d6ed9e727a5b"),
  ]

  private func ephemeral() throws -> X25519PrivateKey { try X25519PrivateKey(scalar: secret(skEm)) }
  private func recipient() throws -> X25519PrivateKey { try X25519PrivateKey(scalar: secret(skRm)) }
  private func keys() throws -> MessageKeys {
    try MessageKeys(sharedSecret: secret(sharedSecret), context: KeyScheduleContext(info: info.memory.span))
  }

  @Test func derivesThePublicKeys() throws {
    #expect(try ephemeral().publicKey.bytes == pkEm)
    #expect(try recipient().publicKey.bytes == pkRm)
  }

  @Test func agreesOnTheSharedSecret() throws {
    let sent = try DHKEM.encapsulate(to: X25519PublicKey(pkRm), ephemeral: ephemeral())
    #expect(sent.copied == sharedSecret)
    let received = try DHKEM.decapsulate(X25519PublicKey(pkEm), recipient: recipient())
    #expect(received.copied == sharedSecret)
  }

  @Test func schedulesTheKeys() throws {
    #expect(try KeyScheduleContext(info: info.memory.span).bytes == keyScheduleContext)
    #expect(try MessageKeys.secret(sharedSecret: secret(sharedSecret)).copied == scheduleSecret)
    #expect(try keys().key.copied == key)
    #expect(try keys().nonce.copied == baseNonce)
  }

  /// Sequence number 0, with `aad`, which the product's API does not offer.
  @Test func sealsAndOpensTheFirstMessage() throws {
    let first = Self.encryptions[0]
    var text = plaintext
    var tag = [UInt8](repeating: 0, count: 16)
    var textSpan = text.memory.mutableSpan
    var tagSpan = tag.memory.mutableSpan
    try keys().seal(&textSpan, tag: &tagSpan, additionalData: first.aad.memory.span)
    #expect((text + tag).hex == first.ciphertext)

    textSpan = text.memory.mutableSpan
    try keys().open(&textSpan, tag: tag.memory.span, additionalData: first.aad.memory.span)
    #expect(text == plaintext)
  }

  /// RFC 9180 §5.2: the nonce is the base nonce XOR the sequence number.
  @Test(arguments: encryptions)
  func sealsAndOpensEachMessage(_ encryption: Encryption) throws {
    var nonce = baseNonce
    for index in 0..<8 { nonce[11 - index] ^= UInt8(truncatingIfNeeded: encryption.sequence >> (8 * UInt64(index))) }
    #expect(nonce.hex == encryption.nonce)
    let (text, tag) = try encrypt(
      plaintext, key: keys().key.copied, nonce: nonce, additionalData: encryption.aad)
    #expect((text + tag).hex == encryption.ciphertext)
    #expect(try decrypt(text, tag: tag, key: key, nonce: nonce, additionalData: encryption.aad) == plaintext)
  }

  /// The product's single shot has no `aad`, and the RFC prints no such message: this one is the RFC's key and nonce
  /// through OpenSSL's ChaCha20-Poly1305.
  @Test func sealsAndOpensInASingleShot() throws {
    let context = try KeyScheduleContext(info: info.memory.span)
    let expected =
      pkEm + [UInt8](hex: "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b40f37930f628eb13216a1ba1b2aadd60")
    var message = [UInt8](repeating: 0xee, count: 32) + plaintext + [UInt8](repeating: 0xee, count: 16)
    var span = message.memory.mutableSpan
    try HPKE.seal(&span, to: recipient().publicKey, context: context, ephemeral: ephemeral())
    #expect(message == expected)
    #expect(try HPKE.open(message, with: recipient(), context: context) == plaintext)
  }

  /// That what was typed above is what the RFC's authors published.
  @Test(.enabled(if: PublicVectors.areThere, "no public vectors (CALLSEAL_PUBLIC_VECTORS)"))
  func hasTheFiguresOfThePublishedFile() throws {
    struct File: Decodable {
      struct Vector: Decodable {
        struct Encryption: Decodable { let seq: UInt64, aad: String, ct: String, nonce: String, pt: String }
        let mode: Int, kem_id: Int, kdf_id: Int, aead_id: Int
        let info: String, skRm: String, skEm: String, pkRm: String, pkEm: String, enc: String
        let shared_secret: String, key_schedule_context: String, secret: String, key: String, base_nonce: String
        let encryptions: [Encryption]
      }
      let vectors: [Vector]
    }
    let data = try PublicVectors.read("rfc9180-x25519-sha256-chachapoly-base.json")
    let file = try JSONDecoder().decode(File.self, from: data)
    #expect(file.vectors.count == 1)
    let vector = try #require(file.vectors.first)
    let suite: [Int] = [vector.mode, vector.kem_id, vector.kdf_id, vector.aead_id]
    #expect(suite == [0, 0x20, 1, 3] as [Int])
    let published: [String] = [
      vector.info, vector.skRm, vector.skEm, vector.pkRm, vector.pkEm, vector.enc, vector.shared_secret,
      vector.key_schedule_context, vector.secret, vector.key, vector.base_nonce,
    ]
    let typed: [[UInt8]] = [
      info, skRm, skEm, pkRm, pkEm, pkEm, sharedSecret, keyScheduleContext, scheduleSecret, key, baseNonce,
    ]
    #expect(published == typed.map(\.hex))
    #expect(vector.encryptions.map(\.seq) == Self.encryptions.map(\.sequence))
    #expect(vector.encryptions.map(\.ct) == Self.encryptions.map(\.ciphertext))
    #expect(vector.encryptions.map(\.nonce) == Self.encryptions.map(\.nonce))
    #expect(vector.encryptions.map(\.aad) == Self.encryptions.map(\.aad.hex))
    #expect(vector.encryptions.allSatisfy { $0.pt == plaintext.hex })
  }
}
