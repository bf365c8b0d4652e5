import SealCrypto
import SealEnvelope
import SealKeyring
import SealPlatform

/// What commands share in handling keyrings.
extension Arguments {
  /// Warns of a file of secrets that others can read, or refuses it where `--strict` is given.
  func checkRights(_ status: FileStatus, _ name: String, _ what: String = "these private keys") throws(Failure) {
    guard status.isRegular, status.isOpenToOthers else { return }
    let message = "\(name): others can read \(what); chmod 600 \(name)"
    guard !isGiven(CommonOptions.strict) else { throw Failure(.refused, message) }
    Voice.warn(message)
  }

  /// The keyring with its private keys open and all of it authenticated, its passphrase asked for where it has one.
  func opened(_ keyring: Keyring, _ name: String) throws(Failure) -> Keyring {
    guard let lock = keyring.lock else { return keyring }
    let key = try lockKey(lock, name)
    do throws(KeyringError) {
      var keyring = keyring
      try keyring.open(with: key)
      return keyring
    } catch { throw Failure(error, in: name) }
  }

  /// The keyring, authenticated where its passphrase is known without asking; else public keys are as the file has them.
  func authenticated(_ keyring: Keyring, _ name: String) throws(Failure) -> Keyring {
    guard let lock = keyring.lock, givesPassphrase || Unlocking.key(of: lock) != nil else { return keyring }
    return try opened(keyring, name)
  }

  /// The key of a lock, the passphrase asked for where it has to be.
  func lockKey(_ lock: KeyringLock, _ name: String) throws(Failure) -> SecretBytes {
    if let known = Unlocking.key(of: lock) { return known }
    let passphrase = try passphrase(for: name)
    do throws(KeyringError) {
      let key = try lock.key(for: passphrase)
      Unlocking.keep(key, of: lock)
      return key
    } catch { throw Failure(error, in: name) }
  }

  /// The keyring of `--keyring`, for a command that changes nothing.
  func readKeyring() throws(Failure) -> (contents: KeyringFile.Contents, name: String) {
    let path = try required(CommonOptions.keyring)
    do throws(KeyringError) {
      let contents = try KeyringFile(path).read()
      if contents.keyring.holdsOpenSecrets { try checkRightsOfKeyring(contents.status, path) }
      return (contents, path)
    } catch { throw Failure(error, in: path) }
  }

  /// Changes the keyring of `--keyring`.
  ///
  /// Whether its passphrase is needed shows only when the change is tried. A person is never waited for under the lock:
  /// the change is given up, the passphrase asked for, and the change begun again.
  func changeKeyring<Result>(
    creating: Bool = false, wiping: Bool = false, asAltered: Bool = false,
    _ change: (inout Keyring) throws(KeyringError) -> Result
  ) throws(Failure) -> Result {
    let path = try required(CommonOptions.keyring)
    let file = KeyringFile(path)
    func attempt(_ lockKey: SecretBytes?) throws(KeyringError) -> Result {
      try file.update(creating: creating, wiping: wiping) { keyring, status throws(KeyringError) in
        if let status, keyring.holdsOpenSecrets { try checkRightsOfKeyring(status, path) }
        if let lockKey { try keyring.open(with: lockKey, asAltered: asAltered) }
        return try change(&keyring)
      }
    }
    var lockKey: SecretBytes?
    while true {
      do throws(KeyringError) { return try attempt(lockKey) } catch {
        guard error.code == .locked, lockKey == nil else { throw Failure(error, in: path) }
      }
      lockKey = try self.lockKey(of: file)
    }
  }

  /// The key of a keyring's lock, its passphrase asked for.
  func lockKey(of file: KeyringFile) throws(Failure) -> SecretBytes {
    let lock: KeyringLock?
    do throws(KeyringError) { lock = try file.read().keyring.lock } catch { throw Failure(error, in: file.path) }
    guard let lock else { throw Failure(.refused, "\(file.path): it is not locked") }
    return try lockKey(lock, file.path)
  }

  private func checkRightsOfKeyring(_ status: FileStatus, _ path: String) throws(KeyringError) {
    do throws(Failure) { try checkRights(status, path) } catch {
      throw KeyringError(.refused, "others can read its private keys; chmod 600 \(path)")
    }
  }
}

extension Failure {
  /// Why the keyring, or the key file, in `name` could not be used.
  init(_ error: KeyringError, in name: String) {
    let code: ExitCode =
      switch error.code {
      case .malformed: .malformed
      case .notFound: .noMatchingKey
      case .ambiguous, .invalid: .usage
      case .alreadyExists, .refused, .locked: .refused
      case .notOpened: .notOpened
      default: .inputOutput
      }
    self.init(code, "\(name): \(Voice.lowerCased(error.reason))")
  }
}
