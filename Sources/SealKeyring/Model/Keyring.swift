import SealCrypto
package import SealEnvelope

/// A keyring: own private keys, recipients' public keys and trusted senders, through their whole lives.
///
/// In a file it is a JWK Set (RFC 7517 §5) that other JOSE tools read, with one member `callseal` in each key and one
/// in the set. Times are milliseconds since 1970. What others put there stays as it is.
/// ```
/// {"keys":[
/// {"kty":"OKP","crv":"X25519","x":…,"d":…,"kid":…,"callseal":{"role":"own","label":"phone","state":"active","created":…}},
/// {"kty":"OKP","crv":"X25519","x":…,"kid":…,"callseal":{"role":"recipient","label":"anna","state":"retiring","created":…,"until":…}}
/// ],
/// "callseal":{"keyring":1}}
/// ```
/// `role` is `own`, `recipient` or `sender`; `state` is `active`, `retiring` with `until`, or `retired` with `retired`,
/// the time it was; `expires` may stand in any. How a keyring is locked is told at `KeyringLock`.
///
/// Rotation, in its order, for both sides:
/// 1. The device makes the new key (`rotate`): new pushes may be sealed to either key from here on, and both open.
/// 2. The device publishes the new public key; the servers import it, which retires the old one there at once
///    (`rotate --to`): a server seals to one key of a device only.
/// 3. The device keeps the old key as long as a push sealed to it may still come: up to 30 days in Apple's store, so 31
///    days unless told otherwise, counted from step 2 where that was late (`retire --until` moves the date).
/// 4. After that it refuses what was sealed to the old key, and destroys it (`destroy`).
///
/// A sender's signing key turns the other way round: the devices trust the new key first (`rotate --to`, or `trust`), the
/// server signs with it when they all do, and the old one stays trusted for the same grace time.
package struct Keyring: Sendable {
  var items = KeyringItems()
  /// How private keys are locked, where they are.
  package internal(set) var lock: KeyringLock?
  /// The key of that lock, once the passphrase was given.
  var lockKey: SecretBytes?
  var otherMembers: [RawMember] = []
  var otherNotes: [RawMember] = []

  /// An empty keyring.
  package init() {}

  /// The keys, in the order in which they came.
  package var entries: [KeyringEntry] { items.entries }

  /// How many keys of other tools stand in the set.
  package var foreignCount: Int { items.all.count { if case .foreign = $0 { true } else { false } } }

  /// Whether its file holds secrets in the clear: own keys that are not locked, or what another tool may have put there.
  package var holdsOpenSecrets: Bool {
    items.all.contains {
      switch $0 {
      case .entry(let entry): entry.role == .own && lock == nil
      case .foreign: true
      }
    }
  }

  /// The most keys a set may have: far more than anyone's, far less than would hold a command up.
  static let mostKeys = 10_000

  // MARK: Finding

  /// The keys that `name` means: those with that label, or else the one whose thumbprint begins with it (8 characters
  /// at least) or whose key id it is.
  package func entries(named name: String, role: KeyringEntry.Role? = nil) -> [KeyringEntry] {
    func inRole(_ entries: [KeyringEntry]) -> [KeyringEntry] { entries.filter { role == nil || $0.role == role } }
    if let label = try? Label(name) {
      let labelled = inRole(items.entries(labelled: label))
      if !labelled.isEmpty { return labelled }
    }
    return inRole(items.entries(identified: name))
  }

  /// The one key that `name` means; of several with the label the one that is preferred, if it is one.
  package func entry(
    named name: String, role: KeyringEntry.Role? = nil, preferring preference: (KeyringEntry) -> Bool = { _ in true }
  ) throws(KeyringError) -> KeyringEntry {
    let found = entries(named: name, role: role)
    guard !found.isEmpty else { throw KeyringError(.notFound, "no such key in the keyring: \(printable(name))") }
    let preferred = found.count == 1 ? found : found.filter(preference)
    guard preferred.count == 1 else {
      let list = found.map { "\($0.thumbprint) (\($0.role), \($0.state.word))" }.joined(separator: ", ")
      throw KeyringError(.ambiguous, "several keys have that name; use a thumbprint: \(list)")
    }
    return preferred[0]
  }

  /// A name given by a person, without what a terminal would obey.
  private func printable(_ name: String) -> String { (try? Label(name))?.description ?? "(unprintable)" }

  // MARK: Using

  /// The own device keys that still open at `now`, the active ones first.
  package func openingKeys(at now: UnixTime) throws(KeyringError) -> [RecipientPrivateKey] {
    var keys: [(isActive: Bool, key: RecipientPrivateKey)] = []
    for entry in entries where entry.role == .own && entry.curve == .x25519 && entry.mayOpen(at: now) {
      guard case .key(.recipientPrivate(let key)) = entry.material else { throw Self.needsPassphrase }
      keys.append((entry.state == .active, key))
    }
    return keys.filter(\.isActive).map(\.key) + keys.filter { !$0.isActive }.map(\.key)
  }

  /// The senders that are believed at `now`.
  package func trustedSenders(at now: UnixTime) -> [SenderPublicKey] {
    entries.compactMap { entry in
      guard entry.role == .sender, entry.mayOpen(at: now), case .key(.senderPublic(let key)) = entry.material else {
        return nil
      }
      return key
    }
  }

  /// The recipient to seal to: the one of that name, or the only active one.
  ///
  /// - Throws: `refused` where there is one, but retired or expired.
  package func recipient(named name: String?, at now: UnixTime) throws(KeyringError) -> RecipientPublicKey {
    let entry = try sealing(.recipient, .x25519, name, now)
    // By its role and curve the key is of this kind.
    guard case .key(.recipientPublic(let key)) = entry.material else { throw Self.needsPassphrase }
    return key
  }

  /// The own key to sign with: the one of that name, or the only active one.
  ///
  /// - Throws: `refused` where there is one, but retired or expired.
  package func signingKey(named name: String?, at now: UnixTime) throws(KeyringError) -> SenderPrivateKey {
    let entry = try sealing(.own, .ed25519, name, now)
    guard case .key(.senderPrivate(let key)) = entry.material else { throw Self.needsPassphrase }
    return key
  }

  /// Whether `signingKey` would find one, known without a passphrase.
  package func checkSigning(named name: String?, at now: UnixTime) throws(KeyringError) {
    _ = try sealing(.own, .ed25519, name, now)
  }

  private func sealing(
    _ role: KeyringEntry.Role, _ curve: KeyCurve, _ name: String?, _ now: UnixTime
  ) throws(KeyringError) -> KeyringEntry {
    let all = name.map { entries(named: $0, role: role) } ?? entries.filter { $0.role == role }
    let candidates = all.filter { $0.curve == curve }
    let what = role == .own ? "own signing key" : "recipient"
    guard !candidates.isEmpty else {
      throw KeyringError(.notFound, "no \(what)\(name == nil ? "" : " of that name") in the keyring")
    }
    let usable = candidates.filter { $0.maySeal(at: now) }
    guard let entry = usable.first else {
      let last = candidates[candidates.count - 1]
      throw KeyringError(
        .refused, "\(what) \(last.label) (\(last.thumbprint)) is \(last.state == .active ? "expired" : last.state.word)"
      )
    }
    guard usable.count == 1 else {
      let labels = usable.map(\.label.description).joined(separator: ", ")
      throw KeyringError(.ambiguous, "more than one \(what) is active; name one: \(labels)")
    }
    return entry
  }

  static var needsPassphrase: KeyringError {
    KeyringError(.locked, "the keyring's private keys are locked; its passphrase is needed")
  }
}

extension KeyringEntry.State {
  /// The state's name in the file.
  package var word: String {
    switch self {
    case .active: "active"
    case .retiring: "retiring"
    case .retired: "retired"
    }
  }
}
