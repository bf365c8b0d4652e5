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
    var changed = self
    if again {
      try changed.removeEntries { $0.role == .sender && $0.thumbprint == entry.thumbprint && $0.state != .active }
    }
    try changed.insert(entry)
    self = changed
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
  /// `successor` is the new key of a recipient or a sender; an own key is made here where none is given. One that is in
  /// the keyring under another label, active, moves to this line: so a signing key that was made beforehand takes over.
  /// For `grace` milliseconds the old key goes on opening, or being trusted; a recipient's is not sealed to again, and an
  /// own one not signed with.
  package mutating func rotate(
    _ name: String, role: KeyringEntry.Role? = nil, to successor: JWK.Key? = nil, grace: Int64 = defaultGrace,
    now: UnixTime, expires: UnixTime? = nil
  ) throws(KeyringError) -> (old: KeyringEntry, new: KeyringEntry) {
    let old = try entry(named: name, role: role) { $0.state == .active }
    guard old.state == .active else {
      throw KeyringError(
        .refused, "\(old.label) (\(old.thumbprint)) is \(old.state.word); only an active key is rotated")
    }
    let key: JWK.Key
    switch (successor, old.role) {
    case (let successor?, _): key = successor
    case (nil, .own): key = try Self.generate(old.curve)
    case (nil, _): throw KeyringError(.invalid, "the new key of a \(old.role) is theirs to make; import it (--to FILE)")
    }
    guard key.curve == old.curve else {
      throw KeyringError(.malformed, "the new key is on another curve than the old one")
    }
    var changed = self
    let retired = try changed.change([old]) {
      $0.state = grace > 0 && old.hasGrace ? .retiring(until: now.adding(grace).bounded) : .retired(at: now)
    }
    let waiting = items.entry(of: key.thumbprint, as: old.role)
    var new = try KeyringEntry(
      key, as: old.role, label: old.label, created: waiting?.created ?? now, expires: expires ?? waiting?.expires)
    if let waiting, waiting.state == .active, waiting.line != old.line {
      new.otherMembers = waiting.otherMembers
      new.otherNotes = waiting.otherNotes
      try changed.removeEntries { $0.role == waiting.role && $0.thumbprint == waiting.thumbprint }
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
    return try change([entry]) { entry in
      if let until, now < until {
        entry.state = .retiring(until: until.bounded)
      } else {
        entry.state = .retired(at: now)
      }
    }[0]
  }

  /// Takes a key out of the keyring for ever, of a label's keys the one whose time is over; with `force` one that still
  /// opens or is sealed to, too.
  package mutating func destroy(
    _ name: String, role: KeyringEntry.Role? = nil, force: Bool = false, now: UnixTime
  ) throws(KeyringError) -> KeyringEntry {
    let entry = try entry(named: name, role: role) { !force && $0.isOver(at: now) }
    guard force || entry.isOver(at: now) else {
      throw KeyringError(
        .refused,
        "\(entry.label) (\(entry.thumbprint)) is \(entry.state.word); retire it first, or use --force and lose what is "
          + "sealed to it")
    }
    try removeEntries { $0.role == entry.role && $0.thumbprint == entry.thumbprint }
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

  // The three steps that every change is made of. A locked keyring is sealed as a whole, so each needs its passphrase.

  private mutating func insert(_ entry: KeyringEntry) throws(KeyringError) {
    if let other = items.entry(of: entry.thumbprint, as: entry.role) {
      throw KeyringError(.alreadyExists, "that key is in the keyring already, as \(other.label) (\(other.state.word))")
    }
    if let other = items.entries(labelled: entry.label).first(where: { $0.line == entry.line && $0.state == .active }) {
      throw KeyringError(
        .alreadyExists,
        "\(entry.label) has an active key already (\(other.thumbprint)); rotate it, or take another label")
    }
    guard items.count < Self.mostKeys else {
      throw KeyringError(.refused, "the keyring has \(Self.mostKeys) keys; no more are taken")
    }
    try requireOpen()
    items.append(.entry(entry))
  }

  private mutating func removeEntries(_ isMeant: (KeyringEntry) -> Bool) throws(KeyringError) {
    try requireOpen()
    items.removeEntries(where: isMeant)
  }

  /// Changes entries, found again by role and thumbprint, and gives them as they are then.
  private mutating func change(
    _ targets: [KeyringEntry], _ body: (inout KeyringEntry) -> Void
  ) throws(KeyringError) -> [KeyringEntry] {
    try requireOpen()
    var changed: [KeyringEntry] = []
    for name in Set(targets.map(\.name)) {
      for index in items.indices(of: name.thumbprint, as: name.role) {
        guard var entry = items.entry(at: index) else { continue }
        body(&entry)
        items.replace(at: index, with: entry)
        changed.append(entry)
      }
    }
    return changed
  }
}

extension UnixTime {
  /// The instant, or the last that a JSON integer holds.
  var bounded: UnixTime { UnixTime(milliseconds: min(milliseconds, JSONValue.integers.upperBound)) }
}
