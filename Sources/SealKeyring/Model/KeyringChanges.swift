package import SealEnvelope

/// What is done to keys in their lives. Each change either happens whole or throws and changes nothing.
extension Keyring {
  /// How long a rotated key goes on opening: Apple may store a push for 30 days, and clocks and people need one more.
  package static let defaultGrace: Int64 = 31 * 24 * 3600 * 1000  // milliseconds

  /// Makes an own key.
  @discardableResult
  package mutating func add(
    _ curve: KeyCurve, label: Label, now: UnixTime, expires: UnixTime? = nil
  ) throws(KeyringError) -> KeyringEntry {
    let entry = try KeyringEntry(Self.generate(curve), as: .own, label: label, created: now, expires: expires)
    try insert(entry)
    return entry
  }

  /// Takes a key from elsewhere: a private one as own, a public one as a recipient's or a sender's.
  ///
  /// - Throws: `alreadyExists` for a key that is there in that role, or a label whose line has an active key.
  @discardableResult
  package mutating func importKey(
    _ key: JWK.Key, as role: KeyringEntry.Role? = nil, label: Label, now: UnixTime, expires: UnixTime? = nil
  ) throws(KeyringError) -> KeyringEntry {
    let role = role ?? (key.isPrivate ? .own : key.curve == .x25519 ? .recipient : .sender)
    let entry = try KeyringEntry(key, as: role, label: label, created: now, expires: expires)
    try insert(entry)
    return entry
  }

  /// Trusts a sender; one that was distrusted only `again`.
  @discardableResult
  package mutating func trust(
    _ key: SenderPublicKey, label: Label, now: UnixTime, expires: UnixTime? = nil, again: Bool = false
  ) throws(KeyringError) -> KeyringEntry {
    let entry = try KeyringEntry(.senderPublic(key), as: .sender, label: label, created: now, expires: expires)
    if again {
      removeEntries { $0.role == .sender && $0.thumbprint == entry.thumbprint && $0.state != .active }
    }
    try insert(entry)
    return entry
  }

  /// Trusts a sender no longer, from now on. The entry stays, so that nobody trusts the key again unawares.
  @discardableResult
  package mutating func distrust(_ name: String, now: UnixTime) throws(KeyringError) -> [KeyringEntry] {
    let found = entries(named: name, role: .sender)
    guard !found.isEmpty else { throw KeyringError(.notFound, "no sender of that name in the keyring") }
    // All of the line: whoever distrusts a sender means their old keys as well.
    return try change(found) { $0.state = .retired(at: now) }
  }

  /// Puts a new active key in the place of the line's active one, which retires.
  ///
  /// `successor` is the new key of a recipient or a sender; an own key is made here where none is given. For `grace`
  /// milliseconds the old key goes on opening, or being trusted; a recipient's is not sealed to again in any case.
  package mutating func rotate(
    _ name: String, role: KeyringEntry.Role? = nil, to successor: JWK.Key? = nil, grace: Int64 = defaultGrace,
    now: UnixTime, expires: UnixTime? = nil
  ) throws(KeyringError) -> (old: KeyringEntry, new: KeyringEntry) {
    let old = try entry(named: name, role: role) { $0.state == .active }
    guard old.state == .active else {
      throw KeyringError(
        .refused, "\(old.label) (\(old.thumbprint)) is \(old.state.word); only an active key is rotated")
    }
    guard !old.isLocked else { throw Self.needsPassphrase }
    let key: JWK.Key
    switch (successor, old.role) {
    case (let successor?, _): key = successor
    case (nil, .own): key = try Self.generate(old.curve)
    case (nil, _): throw KeyringError(.invalid, "the new key of a \(old.role) is theirs to make; import it (--to FILE)")
    }
    guard key.curve == old.curve else {
      throw KeyringError(.malformed, "the new key is on another curve than the old one")
    }
    let new = try KeyringEntry(key, as: old.role, label: old.label, created: now, expires: expires)
    let keepsOpening = grace > 0 && old.role != .recipient
    var changed = self
    let retired = try changed.change([old]) {
      $0.state = keepsOpening ? .retiring(until: now.adding(grace).bounded) : .retired(at: now)
    }
    try changed.insert(new)
    self = changed
    return (retired[0], new)
  }

