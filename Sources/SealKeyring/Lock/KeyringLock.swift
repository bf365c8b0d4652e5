package import SealCrypto
import SealEnvelope

/// How a keyring's private keys are locked with a passphrase.
///
/// Argon2id (RFC 9106) makes a key of the passphrase, once for the whole keyring; XChaCha20-Poly1305 locks each private
/// half with it under a random nonce of its own. Every clear member of a locked key is authenticated with it: what it
/// is for, its label, state and dates, what others added, and the lock's parameters. What is not authenticated: entries
/// without a private half, which need no passphrase to change, the order, and that an entry or the whole file is not an
/// older one.
/// ```
/// in the set   "callseal":{"keyring":1,"lock":{"kdf":"argon2id","operations":3,"memory":268435456,"salt":…16 bytes,
///              "nonce":…24 bytes,"proof":…16 bytes}}
/// in a key     no "d", and in its "callseal" member "locked":{"nonce":…24 bytes,"text":…48 bytes}
/// ```
/// The proof is the tag of an empty text: it tells a wrong passphrase from an altered key.
package struct KeyringLock: Sendable {
  package let cost: Argon2id
  let salt: [UInt8]
  let nonce: [UInt8]
  let proof: [UInt8]

  /// The longest passphrase, in bytes: longer than any person's, and read from a file within this bound.
  package static let longestPassphrase = 1024

  /// A new lock, and its key.
  static func make(_ passphrase: SecretBytes, _ cost: Argon2id) throws(KeyringError) -> (KeyringLock, SecretBytes) {
    guard (1...longestPassphrase).contains(passphrase.count) else {
      throw KeyringError(.invalid, "a passphrase has 1 to \(longestPassphrase) bytes")
    }
    do throws(CryptoError) {
      let salt = try random(Argon2id.saltByteCount)
      let key = try cost.key(passphrase: passphrase, salt: salt)
      let nonce = try random(XChaChaPoly.nonceByteCount)
      let data = Self.additionalData(cost, salt)
      let proof = try XChaChaPoly.seal([UInt8]().memory.span, key: key, nonce: nonce, additionalData: data)
      return (KeyringLock(cost: cost, salt: salt, nonce: nonce, proof: proof), key)
    } catch { throw KeyringError(error) }
  }

  /// The key that a passphrase gives.
  ///
  /// - Throws: `notOpened` for a wrong one.
  package func key(for passphrase: SecretBytes) throws(KeyringError) -> SecretBytes {
    do throws(CryptoError) {
      let key = try cost.key(passphrase: passphrase, salt: salt)
      try verify(key)
      return key
    } catch {
      guard error.code == .notAuthentic else { throw KeyringError(error) }
      throw KeyringError(.notOpened, "the passphrase is wrong, or the keyring was altered")
    }
  }

  func verify(_ key: SecretBytes) throws(CryptoError) {
    _ = try XChaChaPoly.open(proof.memory.span, key: key, nonce: nonce, additionalData: Self.additionalData(cost, salt))
  }

  static func random(_ count: Int) throws(CryptoError) -> [UInt8] {
    // Salts and nonces are public.
    try SecretBytes.random(count: count).withSpan { [UInt8](copying: $0) }
  }

  private static func additionalData(_ cost: Argon2id, _ salt: [UInt8]) -> [UInt8] {
    Array("callseal keyring 1\0argon2id \(cost.operations) \(cost.memory) \(Base64URL.encode(salt.memory.span))".utf8)
  }

  /// Its members, as they stand in the file.
  var members: JSONObject {
    [
      "kdf": "argon2id", "operations": .integer(Int64(cost.operations)), "memory": .integer(Int64(cost.memory)),
      "salt": .string(Base64URL.encode(salt.memory.span)), "nonce": .string(Base64URL.encode(nonce.memory.span)),
      "proof": .string(Base64URL.encode(proof.memory.span)),
    ]
  }

  init(cost: Argon2id, salt: [UInt8], nonce: [UInt8], proof: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.nonce = nonce
    self.proof = proof
  }

  /// Reads it, and refuses costs out of bounds before anything is paid.
  init(_ members: JSONObject) throws(FormatError) {
    guard members.members.count == 6, case .string("argon2id") = members["kdf"],
      case .integer(let operations) = members["operations"], case .integer(let memory) = members["memory"]
    else { throw FormatError(.key, "a lock of another kind; this version knows Argon2id") }
    guard let cost = Argon2id(operations: Int(operations), memory: Int(memory)) else {
      throw FormatError(
        .key, "a lock whose cost is out of bounds: at most \(Argon2id.operationsBounds.upperBound) passes over 1 GiB")
    }
    self.cost = cost
    salt = try members.bytes("salt", Argon2id.saltByteCount)
    nonce = try members.bytes("nonce", XChaChaPoly.nonceByteCount)
    proof = try members.bytes("proof", XChaChaPoly.tagByteCount)
  }
}

/// A private half under a keyring's lock: the nonce, and the 32 bytes with their tag.
package struct LockedSecret: Sendable {
  let nonce: [UInt8]
  let text: [UInt8]

  var members: JSONObject {
    ["nonce": .string(Base64URL.encode(nonce.memory.span)), "text": .string(Base64URL.encode(text.memory.span))]
  }

  init(nonce: [UInt8], text: [UInt8]) {
    self.nonce = nonce
    self.text = text
  }

  init(_ members: JSONObject) throws(FormatError) {
    guard members.members.count == 2 else { throw FormatError(.key, "a locked key of another kind") }
    nonce = try members.bytes("nonce", XChaChaPoly.nonceByteCount)
    text = try members.bytes("text", 32 + XChaChaPoly.tagByteCount)
  }
}

extension JSONObject {
  fileprivate func bytes(_ name: String, _ count: Int) throws(FormatError) -> [UInt8] {
    guard case .string(let text) = self[name] else { throw FormatError(.key, "a lock without \"\(name)\"") }
    let bytes = try Base64URL.decode(Array(text.utf8).memory.span, .exact)
    guard bytes.count == count else { throw FormatError(.key, "a lock whose \"\(name)\" has not \(count) bytes") }
    return bytes
  }
}
