package import SealEnvelope

/// One key of a keyring, with what it is for and how long.
package struct KeyringEntry: Sendable {
  /// What the key is to the keyring's owner.
  package enum Role: String, CaseIterable, Sendable {
    /// The owner's own private key: a device key (X25519) opens, a signing key (Ed25519) signs.
    case own
    /// Somebody's public device key, to seal to.
    case recipient
    /// A sender's public signing key, trusted.
    case sender
  }

  /// Where in its life a key is. A key goes through these in order and never back.
  package enum State: Equatable, Sendable {
    /// Sealed to, signed with, trusted.
    case active
    /// No longer sealed to or signed with, but it opens, or is trusted, until then: pushes may be on their way.
    case retiring(until: UnixTime)
    /// Used for nothing, kept until it is destroyed.
    case retired(at: UnixTime)
  }

  /// The key itself.
  package enum Material: Sendable {
    case key(JWK.Key)
    /// The public half, and the private one under the keyring's passphrase.
    case locked(publicHalf: JWK.Key, LockedSecret)

    package var publicHalf: JWK.Key {
      switch self {
      case .key(let key): key.publicHalf
      case .locked(let key, _): key
      }
    }
  }

  package let role: Role
  package let label: Label
  package internal(set) var state: State
  package let created: UnixTime
  /// From then on it is not sealed to, signed with or trusted; an own key still opens.
  package let expires: UnixTime?
  package internal(set) var material: Material
  /// Members of the JWK that we do not know, as they were written.
  var otherMembers: [RawMember] = []
  /// Members of our own object that we do not know.
  var otherNotes: [RawMember] = []

  package init(
    _ key: JWK.Key, as role: Role, label: Label, created: UnixTime, expires: UnixTime? = nil
  ) throws(KeyringError) {
    try self.init(
      .key(key), as: role, label: label, state: .active, created: created, expires: expires)
  }

  init(
    _ material: Material, as role: Role, label: Label, state: State, created: UnixTime, expires: UnixTime?
  ) throws(KeyringError) {
    let isPrivate =
      switch material {
      case .key(let key): key.isPrivate
      case .locked: true
      }
    switch (role, material.publicHalf.curve, isPrivate) {
    case (.own, _, true), (.recipient, .x25519, false), (.sender, .ed25519, false): break
    case (.own, _, false):
      throw KeyringError(.malformed, "a public key where a private one belongs: an own key has its private half")
    case (_, _, true):
      throw KeyringError(
        .refused, "a private key where a public one belongs: a \(role)'s private half is theirs alone")
    case (.recipient, _, _): throw KeyringError(.malformed, "a recipient's key is X25519; this one is Ed25519")
    case (.sender, _, _): throw KeyringError(.malformed, "a sender's key is Ed25519; this one is X25519")
    }
    self.role = role
    self.label = label
    self.state = state
    self.created = created
    self.expires = expires
    self.material = material
  }

  package var thumbprint: Thumbprint { material.publicHalf.thumbprint }
  package var keyID: KeyID { thumbprint.keyID }
  package var curve: KeyCurve { material.publicHalf.curve }

  package var isLocked: Bool { if case .locked = material { true } else { false } }

  /// Whether it is sealed to, or signed with, at `now`.
  package func maySeal(at now: UnixTime) -> Bool { state == .active && !isExpired(at: now) }

  /// Whether it opens, or its signatures are believed, at `now`.
  package func mayOpen(at now: UnixTime) -> Bool {
    switch state {
    case .active: role == .own || !isExpired(at: now)
    case .retiring(let until): now < until && (role == .own || !isExpired(at: now))
    case .retired: false
    }
  }

  /// Whether it is of no more use at `now`, and can be destroyed.
  package func isOver(at now: UnixTime) -> Bool { state != .active && !mayOpen(at: now) }

  package func isExpired(at now: UnixTime) -> Bool { expires.map { $0 <= now } ?? false }

  /// What no two keys of a keyring have in common.
  struct Name: Hashable {
    let role: Role
    let thumbprint: Thumbprint
  }

  var name: Name { Name(role: role, thumbprint: thumbprint) }

  /// Keys that follow one another by rotation. One of a line is active at most.
  struct Line: Hashable {
    let role: Role
    let curve: KeyCurve
    let label: Label
  }

  var line: Line { Line(role: role, curve: curve, label: label) }

  /// Whether it goes on being of use for some time after another took its place: an own signing key does not, nor is a
  /// recipient's old key sealed to again.
  var hasGrace: Bool { role == .sender || role == .own && curve == .x25519 }
}
