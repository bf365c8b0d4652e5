import SealCrypto
import SealEnvelope

/// Seals whatever it is given, also what no sealer would: the pieces of HPKE (RFC 9180 §4.1, §5.1), each of which can
/// be replaced by a wrong one while all others stay right.
struct Forge {
  let recipient: DeviceKey
  var audience = Forge.audience
  /// Version and key id, where not those of the format.
  var header: [UInt8]?
  /// HPKE's info, where not that of the format.
  var info: [UInt8]?
  var additionalData: [UInt8] = []
  /// `enc` as it stands in the envelope, where it is not the ephemeral key's.
  var encapsulated: [UInt8]?
  /// Whether the Diffie-Hellman secret is all zeros, as it is for an `enc` of low order.
  var isSecretZero = false
  /// HPKE's sequence number; single-shot is 0.
  var sequenceNumber: UInt8 = 0

  static let audience = "org.example.app"
  static let version: UInt8 = 1

  init(to recipient: DeviceKey) { self.recipient = recipient }

  /// The envelope around a plaintext that is padded already, or is not.
  func envelope(_ plaintext: [UInt8], ephemeral name: String) throws -> [UInt8] {
    let header = header ?? [Self.version] + recipient.id
    let info = info ?? Array("callseal/v1\0".utf8) + header + audience.utf8
    let (encapsulated, secret) = try exchange(Seed.ephemeral(name))
    let context = encapsulated + recipient.publicKey
    let key = try Self.extract("eae_prk", secret)
    let shared = try SecretBytes(count: 32) { shared throws(CryptoError) in
      let label = [0, 32] + Array("HPKE-v1".utf8) + Self.kemSuite + Array("shared_secret".utf8)
      try HKDF.expand(key, info: label + context, into: &shared)
    }
    let keys = try MessageKeys(sharedSecret: shared, context: KeyScheduleContext(info: info.memory.span))
    var text = plaintext
    var tag = [UInt8](repeating: 0, count: HPKE.tagByteCount)
    try seal(&text, &tag, keys)
    return header + encapsulated + text + tag
  }

  private static let kemSuite = Array("KEM".utf8) + [0x00, 0x20]

  private static func extract(_ label: String, _ secret: [UInt8]) throws -> SecretBytes {
    let nothing: [UInt8] = []
    let label = Array("HPKE-v1".utf8) + kemSuite + Array(label.utf8)
    return try HKDF.extract(salt: nothing.memory.span, label: label.memory.span, inputKeyMaterial: secret.memory.span)
  }

  /// `enc` and the Diffie-Hellman secret. For an `enc` that is given, the recipient's half of the exchange is made: the
  /// vectors know every secret.
  private func exchange(_ ephemeral: [UInt8]) throws -> ([UInt8], [UInt8]) {
    var secret = [UInt8](repeating: 0, count: 32)
    var span = secret.memory.mutableSpan
    if let encapsulated {
      if !isSecretZero {
        try Backend.x25519(scalar: recipient.scalar.memory.span, point: encapsulated.memory.span, into: &span)
      }
      return (encapsulated, secret)
    }
    try Backend.x25519(scalar: ephemeral.memory.span, point: recipient.publicKey.memory.span, into: &span)
    let key = try X25519PrivateKey(scalar: SecretBytes(copying: ephemeral.memory.span))
    return (key.publicKey.bytes, secret)
  }

  private func seal(_ text: inout [UInt8], _ tag: inout [UInt8], _ keys: MessageKeys) throws {
    // The nonce of a sequence number is the base nonce with that number added by XOR (RFC 9180 §5.2).
    var nonce = keys.nonce.withSpan { [UInt8](copying: $0) }
    nonce[11] ^= sequenceNumber
    var textSpan = text.memory.mutableSpan
    var tagSpan = tag.memory.mutableSpan
    try keys.key.withSpan { key throws(CryptoError) in
      try Backend.chachaPolySeal(
        &textSpan, tag: &tagSpan, key: key, nonce: nonce.memory.span, additionalData: additionalData.memory.span)
    }
  }
}

/// The plaintext of an envelope, piece by piece.
enum Plaintext {
  static func pad(_ plaintext: [UInt8], to bucket: Int = 512) -> [UInt8] {
    let padded = plaintext + [0x80]
    return padded + [UInt8](repeating: 0, count: max(0, bucket - padded.count))
  }

  static func unsigned(_ body: [UInt8]) -> [UInt8] { [0x00] + body }

  static func signed(_ body: [UInt8], id: [UInt8], signature: [UInt8]) -> [UInt8] { [0x01] + id + signature + body }

  /// What a sender signs.
  static func statement(
    _ body: [UInt8], to recipient: DeviceKey, audience: String = Forge.audience, label: String = "callseal/v1 sender\0"
  ) -> [UInt8] {
    Array(label.utf8) + recipient.publicKey + Array(audience.utf8) + [0x00] + body
  }
}
