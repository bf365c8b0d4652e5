package import SealCrypto
import SealEnvelope

extension Keyring {
  /// The keyring's text, a line for each key. Where it is locked, private keys are, and the whole is sealed.
  ///
  /// - Throws: `locked` where it was not opened: then nobody may change it.
  package func text() throws(KeyringError) -> SecretBytes {
    let keyring = try sealed()
    var text = SecretText()
    text.append("{\"keys\":[")
    for (index, item) in keyring.items.all.enumerated() {
      text.append(index == 0 ? "\n" : ",\n")
      switch item {
      case .foreign(let raw): text.append(raw)
      case .entry(let entry): try Self.write(entry, onto: &text)
      }
    }
    text.append("\n],\n\"callseal\":{\"keyring\":1")
    if let lock = keyring.lock {
      text.append(",\"lock\":")
      text.append(try Self.json(lock.members))
    }
    try Self.write(otherNotes, onto: &text)
    text.append("}")
    try Self.write(otherMembers, onto: &text)
    text.append("}\n")
    do throws(CryptoError) { return try text.joined() } catch { throw KeyringError(error) }
  }

  private static func write(_ entry: KeyringEntry, onto text: inout SecretText) throws(KeyringError) {
    let publicHalf = entry.material.publicHalf
    text.append(#"{"kty":"OKP","crv":"\#(publicHalf.curve.rawValue)","x":""#)
    text.append(Base64URL.encode(publicHalf.publicBytes.memory.span))
    var notes = entry.notes
    switch entry.material {
    case .locked(_, let secret): notes["locked"] = .object(secret.members)
    case .key(let key) where key.isPrivate:
      text.append(#"","d":""#)
      text.append(base64url: try key.secret())
    case .key: break
    }
    text.append(#"","kid":"\#(publicHalf.thumbprint)","callseal":"#)
    // Without its closing brace: others' members go in before it.
    text.append(Array(try json(notes).dropLast()))
    try write(entry.otherNotes, onto: &text)
    text.append("}")
    try write(entry.otherMembers, onto: &text)
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
