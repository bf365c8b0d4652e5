import Filter
import SealEnvelope
import SealKeyring

/// The keys that a command's options name. A key of another kind is passed over in a set; a private key where a public
/// one is meant is refused wherever it stands, since it has been handed to somebody whom it does not belong to.
///
/// Of a keyring, roles and states decide: sealing uses the active key, opening all that still may.
extension Arguments {
  /// The device keys of `--key`, and those that a keyring has closed.
  struct DeviceKeys {
    let source: KeySource<RecipientPrivateKey>
    /// Why a key of a keyring does not open any more, by its id.
    let closed: [KeyID: String]
  }

  /// The device keys of `--key`, as they are at `now`.
  func deviceKeys(at now: UnixTime) throws(Failure) -> DeviceKeys {
    var closed: [KeyID: String] = [:]
    let keys = try self.keys(of: CommonOptions.key, "a device's private key") {
      if case .recipientPrivate(let key) = $0 { key } else { nil }
    } ofKeyring: { keyring, file throws(Failure) in
      let own = (file.label.map { keyring.entries(named: $0, role: .own) } ?? keyring.entries).filter {
        $0.role == .own && $0.curve == .x25519
      }
      guard !own.isEmpty else { throw Failure(.noMatchingKey, "\(file.name): the keyring has no such device key") }
      for entry in own where !entry.mayOpen(at: now) {
        closed[entry.keyID] =
          "\(file.name): \(entry.label) (\(entry.thumbprint)) \(Times.phrase(for: entry.state, at: now))"
      }
      guard own.contains(where: { $0.mayOpen(at: now) }) else { return [] }
      let opened = try self.opened(keyring, file.name)
      do throws(KeyringError) {
        let keys = try opened.openingKeys(at: now)
        return keys.filter { key in own.contains { $0.thumbprint == key.publicKey.thumbprint } }
      } catch { throw Failure(error, in: file.name) }
    }
    return DeviceKeys(source: try Self.source(keys.unique(by: \.publicKey.thumbprint)), closed: closed)
  }

  /// The senders of `--trust`, as they are at `now`.
  func trustedSenders(at now: UnixTime) throws(Failure) -> KeySource<SenderPublicKey> {
    let keys = try self.keys(of: CommonOptions.trust, "a sender's public key") {
      if case .senderPublic(let key) = $0 { key } else { nil }
    } isRefused: {
      if case .senderPrivate = $0 { true } else { false }
    } ofKeyring: { keyring, file throws(Failure) in
      let keyring = try self.authenticated(keyring, file.name)
      guard let label = file.label else { return keyring.trustedSenders(at: now) }
      let named = keyring.entries(named: label, role: .sender).map(\.thumbprint)
      guard !named.isEmpty else { throw Failure(.noMatchingKey, "\(file.name): the keyring has no such sender") }
      return keyring.trustedSenders(at: now).filter { named.contains($0.thumbprint) }
    }
    return try Self.source(keys.unique(by: \.thumbprint))
  }

  /// The device that `option` names.
  func recipient(_ option: OptionDescription) throws(Failure) -> RecipientPublicKey {
    let keys = try self.keys(of: option, "a device's public key") {
      if case .recipientPublic(let key) = $0 { key } else { nil }
    } isRefused: {
      if case .recipientPrivate = $0 { true } else { false }
    } ofKeyring: { keyring, file throws(Failure) in
      let keyring = try self.authenticated(keyring, file.name)
      do throws(KeyringError) { return [try keyring.recipient(named: file.label, at: .now)] } catch {
        throw Failure(error, in: file.name)
      }
    }
    return try one(of: keys.unique(by: \.thumbprint), option)
  }

  /// The signing key that `option` names, where it is given.
  func signingKey(_ option: OptionDescription) throws(Failure) -> SenderPrivateKey? {
    guard isGiven(option) else { return nil }
    let keys = try self.keys(of: option, "a sender's private key") {
      if case .senderPrivate(let key) = $0 { key } else { nil }
    } ofKeyring: { keyring, file throws(Failure) in
      let now = UnixTime.now
      do throws(KeyringError) {
        // What needs no passphrase is told before one is asked for.
        try keyring.checkSigning(named: file.label, at: now)
      } catch { throw Failure(error, in: file.name) }
      let opened = try self.opened(keyring, file.name)
      do throws(KeyringError) { return [try opened.signingKey(named: file.label, at: now)] } catch {
        throw Failure(error, in: file.name)
      }
    }
    return try one(of: keys.unique(by: \.publicKey.thumbprint), option)
  }

  private func keys<Key>(
    of option: OptionDescription, _ noun: String, _ pick: (JWK.Key) -> Key?,
    isRefused: (JWK.Key) -> Bool = { _ in false },
    ofKeyring: (Keyring, KeyFile) throws(Failure) -> [Key]
  ) throws(Failure) -> [Key] {
    var keys: [Key] = []
    for path in values(of: option) {
      let file = try KeyFile(path, self)
      switch file.content {
      case .keyring(let keyring): keys += try ofKeyring(keyring, file)
      case .keys(let found):
        if let refused = found.first(where: isRefused) {
          throw Failure(
            .refused,
            "\(file.name): \(refused.noun), and \(option.spelling) takes \(noun); 'callseal pubkey' makes one of it")
        }
        let picked = found.compactMap(pick)
        guard !picked.isEmpty else {
          let found = found.first.map(\.noun) ?? "no key"
          throw Failure(.malformed, "\(file.name): \(found), and \(option.spelling) takes \(noun)")
        }
        keys += picked
      }
    }
    return keys
  }

  private func one<Key>(of keys: [Key], _ option: OptionDescription) throws(Failure) -> Key {
    guard let key = keys.first, keys.count == 1 else {
      throw usage("\(option.spelling) takes one key, and its file holds \(keys.count) that it could be")
    }
    return key
  }

  private static func source<Key>(_ keys: [Key]) throws(Failure) -> KeySource<Key> {
    do throws(FilterError) { return try KeySource(keys) } catch { throw Failure(.refused, error.reason) }
  }
}

extension Array {
  /// The same without those whose name was there before: a file given twice is one key.
  fileprivate func unique<Name: Hashable>(by name: (Element) -> Name) -> [Element] {
    var names: Set<Name> = []
    return filter { names.insert(name($0)).inserted }
  }
}
