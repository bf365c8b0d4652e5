package import SealCrypto
import SealEnvelope

extension Keyring {
  /// The keyring's text, a line for each key. Private keys are locked where the keyring is.
  ///
  /// - Throws: `locked` where a key was opened without the lock's key, which is a fault of ours.
  package func text() throws(KeyringError) -> SecretBytes {
    var text = SecretText()
    text.append("{\"keys\":[")
    for (index, item) in items.enumerated() {
      text.append(index == 0 ? "\n" : ",\n")
      switch item {
      case .foreign(let raw): text.append(raw)
      case .entry(let entry): try write(entry, onto: &text)
      }
    }
    text.append("\n],\n\"callseal\":{\"keyring\":1")
    if let lock {
      text.append(",\"lock\":")
      text.append(try Self.json(lock.members))
    }
    try Self.write(otherNotes, onto: &text)
    text.append("}")
    try Self.write(otherMembers, onto: &text)
    text.append("}\n")
    do throws(CryptoError) { return try text.joined() } catch { throw KeyringError(error) }
  }

  private func write(_ entry: KeyringEntry, onto text: inout SecretText) throws(KeyringError) {
    let publicHalf = entry.material.publicHalf
    text.append(#"{"kty":"OKP","crv":"\#(publicHalf.curve.rawValue)","x":""#)
    text.append(Base64URL.encode(publicHalf.publicBytes.memory.span))
    var locked: LockedSecret?
    switch entry.material {
    case .locked(_, let secret): locked = secret
    case .key(let key) where key.isPrivate:
      if let lock {
        guard let lockKey else { throw Self.needsPassphrase }
        locked = try Self.locked(key, of: entry, lock, lockKey)
      } else {
        text.append(#"","d":""#)
        text.append(base64url: try key.secret())
      }
    case .key: break
    }
    text.append(#"","kid":"\#(publicHalf.thumbprint)","callseal":"#)
    var notes = entry.notes
    if let locked { notes["locked"] = .object(locked.members) }
    // Without its closing brace: others' members go in before it.
    text.append(Array(try Self.json(notes).dropLast()))
    try Self.write(entry.otherNotes, onto: &text)
    text.append("}")
    try Self.write(entry.otherMembers, onto: &text)
    text.append("}")
  }

  private static func json(_ object: JSONObject) throws(KeyringError) -> [UInt8] {
    try KeyringError.wrap { () throws(FormatError) in try JSONWriter.text(object) }
  }

  private static func write(_ members: [RawMember], onto text: inout SecretText) throws(KeyringError) {
    for member in members {
      text.append(",")
      text.append(
        try KeyringError.wrap { () throws(FormatError) in try JSONWriter.text(JSONValue.string(member.name)) })
      text.append(":")
      text.append(member.text)
    }
  }
}

extension JWK.Key {
  /// A copy of the private half's 32 bytes.
  fileprivate func secret() throws(KeyringError) -> SecretBytes {
    func copy(_ bytes: Span<UInt8>) throws(CryptoError) -> SecretBytes { try SecretBytes(copying: bytes) }
    do throws(CryptoError) {
      switch self {
      case .recipientPrivate(let key): return try key.withRawBytes(copy)
      case .senderPrivate(let key): return try key.withSeed(copy)
      case .recipientPublic, .senderPublic: throw CryptoError(.failed)
      }
    } catch { throw KeyringError(error) }
  }
}
