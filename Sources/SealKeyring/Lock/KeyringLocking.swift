package import SealCrypto
import SealEnvelope

/// Locking and unlocking a keyring's private keys.
extension Keyring {
  /// Opens the private keys in memory. Written back, they are locked again.
  ///
  /// - Parameter key: From `KeyringLock.key(for:)`.
  /// - Throws: `notOpened` where the key is another lock's, or a locked key or one of its clear members was altered.
  package mutating func open(with key: SecretBytes) throws(KeyringError) {
    guard let lock else { return }
    do throws(CryptoError) { try lock.verify(key) } catch {
      throw KeyringError(.notOpened, "the keyring was locked anew meanwhile, or altered")
    }
    var opened = self
    for index in items.indices {
      guard case .entry(var entry) = items[index], case .locked(let publicHalf, let secret) = entry.material else {
        continue
      }
      entry.material = .key(try Self.open(secret, publicHalf, of: entry, lock, key))
      opened.items[index] = .entry(entry)
    }
    opened.lockKey = key
    self = opened
  }

  /// Locks the private keys, or locks them with another passphrase.
  package mutating func lock(with passphrase: SecretBytes, cost: Argon2id = .moderate) throws(KeyringError) {
    try requireOpen()
    (lock, lockKey) = try KeyringLock.make(passphrase, cost)
  }

  /// Takes the lock off.
  package mutating func unlock() throws(KeyringError) {
    try requireOpen()
    (lock, lockKey) = (nil, nil)
  }

  private func requireOpen() throws(KeyringError) {
    guard lock == nil || lockKey != nil else { throw Self.needsPassphrase }
  }

  private static func open(
    _ secret: LockedSecret, _ publicHalf: JWK.Key, of entry: KeyringEntry, _ lock: KeyringLock, _ key: SecretBytes
  ) throws(KeyringError) -> JWK.Key {
    let data = try clearMembers(of: entry, lock)
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
  static func locked(
    _ key: JWK.Key, of entry: KeyringEntry, _ lock: KeyringLock, _ lockKey: SecretBytes
  ) throws(KeyringError) -> LockedSecret {
    let data = try clearMembers(of: entry, lock)
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

  /// All that is authenticated with a locked key, in one form however the file was written: the lock, the key's public
  /// members, ours in the order of the format, and unknown ones in the order of their names.
  static func clearMembers(of entry: KeyringEntry, _ lock: KeyringLock) throws(KeyringError) -> [UInt8] {
    func values(_ members: [RawMember]) throws(FormatError) -> JSONValue {
      var pairs: [JSONObject.Member] = []
      for member in members {
        pairs.append(JSONObject.Member(name: member.name, value: try member.canonicalValue()))
      }
      return .object(
        JSONObject(unique: pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
    }
    do throws(FormatError) {
      let members: JSONObject = [
        "use": "callseal keyring 1", "lock": .object(lock.members),
        "crv": .string(entry.curve.rawValue),
        "x": .string(Base64URL.encode(entry.material.publicHalf.publicBytes.memory.span)),
        "callseal": .object(entry.notes), "others": try values(entry.otherMembers),
        "otherNotes": try values(entry.otherNotes),
      ]
      return try JSONWriter.text(members)
    } catch { throw KeyringError(error) }
  }
}

extension KeyringEntry {
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
