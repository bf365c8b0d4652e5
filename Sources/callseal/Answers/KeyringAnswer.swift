import SealCrypto
import SealEnvelope
import SealKeyring

/// A keyring as `keys list` shows it: all of it but secrets.
enum KeyringAnswer {
  static func json(_ keyring: Keyring) -> JSONObject {
    var members: JSONObject = ["keyring": 1]
    if let lock = keyring.lock {
      members["lock"] = [
        "kdf": "argon2id", "operations": .integer(Int64(lock.cost.operations)),
        "memory": .integer(Int64(lock.cost.memory)),
      ]
    }
    members["keys"] = .array(keyring.entries.map { .object(json($0)) })
    members["foreign"] = .integer(Int64(keyring.foreignCount))
    return members
  }

  private static func json(_ entry: KeyringEntry) -> JSONObject {
    var members: JSONObject = [
      "label": .string(entry.label.description), "role": .string(entry.role.rawValue),
      "crv": .string(entry.curve.rawValue), "kid": .string(entry.thumbprint.description),
      "id": .string(entry.keyID.description),
      "x": .string(Base64URL.encode(entry.material.publicHalf.publicBytes.memory.span)),
      "state": .string(entry.state.word), "created": .integer(entry.created.milliseconds),
    ]
    members["expires"] = entry.expires.map { .integer($0.milliseconds) }
    switch entry.state {
    case .active: break
    case .retiring(let until): members["until"] = .integer(until.milliseconds)
    case .retired(let at): members["retired"] = .integer(at.milliseconds)
    }
    if entry.role == .own { members["locked"] = .bool(entry.isLocked) }
    return members
  }

  static func table(_ keyring: Keyring, at now: UnixTime) -> String {
    var rows = [["LABEL", "WHAT", "KEY ID", "STATE", "CREATED", "EXPIRES"]]
    for entry in keyring.entries {
      rows.append([
        entry.label.description, what(entry), entry.keyID.description, state(entry, now), Times.text(entry.created),
        entry.expires.map { Times.text($0) } ?? "-",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
      }
      text += line + "\n"
    }
    if keyring.foreignCount > 0 { text += "\(keyring.foreignCount) more that CallSeal does not use\n" }
    return text
  }

  private static func what(_ entry: KeyringEntry) -> String {
    let locked = entry.isLocked ? ", locked" : ""
    switch (entry.role, entry.curve) {
    case (.own, .x25519): return "device key\(locked)"
    case (.own, .ed25519): return "signing key\(locked)"
    case (.recipient, _): return "recipient"
    case (.sender, _): return "trusted sender"
    }
  }

  private static func state(_ entry: KeyringEntry, _ now: UnixTime) -> String {
    switch entry.state {
    case .active: entry.isExpired(at: now) ? "expired" : "active"
    case .retiring(let until): entry.mayOpen(at: now) ? "retiring until \(Times.text(until))" : "past its grace time"
    case .retired(let at): "\(entry.role == .sender ? "distrusted" : "retired") \(Times.text(at))"
    }
  }
}
