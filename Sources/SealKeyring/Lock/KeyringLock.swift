package import SealCrypto
import SealEnvelope

/// How a keyring is locked with a passphrase.
///
/// Argon2id (RFC 9106) makes a key of the passphrase, once for the whole keyring; XChaCha20-Poly1305 locks each private
/// half with it under a random nonce of its own, together with every clear member of that key. A `KeyringSeal` under
/// the same key authenticates the whole: public keys and other tools' too, what they are for, their order and count.
/// So every change needs the passphrase, and whoever reads without it takes public keys at the file's word.
/// ```
/// in the set   "callseal":{"keyring":1,"lock":{"kdf":"argon2id","operations":3,"memory":268435456,"salt":…16 bytes,
///              "nonce":…24 bytes,"proof":…16 bytes,"seal":{"changes":…,"nonce":…24 bytes,"tag":…16 bytes}}}
/// in a key     no "d", and in its "callseal" member "locked":{"nonce":…24 bytes,"text":…48 bytes}
/// ```
/// The proof is the tag of an empty text: it tells a wrong passphrase from an altered key. A lock without a seal is an
/// earlier version's. It opens, and the next change seals it; what is authenticated says which of the two forms a lock
/// has, so that nobody makes the later one into the earlier.
package struct KeyringLock: Sendable {
  package let cost: Argon2id
  /// 16 bytes that are another lock's with every passphrase that is set.
  package let salt: [UInt8]
  private let nonce: [UInt8]
  private let proof: [UInt8]
  /// What authenticates the whole; nothing in a lock of an earlier version.
  let seal: KeyringSeal?

  /// The longest passphrase, in bytes: longer than any person's, and read from a file within this bound.
  package static let longestPassphrase = 1024

  /// A new lock, not yet sealed, and its key. It goes on counting the changes after `changes`.
  static func make(
    _ passphrase: SecretBytes, _ cost: Argon2id, after changes: Int64
  ) throws(KeyringError) -> (KeyringLock, SecretBytes) {
    guard (1...longestPassphrase).contains(passphrase.count), !PassphraseText.isBlank(passphrase) else {
      throw KeyringError(.invalid, "a passphrase has 1 to \(longestPassphrase) bytes, and not only white space")
    }
    do throws(CryptoError) {
      let salt = try random(Argon2id.saltByteCount)
      let key = try cost.key(passphrase: PassphraseText.composed(passphrase), salt: salt)
      let unproven = KeyringLock(cost: cost, salt: salt, nonce: [], proof: [], seal: .unmade(after: changes))
      return (try unproven.renewed(key), key)
    } catch { throw KeyringError(error) }
  }

  /// The same lock in today's form, under a fresh nonce, to be sealed.
  func renewed(_ key: SecretBytes) throws(CryptoError) -> KeyringLock {
    let nonce = try Self.random(XChaChaPoly.nonceByteCount)
    let seal = seal ?? .unmade(after: 0)
    let data = Self.additionalData(cost, salt, seal)
    let proof = try XChaChaPoly.seal([UInt8]().memory.span, key: key, nonce: nonce, additionalData: data)
    return KeyringLock(cost: cost, salt: salt, nonce: nonce, proof: proof, seal: seal)
  }

  /// The same lock with another seal.
  func sealed(with seal: KeyringSeal) -> KeyringLock {
    KeyringLock(cost: cost, salt: salt, nonce: nonce, proof: proof, seal: seal)
  }

  /// The key that a passphrase gives, in whichever of its forms it was set.
  ///
  /// - Throws: `notOpened` for a wrong one.
  package func key(for passphrase: SecretBytes) throws(KeyringError) -> SecretBytes {
    do throws(CryptoError) {
      for form in try PassphraseText.forms(of: passphrase) {
        let key = try cost.key(passphrase: form, salt: salt)
        do throws(CryptoError) {
          try verify(key)
          return key
        } catch { guard error.code == .notAuthentic else { throw error } }
      }
    } catch { throw KeyringError(error) }
    throw KeyringError(.notOpened, "the passphrase is wrong, or the keyring was altered")
  }

  func verify(_ key: SecretBytes) throws(CryptoError) {
    let data = Self.additionalData(cost, salt, seal)
    _ = try XChaChaPoly.open(proof.memory.span, key: key, nonce: nonce, additionalData: data)
  }

  static func random(_ count: Int) throws(CryptoError) -> [UInt8] {
    // Salts and nonces are public.
    try SecretBytes.random(count: count).withSpan { [UInt8](copying: $0) }
  }

  private static func additionalData(_ cost: Argon2id, _ salt: [UInt8], _ seal: KeyringSeal?) -> [UInt8] {
    let salt = Base64URL.encode(salt.memory.span)
    return Array("\(form(seal))\0argon2id \(cost.operations) \(cost.memory) \(salt)".utf8)
  }

  /// What everything that is authenticated begins with: 1 is the form without a seal.
  var form: String { Self.form(seal) }

  private static func form(_ seal: KeyringSeal?) -> String { "callseal keyring \(seal == nil ? 1 : 2)" }

  /// Its members, as they stand in the file.
  var members: JSONObject {
    var members = parameters
    members["seal"] = seal.map { .object($0.members) }
    return members
  }

  /// Its members but for the seal, which is made over them.
  var parameters: JSONObject {
    [
      "kdf": "argon2id", "operations": .integer(Int64(cost.operations)), "memory": .integer(Int64(cost.memory)),
      "salt": .string(Base64URL.encode(salt.memory.span)), "nonce": .string(Base64URL.encode(nonce.memory.span)),
      "proof": .string(Base64URL.encode(proof.memory.span)),
    ]
  }

  private init(cost: Argon2id, salt: [UInt8], nonce: [UInt8], proof: [UInt8], seal: KeyringSeal?) {
    self.cost = cost
    self.salt = salt
    self.nonce = nonce
    self.proof = proof
    self.seal = seal
  }

  /// Reads it, and refuses costs out of bounds before anything is paid.
  init(_ members: JSONObject) throws(FormatError) {
    guard members.members.count == (members["seal"] == nil ? 6 : 7), members["kdf"] == .string("argon2id"),
      case .integer(let operations) = members["operations"], case .integer(let memory) = members["memory"]
    else { throw FormatError(.key, "a lock of another kind; this version knows Argon2id") }
    guard let cost = Argon2id(operations: Int(operations), memory: Int(memory)) else {
      throw FormatError(.key, "a lock that asks for more time or memory than any that CallSeal makes")
    }
    switch members["seal"] {
    case nil: seal = nil
    case .object(let members)?: seal = try KeyringSeal(members)
    default: throw FormatError(.key, "a lock whose \"seal\" is not an object")
    }
    self.cost = cost
    salt = try members.bytes("salt", Argon2id.saltByteCount)
    nonce = try members.bytes("nonce", XChaChaPoly.nonceByteCount)
    proof = try members.bytes("proof", XChaChaPoly.tagByteCount)
  }
}
