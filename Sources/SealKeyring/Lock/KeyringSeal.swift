import SealCrypto
import SealEnvelope

/// That nobody altered a locked keyring: a tag under the lock's key over all that stands in it, made anew with every
/// change.
///
/// The keyring counts its changes, and the count is sealed too. A file cannot tell that it is an older copy of itself;
/// who knows the last number from elsewhere can.
struct KeyringSeal: Sendable {
  /// How often the keyring has been written since it was locked.
  let changes: Int64
  private let nonce: [UInt8]
  private let tag: [UInt8]

  private init(changes: Int64, nonce: [UInt8], tag: [UInt8]) {
    self.changes = changes
    self.nonce = nonce
    self.tag = tag
  }

  /// What stands in the place of a seal until the keyring is written.
  static func unmade(after changes: Int64) -> KeyringSeal { KeyringSeal(changes: changes, nonce: [], tag: []) }

  /// Seals a keyring for its next change.
  static func make(over keyring: Keyring, _ lock: KeyringLock, _ key: SecretBytes) throws(KeyringError) -> KeyringSeal {
    let changes = min((lock.seal?.changes ?? 0) + 1, JSONValue.integers.upperBound)
    let data = try keyring.sealedText(lock, changes)
    do throws(CryptoError) {
      let nonce = try KeyringLock.random(XChaChaPoly.nonceByteCount)
      let tag = try XChaChaPoly.seal([UInt8]().memory.span, key: key, nonce: nonce, additionalData: data)
      return KeyringSeal(changes: changes, nonce: nonce, tag: tag)
    } catch { throw KeyringError(error) }
  }

  /// - Throws: `notOpened` where the keyring is not what was sealed.
  func verify(_ keyring: Keyring, _ lock: KeyringLock, _ key: SecretBytes) throws(KeyringError) {
    let data = try keyring.sealedText(lock, changes)
    do throws(CryptoError) {
      _ = try XChaChaPoly.open(tag.memory.span, key: key, nonce: nonce, additionalData: data)
    } catch {
      guard error.code == .notAuthentic || error.code == .wrongLength else { throw KeyringError(error) }
      throw KeyringError(
        .notOpened,
        "the keyring was altered: keys were changed, added, removed or put in another order by somebody "
          + "without its passphrase")
    }
  }

  /// Its members, as they stand in the file.
  var members: JSONObject {
    [
      "changes": .integer(changes), "nonce": .string(Base64URL.encode(nonce.memory.span)),
      "tag": .string(Base64URL.encode(tag.memory.span)),
    ]
  }

  init(_ members: JSONObject) throws(FormatError) {
    guard members.members.count == 3, case .integer(let changes) = members["changes"], changes >= 0 else {
      throw FormatError(.key, "a lock whose \"seal\" is of another kind")
    }
    self.changes = changes
    nonce = try members.bytes("nonce", XChaChaPoly.nonceByteCount)
    tag = try members.bytes("tag", XChaChaPoly.tagByteCount)
  }
}

extension Keyring {
  /// How often it has been changed since it was locked; nothing where no seal counts.
  package var changes: Int64? { lock?.seal?.changes }

  /// All that a seal covers, a line for each item, in one form however the file was written: the lock, what others put
  /// into the set, and every key in its place. A key of another tool is there by its digest: it may be a secret.
  fileprivate func sealedText(_ lock: KeyringLock, _ changes: Int64) throws(KeyringError) -> [UInt8] {
    var text: [UInt8] = []
    do throws(FormatError) {
      for line in try sealedLines(lock, changes) {
        text += try JSONWriter.text(line)
        text.append(UInt8(ascii: "\n"))
      }
    } catch { throw KeyringError(error) }
    return text
  }

  private func sealedLines(_ lock: KeyringLock, _ changes: Int64) throws(FormatError) -> [JSONObject] {
    var lines: [JSONObject] = [
      [
        "use": .string("\(lock.form) set"), "lock": .object(lock.parameters), "changes": .integer(changes),
        "others": try RawMember.canonical(otherMembers), "otherNotes": try RawMember.canonical(otherNotes),
      ]
    ]
    for item in items.all {
      switch item {
      case .entry(let entry):
        var line = try entry.clearMembers(lock)
        if case .locked(_, let secret) = entry.material { line["locked"] = .object(secret.members) }
        lines.append(line)
      case .foreign(let value):
        let digest = try RawMember.digest(of: value)
        lines.append(["foreign": .string(Base64URL.encode(digest.memory.span))])
      }
    }
    return lines
  }
}
