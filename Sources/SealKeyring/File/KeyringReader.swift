import SealCrypto
import SealEnvelope

extension Keyring {
  /// Whether a text is meant as a keyring: an object with `keys` and our member `callseal`. Whether it is a whole one,
  /// reading tells; a key that was copied out of one has our member too, and is a JWK.
  package static func isKeyring(_ text: [UInt8]) -> Bool {
    var reader = JSONReader(text)
    var (hasKeys, isMarked) = (false, false)
    try? reader.object { reader, name throws(FormatError) in
      if name.hasSameUTF8(as: "keys") { hasKeys = true }
      if name.hasSameUTF8(as: "callseal") { isMarked = true }
      try reader.skip()
    }
    return hasKeys && isMarked
  }

  /// Reads a keyring's text; the caller wipes it.
  ///
  /// - Throws: `malformed` where it is none, or any key of ours in it can not be used.
  package init(parsing text: [UInt8]) throws(KeyringError) {
    var damages: [KeyringError] = []
    try self.init(parsing: text, damages: &damages)
    if let damage = damages.first { throw damage }
  }

  /// Reads a keyring's text as far as it goes: what is wrong with a key of ours goes to `damages`, and that key is kept
  /// as it is and never used.
  package init(parsing text: [UInt8], damages: inout [KeyringError]) throws(KeyringError) {
    var faults: [(index: Int, error: FormatError)] = []
    do throws(FormatError) {
      _ = try KeyText.start(of: text)
      self = try Self.read(text, &faults)
    } catch { throw KeyringError(error) }
    damages = faults.map {
      KeyringError(KeyringError($0.error).code, "key \($0.index + 1) of the keyring: \($0.error.reason)")
    }
  }

  private static func read(
    _ text: [UInt8], _ faults: inout [(index: Int, error: FormatError)]
  ) throws(FormatError) -> Keyring {
    var keyring = Keyring()
    var hasKeys = false
    var version: Int64?
    var reader = JSONReader(text)
    try reader.object { reader, name throws(FormatError) in
      switch name.asName {
      case "keys":
        hasKeys = true
        try reader.array { reader throws(FormatError) in
          guard keyring.items.count < mostKeys else { throw FormatError(.key, "more than \(mostKeys) keys") }
          var inside = reader
          // Outside of the fault's reach: what is not JSON is no keyring at all.
          let extent = try reader.extent()
          do throws(FormatError) {
            if let entry = try KeyringEntry(from: &inside, in: text) {
              keyring.items.append(.entry(entry))
              return
            }
          } catch { faults.append((keyring.items.count, error)) }
          keyring.items.append(.foreign(try RawMember.copy(text, extent)))
        }
      case "callseal":
        try reader.object { reader, name throws(FormatError) in
          switch name.asName {
          case "keyring":
            guard case .integer(let number) = try reader.value() else { break }
            version = number
          case "lock":
            guard case .object(let members) = try reader.value() else {
              throw FormatError(.key, "a lock that is not an object")
            }
            keyring.lock = try KeyringLock(members)
          default: keyring.otherNotes.append(try RawMember(name, from: &reader, in: text))
          }
        }
      default: keyring.otherMembers.append(try RawMember(name, from: &reader, in: text))
      }
    }
    try reader.end()
    guard let version else { throw FormatError(.key, "a JWK or a JWK Set, but not a keyring") }
    guard version == 1 else { throw FormatError(.key, "a keyring of version \(version); this program knows version 1") }
    guard hasKeys else { throw FormatError(.key, "a keyring without \"keys\"") }
    for (index, item) in keyring.items.all.enumerated() {
      guard case .entry(let entry) = item, entry.role == .own, entry.isLocked != (keyring.lock != nil) else { continue }
      faults.append(
        (
          index,
          FormatError(.key, entry.isLocked ? "locked, but the keyring has no lock" : "not locked, but the keyring is")
        ))
    }
    return keyring
  }
}

