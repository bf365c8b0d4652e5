import Filter

/// The keys that a command's options name. A key of another kind is passed over in a set; a private key where a public
/// one is meant is refused wherever it stands, since it has been handed to somebody whom it does not belong to.
extension Arguments {
  /// The device keys of `--key`.
  func deviceKeys() throws(Failure) -> KeySource<RecipientPrivateKey> {
    let keys = try self.keys(of: CommonOptions.key, "a device's private key") {
      if case .recipientPrivate(let key) = $0 { key } else { nil }
    }
    return try Self.source(keys.unique(by: \.publicKey.thumbprint))
  }

  /// The senders of `--trust`.
  func trustedSenders() throws(Failure) -> KeySource<SenderPublicKey> {
    let keys = try self.keys(of: CommonOptions.trust, "a sender's public key") {
      if case .senderPublic(let key) = $0 { key } else { nil }
    } isRefused: {
      if case .senderPrivate = $0 { true } else { false }
    }
    return try Self.source(keys.unique(by: \.thumbprint))
  }

  /// The device that `option` names.
  func recipient(_ option: OptionDescription) throws(Failure) -> RecipientPublicKey {
    let keys = try self.keys(of: option, "a device's public key") {
      if case .recipientPublic(let key) = $0 { key } else { nil }
    } isRefused: {
      if case .recipientPrivate = $0 { true } else { false }
    }
    return try one(of: keys.unique(by: \.thumbprint), option)
  }

  /// The signing key that `option` names, where it is given.
  func signingKey(_ option: OptionDescription) throws(Failure) -> SenderPrivateKey? {
    guard isGiven(option) else { return nil }
    let keys = try self.keys(of: option, "a sender's private key") {
      if case .senderPrivate(let key) = $0 { key } else { nil }
    }
    return try one(of: keys.unique(by: \.publicKey.thumbprint), option)
  }

  private func keys<Key>(
    of option: OptionDescription, _ noun: String, _ pick: (JWK.Key) -> Key?,
    isRefused: (JWK.Key) -> Bool = { _ in false }
  ) throws(Failure) -> [Key] {
    var keys: [Key] = []
    for path in values(of: option) {
      let file = try KeyFile(path)
      if let refused = file.keys.first(where: isRefused) {
        throw Failure(
          .refused,
          "\(file.name): \(refused.noun), and \(option.spelling) takes \(noun); 'callseal pubkey' makes one of it")
      }
      let picked = file.keys.compactMap(pick)
      guard !picked.isEmpty else {
        let found = file.keys.first.map(\.noun) ?? "no key"
        throw Failure(.malformed, "\(file.name): \(found), and \(option.spelling) takes \(noun)")
      }
      keys += picked
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
