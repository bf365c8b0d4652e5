import SealEnvelope
import SealKeyring
import SealPlatform

/// What would be lost for ever if a file were written over.
enum KeptSecret: Equatable {
  case privateKey
  case keyring
  /// It is there, and nobody can tell.
  case unreadable

  /// Nothing where the file holds neither, or is not there.
  init?(in path: String) {
    var found: KeptSecret?
    do throws(FileError) {
      try System.withFile(reading: path) { file throws(FileError) in
        found = try SecretFile.read(file, limit: KeyringFile.largest, failure: { $0 }) {
          text, status throws(FileError) in status.isRegular ? Self.look(text) : nil
        }
      }
    } catch {
      guard error.code == .failed, System.existingFile(path)?.isRegular == true else { return nil }
      found = .unreadable
    }
    guard let found else { return nil }
    self = found
  }

  /// A key that is damaged, of another kind or published for tests is a key all the same, so whatever looks like one
  /// counts.
  private static func look(_ text: [UInt8]) -> KeptSecret? {
    if Keyring.isKeyring(text) { return .keyring }
    if let keys = try? KeyText.keys(parsing: text) { return keys.contains(where: \.isPrivate) ? .privateKey : nil }
    func has(_ word: StaticString) -> Bool { text.holds(word) }
    if has("PRIVATE KEY-----") { return .privateKey }
    guard has(#""kty""#), mayBeKeys(text) else { return nil }
    return has(#""keys""#) && has(#""callseal""#) ? .keyring : has(#""d""#) ? .privateKey : nil
  }

  /// Whole JSON that is neither a key nor a set of keys may have keys deeper inside, as vectors do; what is torn may not
  /// be judged so.
  private static func mayBeKeys(_ text: [UInt8]) -> Bool {
    var (reader, isOurs) = (JSONReader(text), false)
    do throws(FormatError) {
      try reader.object { reader, name throws(FormatError) in
        if name == "kty" || name == "keys" { isOurs = true }
        try reader.skip()
      }
      return isOurs
    } catch { return true }
  }
}

extension [UInt8] {
  /// Whether the bytes of `word` stand somewhere in these; nothing is copied, for these may be a secret.
  fileprivate func holds(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard count <= self.count else { return false }
    return indices.dropLast(count - 1).contains { start in
      (0..<count).allSatisfy { unsafe self[start + $0] == word.utf8Start[$0] }
    }
  }
}