extension KeyringEntry {
  /// Reads one key of the set; nothing where it has no member of ours.
  fileprivate init?(from reader: inout JSONReader, in source: [UInt8]) throws(FormatError) {
    var notes: Notes?
    var others: [RawMember] = []
    let members = try JWK.Members(from: &reader) { reader, name throws(FormatError) in
      if name.hasSameUTF8(as: "callseal") {
        notes = try Notes(from: &reader, in: source)
      } else {
        others.append(try RawMember(name, from: &reader, in: source))
      }
    }
    guard let notes else { return nil }
    guard let key = try members.key() else {
      throw FormatError(.key, "a key of another kind; CallSeal's are of \"kty\":\"OKP\" on X25519 or Ed25519")
    }
    let material: Material
    if let locked = notes.locked {
      guard notes.role == .own, !key.isPrivate else {
        throw FormatError(.key, "a locked private half where none belongs")
      }
      material = .locked(publicHalf: key, locked)
    } else {
      material = .key(key)
    }
    do throws(KeyringError) {
      try self.init(
        material, as: notes.role, label: notes.label, state: notes.state, created: notes.created, expires: notes.expires
      )
    } catch { throw FormatError(.key, error.reason) }
    otherMembers = others
    otherNotes = notes.others
  }

  /// Our members of one key.
  private struct Notes {
    let role: Role
    let label: Label
    let state: State
    let created: UnixTime
    let expires: UnixTime?
    let locked: LockedSecret?
    let others: [RawMember]

    init(from reader: inout JSONReader, in source: [UInt8]) throws(FormatError) {
      var known = JSONObject()
      var others: [RawMember] = []
      try reader.object { reader, name throws(FormatError) in
        switch name.asName {
        case "role", "label", "state", "created", "expires", "until", "retired", "locked":
          known[name] = try reader.value()
        default: others.append(try RawMember(name, from: &reader, in: source))
        }
      }
      self.others = others
      guard case .string(let word) = known["role"], let role = Role(rawValue: word.asName) else {
        throw FormatError(.key, "a key whose \"role\" is not own, recipient or sender")
      }
      self.role = role
      guard case .string(let text) = known["label"], let label = try? Label(text) else {
        throw FormatError(.key, "a key without a label that can be shown")
      }
      self.label = label
      guard let created = try Self.time("created", known) else { throw FormatError(.key, "a key without \"created\"") }
      self.created = created
      expires = try Self.time("expires", known)
      switch (known["state"].map(\.asName), try Self.time("until", known), try Self.time("retired", known)) {
      case ("active", nil, nil): state = .active
      case ("retiring", let until?, nil): state = .retiring(until: until)
      case ("retired", nil, let at?): state = .retired(at: at)
      default: throw FormatError(.key, "a key whose \"state\" is not active, retiring until, or retired since, a date")
      }
      switch known["locked"] {
      case nil: locked = nil
      case .object(let members)?: locked = try LockedSecret(members)
      default: throw FormatError(.key, "a locked key of another kind")
      }
    }

    private static func time(_ name: String, _ members: JSONObject) throws(FormatError) -> UnixTime? {
      guard let value = members[name] else { return nil }
      guard case .integer(let milliseconds) = value, milliseconds >= 0 else {
        throw FormatError(.key, "a key whose \"\(name)\" is not a time in milliseconds since 1970")
      }
      return UnixTime(milliseconds: milliseconds)
    }
  }
}

extension String {
  /// Itself if it is ASCII, as every name of the format is; else no name. `switch` compares by Unicode's equivalence,
  /// which costs a stranger's text the square of its length; ASCII is compared as bytes.
  fileprivate var asName: String { isASCII ? self : "" }
}

extension JSONValue {
  /// A string's, and of anything else no name.
  fileprivate var asName: String { if case .string(let text) = self { text.asName } else { "" } }
}
