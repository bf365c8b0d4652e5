package import SealCrypto
import SealEnvelope

/// Locking and unlocking a keyring's private keys.
extension Keyring {
  /// Opens the private keys in memory. Written back, they are locked again, and the whole is sealed anew.
  ///
  /// - Parameters:
  ///   - key: From `KeyringLock.key(for:)`.
  ///   - isAccepted: Whether to open it although its seal says that it was altered.
  /// - Throws: `notOpened` where the key is another lock's, or anything that it authenticates was altered.
  package mutating func open(with key: SecretBytes, asAltered isAccepted: Bool = false) throws(KeyringError) {
    guard let lock else { return }
    do throws(CryptoError) { try lock.verify(key) } catch {
      throw KeyringError(.notOpened, "the keyring was locked anew meanwhile, or altered")
    }
    var opened = self
    for index in items.indices {
      guard var entry = items.entry(at: index), case .locked(let publicHalf, let secret) = entry.material else {
        continue
      }
      entry.material = .key(try Self.open(secret, publicHalf, of: entry, lock, key))
      opened.items.replace(at: index, with: entry)
    }
    if !isAccepted { try lock.seal?.verify(self, lock, key) }
    opened.lockKey = key
    self = opened
  }

  /// Locks the private keys, or locks them with another passphrase.
  package mutating func lock(with passphrase: SecretBytes, cost: Argon2id = .moderate) throws(KeyringError) {
    try requireOpen()
    (lock, lockKey) = try KeyringLock.make(passphrase, cost, after: changes ?? 0)
  }

  /// Takes the lock off.
  package mutating func unlock() throws(KeyringError) {
    try requireOpen()
    (lock, lockKey) = (nil, nil)
  }

  func requireOpen() throws(KeyringError) {
    guard lock == nil || lockKey != nil else { throw Self.needsPassphrase }
  }

  /// As it is written: where it has a lock, every private key under it, and all of it sealed.
  ///
  /// - Throws: `locked` where it was not opened.
  func sealed() throws(KeyringError) -> Keyring {
    try requireOpen()
    guard var lock, let lockKey else { return self }
    do throws(CryptoError) { lock = try lock.renewed(lockKey) } catch { throw KeyringError(error) }
    var result = self
    for index in items.indices {
      guard var entry = items.entry(at: index), case .key(let key) = entry.material, key.isPrivate else { continue }
      entry.material = .locked(publicHalf: key.publicHalf, try Self.locked(key, of: entry, lock, lockKey))
      result.items.replace(at: index, with: entry)
    }
    result.lock = lock.sealed(with: try .make(over: result, lock, lockKey))
    return result
  }

  private static func open(
    _ secret: LockedSecret, _ publicHalf: JWK.Key, of entry: KeyringEntry, _ lock: KeyringLock, _ key: SecretBytes
  ) throws(KeyringError) -> JWK.Key {
    let data = try KeyringError.wrap { () throws(FormatError) in try JSONWriter.text(entry.clearMembers(lock)) }
    let opened: SecretBytes
    do throws(CryptoError) {
      opened = try XChaChaPoly.open(secret.text.memory.span, key: key, nonce: secret.nonce, additionalData: data)
    } catch {
      throw KeyringError(
        .notOpened, "\(entry.label) (\(entry.thumbprint)) was altered: its private half does not open with its members")
    }
    let key = try KeyringError.wrap { () throws(FormatError) in
      try opened.withSpan { bytes throws(FormatError) -> JWK.Key in
        switch publicHalf.curve {
        case .x25519: .recipientPrivate(try RecipientPrivateKey(rawBytes: bytes))
        case .ed25519: .senderPrivate(try SenderPrivateKey(seed: bytes))
        }
      }
    }
    guard key.thumbprint == entry.thumbprint else {
      throw KeyringError(.malformed, "a locked JWK whose private and public halves do not belong together")
    }
    return key
  }

  /// Locks one private key with its members.
  private static func locked(
    _ key: JWK.Key, of entry: KeyringEntry, _ lock: KeyringLock, _ lockKey: SecretBytes
  ) throws(KeyringError) -> LockedSecret {
    let data = try KeyringError.wrap { () throws(FormatError) in try JSONWriter.text(entry.clearMembers(lock)) }
    do throws(CryptoError) {
      let nonce = try KeyringLock.random(XChaChaPoly.nonceByteCount)
      func seal(_ secret: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        try XChaChaPoly.seal(secret, key: lockKey, nonce: nonce, additionalData: data)
      }
      let text: [UInt8] =
        switch key {
        case .recipientPrivate(let key): try key.withRawBytes(seal)
        case .senderPrivate(let key): try key.withSeed(seal)
        // `KeyringEntry` lets no own key be a public one.
        case .recipientPublic, .senderPublic: throw CryptoError(.failed)
        }
      return LockedSecret(nonce: nonce, text: text)
    } catch { throw KeyringError(error) }
  }
}

extension KeyringEntry {
  /// All clear members of a key, as they are authenticated, in one form however the file was written: the lock, the
  /// key's public members, ours in the order of the format, and unknown ones in the order of their names.
  func clearMembers(_ lock: KeyringLock) throws(FormatError) -> JSONObject {
    [
      "use": .string(lock.form), "lock": .object(lock.parameters), "crv": .string(curve.rawValue),
      "x": .string(Base64URL.encode(material.publicHalf.publicBytes.memory.span)), "callseal": .object(notes),
      "others": try RawMember.canonical(otherMembers), "otherNotes": try RawMember.canonical(otherNotes),
    ]
  }

  /// Our members that stand in the clear, in the order of the format.
  var notes: JSONObject {
    var notes: JSONObject = [
      "role": .string(role.rawValue), "label": .string(label.description), "state": .string(state.word),
      "created": .integer(created.milliseconds),
    ]
    if let expires { notes["expires"] = .integer(expires.milliseconds) }
    switch state {
    case .active: break
    case .retiring(let until): notes["until"] = .integer(until.milliseconds)
    case .retired(let at): notes["retired"] = .integer(at.milliseconds)
    }
    return notes
  }
}
