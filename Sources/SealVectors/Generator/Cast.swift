import SealCrypto
import SealEnvelope

/// Who appears in the vectors. Every key and id comes from a name by SHA-256, so that the files are the same each time
/// and nobody has to believe that they were chosen well.
struct Cast {
  /// The device that most envelopes are for.
  let alice: DeviceKey
  /// Another device.
  let bob: DeviceKey
  /// A sender whom devices trust.
  let carol: SenderKey
  /// Another trusted sender.
  let dave: SenderKey
  /// A sender whom nobody knows.
  let eve: SenderKey

  init() throws {
    alice = try DeviceKey("alice")
    bob = try DeviceKey("bob")
    carol = try SenderKey("carol")
    dave = try SenderKey("dave")
    eve = try SenderKey("eve")
  }
}

/// Bytes from names.
enum Seed {
  static func bytes(_ purpose: String, _ name: String) throws -> [UInt8] {
    try SHA256.hash(Array("callseal vector \(purpose) \(name)".utf8).memory.span)
  }

  static func ephemeral(_ name: String) throws -> [UInt8] { try bytes("ephemeral", name) }

  /// A version 4 UUID by its form.
  static func id(_ name: String) throws -> String {
    var bytes = Array(try bytes("id", name).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    return EventID(bytes: bytes.memory.span).description
  }
}

/// The members of a JWK, marked as one for tests.
private func jwk(_ curve: String, _ x: [UInt8], _ d: [UInt8]?, _ thumbprint: Thumbprint) -> JSONObject {
  var members: JSONObject = ["kty": "OKP", "crv": .string(curve), "x": .string(Base64URL.encode(x.memory.span))]
  members["d"] = d.map { .string(Base64URL.encode($0.memory.span)) }
  members["kid"] = .string(thumbprint.description)
  members["callseal-test-key"] = true
  return members
}

/// A device's key, with its secret at hand.
struct DeviceKey {
  let scalar: [UInt8]
  let key: RecipientPrivateKey

  init(_ name: String) throws { try self.init(scalar: Seed.bytes("key", name)) }

  init(scalar: [UInt8]) throws {
    self.scalar = scalar
    key = try RecipientPrivateKey(rawBytes: scalar.memory.span)
  }

  var publicKey: [UInt8] { key.publicKey.rawBytes }
  var thumbprint: Thumbprint { key.publicKey.thumbprint }
  var id: [UInt8] { key.keyID.bytes }
  var privateJWK: JSONObject { jwk("X25519", publicKey, scalar, thumbprint) }
  var publicJWK: JSONObject { jwk("X25519", publicKey, nil, thumbprint) }
}

/// A sender's key, with its secret at hand.
struct SenderKey {
  let seed: [UInt8]
  let key: SenderPrivateKey

  init(_ name: String) throws {
    let seed = try Seed.bytes("key", name)
    self.seed = seed
    key = try SenderPrivateKey(seed: seed.memory.span)
  }

  var publicKey: [UInt8] { key.publicKey.rawBytes }
  var thumbprint: Thumbprint { key.publicKey.thumbprint }
  var id: [UInt8] { key.keyID.bytes }
  var privateJWK: JSONObject { jwk("Ed25519", publicKey, seed, thumbprint) }
  var publicJWK: JSONObject { jwk("Ed25519", publicKey, nil, thumbprint) }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
    var span = signature.memory.mutableSpan
    try key.key.sign(message.memory.span, into: &span)
    return signature
  }
}
