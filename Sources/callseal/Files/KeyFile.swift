import SealCrypto
import SealEnvelope
import SealKeyring
import SealPlatform

/// A file of keys: a JWK, a JWK Set, PEM, or a keyring, from disk or from standard input.
///
/// `FILE#LABEL` means one key of a keyring, unless there is a file of just that name.
struct KeyFile {
  enum Content {
    case keys([JWK.Key])
    case keyring(Keyring)
  }

  private(set) var content: Content
  /// As messages call it.
  let name: String
  /// What stood behind the `#`.
  let label: String?

  /// Reads the keys of `path`, and warns where others can read a private one, or refuses it where `--strict` is given.
  init(_ path: String?, _ arguments: Arguments) throws(Failure) {
    (name, label) = Self.split(path)
    let isStream = path ?? "-" == "-"
    if isStream, System.isTerminal(.input) { Voice.say("reading a key from the terminal; ctrl-d ends it") }
    // A keyring that is replaced while it is open may be wiped under our hands; then the new one is read.
    var read: (content: Content, status: FileStatus)?
    var attempts = 0
    while read == nil, attempts < 100 {
      attempts += 1
      read = try Self.read(isStream ? nil : name, name)
    }
    guard let read else { throw Failure(.inputOutput, "\(name): it is replaced faster than it can be read") }
    content = read.content
    // What is redirected to standard input was opened by somebody else, and has no name to tell.
    if !isStream {
      switch content {
      case .keys(let keys):
        let count = keys.count(where: \.isPrivate)
        if count > 0 {
          try arguments.checkRights(read.status, name, count == 1 ? "this private key" : "these private keys")
        }
      case .keyring(let keyring): if keyring.holdsOpenSecrets { try arguments.checkRights(read.status, name) }
      }
    }
    guard label == nil || isKeyring else {
      throw Failure(.malformed, "\(name): not a keyring, and only a keyring has labels")
    }
  }

  var isKeyring: Bool { if case .keyring = content { true } else { false } }

  /// The keys; of a keyring those that are active, with the label or all. What is retiring, retired, distrusted or
  /// expired is handed on by nobody, least of all to be made active elsewhere.
  ///
  /// - Throws: where a keyring's private keys are locked, it has no such key, or none that is active.
  func keys(_ arguments: Arguments) throws(Failure) -> [JWK.Key] {
    switch content {
    case .keys(let keys): return keys
    case .keyring(let keyring):
      let opened = try arguments.opened(keyring, name)
      let entries = label.map { opened.entries(named: $0) } ?? opened.entries
      guard !entries.isEmpty else { throw Failure(.noMatchingKey, "\(name): no such key in the keyring") }
      let active = entries.filter { $0.maySeal(at: .now) }
      guard !active.isEmpty else { throw Failure(.refused, "\(name): it is retired or expired, and nobody's to use") }
      return active.compactMap { if case .key(let key) = $0.material { key } else { nil } }
    }
  }

  /// A file's name, and the label behind its `#`.
  static func split(_ path: String?) -> (name: String, label: String?) {
    guard let path, path != "-" else { return (System.Stream.input.name, nil) }
    guard let hash = path.lastIndex(of: "#"), hash != path.startIndex, System.existingFile(path) == nil else {
      return (path, nil)
    }
    return (String(path[..<hash]), String(path[path.index(after: hash)...]))
  }

  /// Nothing where it was replaced meanwhile.
  private static func read(_ path: String?, _ name: String) throws(Failure) -> (Content, FileStatus)? {
    var result: Result<(Content, FileStatus)?, Failure> = .success(nil)
    do throws(FileError) {
      if let path {
        try System.withFile(reading: path) { file throws(FileError) in result = parse(file, name) }
      } else {
        try System.withStream(.input) { file throws(FileError) in result = parse(file, name) }
      }
    } catch { throw Failure(error) }
    return try result.get()
  }

  private static func parse(
    _ file: borrowing OpenFile, _ name: String
  ) -> Result<(Content, FileStatus)?, Failure> {
    let result: Result<(Content, FileStatus)?, Failure>
    do throws(Failure) {
      let read = try SecretFile.read(file, limit: KeyringFile.largest, failure: { Failure($0) }) {
        text, status throws(Failure) in
        (try content(of: text, name), status)
      }
      result = .success(read)
    } catch { result = .failure(error) }
    let status = try? FileStatus(of: file)
    return status?.isRegular == true && status?.links == 0 ? .success(nil) : result
  }

  private static func content(of text: [UInt8], _ name: String) throws(Failure) -> Content {
    if Keyring.isKeyring(text) {
      do throws(KeyringError) { return .keyring(try Keyring(parsing: text)) } catch { throw Failure(error, in: name) }
    }
    do throws(FormatError) { return .keys(try KeyText.keys(parsing: text)) } catch { throw Failure(error, in: name) }
  }
}

extension JWK.Key {
  /// As messages call it.
  var noun: String {
    switch self {
    case .recipientPrivate: "a device's private key"
    case .recipientPublic: "a device's public key"
    case .senderPrivate: "a sender's private key"
    case .senderPublic: "a sender's public key"
    }
  }

  /// The public half, as a JWK.
  var publicJWK: String {
    switch self {
    case .recipientPrivate(let key): key.publicKey.jwk
    case .recipientPublic(let key): key.jwk
    case .senderPrivate(let key): key.publicKey.jwk
    case .senderPublic(let key): key.jwk
    }
  }
}