  /// Retires a key: at once, or when its grace time is over.
  package mutating func retire(
    _ name: String, role: KeyringEntry.Role? = nil, until: UnixTime? = nil, now: UnixTime
  ) throws(KeyringError) -> KeyringEntry {
    let entry = try entry(named: name, role: role) { $0.state == .active }
    if case .retired = entry.state {
      throw KeyringError(.refused, "\(entry.label) (\(entry.thumbprint)) is retired already")
    }
    guard !entry.isLocked else { throw Self.needsPassphrase }
    return try change([entry]) { entry in
      if let until, now < until {
        entry.state = .retiring(until: until.bounded)
      } else {
        entry.state = .retired(at: now)
      }
    }[0]
  }

  /// Takes a key out of the keyring for ever; with `force` one that still opens or is sealed to, too.
  package mutating func destroy(
    _ name: String, role: KeyringEntry.Role? = nil, force: Bool = false, now: UnixTime
  ) throws(KeyringError) -> KeyringEntry {
    let entry = try entry(named: name, role: role)
    guard force || !(entry.state == .active || entry.mayOpen(at: now)) else {
      throw KeyringError(
        .refused,
        "\(entry.label) (\(entry.thumbprint)) is \(entry.state.word); retire it first, or use --force and lose what is "
          + "sealed to it")
    }
    removeEntries { $0.role == entry.role && $0.thumbprint == entry.thumbprint }
    return entry
  }

  // MARK: Steps

  private static func generate(_ curve: KeyCurve) throws(KeyringError) -> JWK.Key {
    do throws(FormatError) {
      switch curve {
      case .x25519: return .recipientPrivate(try .generate())
      case .ed25519: return .senderPrivate(try .generate())
      }
    } catch { throw KeyringError(error) }
  }

  private mutating func insert(_ entry: KeyringEntry) throws(KeyringError) {
    for other in entries {
      if other.role == entry.role, other.thumbprint == entry.thumbprint {
        throw KeyringError(
          .alreadyExists, "that key is in the keyring already, as \(other.label) (\(other.state.word))")
      }
      if other.isOfLine(entry), other.state == .active {
        throw KeyringError(
          .alreadyExists,
          "\(entry.label) has an active key already (\(other.thumbprint)); rotate it, or take another label")
      }
    }
    guard items.count < Self.mostKeys else {
      throw KeyringError(.refused, "the keyring has \(Self.mostKeys) keys; no more are taken")
    }
    guard entry.role != .own || lock == nil || lockKey != nil else { throw Self.needsPassphrase }
    items.append(.entry(entry))
  }

  private mutating func removeEntries(_ isMeant: (KeyringEntry) -> Bool) {
    items.removeAll { if case .entry(let entry) = $0 { isMeant(entry) } else { false } }
  }

  /// Changes entries, found again by role and thumbprint, and gives them as they are then.
  private mutating func change(
    _ targets: [KeyringEntry], _ body: (inout KeyringEntry) -> Void
  ) throws(KeyringError) -> [KeyringEntry] {
    var changed: [KeyringEntry] = []
    for index in items.indices {
      guard case .entry(var entry) = items[index],
        targets.contains(where: { $0.role == entry.role && $0.thumbprint == entry.thumbprint })
      else { continue }
      body(&entry)
      items[index] = .entry(entry)
      changed.append(entry)
    }
    return changed
  }
}

extension UnixTime {
  /// The instant, or the last that a JSON integer holds.
  var bounded: UnixTime { UnixTime(milliseconds: min(milliseconds, JSONValue.integers.upperBound)) }
}
