import SealCrypto
import SealEnvelope
import SealKeyring
import SealPlatform

/// What commands share in handling keyrings.
extension Arguments {
  /// Warns of a file of secrets that others can read, or refuses it where `--strict` is given.
  func checkRights(_ status: FileStatus, _ name: String) throws(Failure) {
    guard status.isRegular, status.isOpenToOthers else { return }
    let message = "\(name): others can read this file of private keys; chmod 600 \(name)"
    guard !isGiven(CommonOptions.strict) else { throw Failure(.refused, message) }
    Voice.warn(message)
  }

  /// The keyring with its private keys open, its passphrase asked for where it has one.
  func opened(_ keyring: Keyring, _ name: String) throws(Failure) -> Keyring {
    guard let lock = keyring.lock else { return keyring }
    let passphrase = try passphrase(for: name)
    do throws(KeyringError) {
      var keyring = keyring
      try keyring.open(with: lock.key(for: passphrase))
      return keyring
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
    creating: Bool = false, wiping: Bool = false,
    _ change: (inout Keyring) throws(KeyringError) -> Result
  ) throws(Failure) -> Result {
    let path = try required(CommonOptions.keyring)
    let file = KeyringFile(path)
    func attempt(_ lockKey: SecretBytes?) throws(KeyringError) -> Result {
      try file.update(creating: creating, wiping: wiping) { keyring, status throws(KeyringError) in
        if let status, keyring.holdsOpenSecrets { try checkRightsOfKeyring(status, path) }
        if let lockKey { try keyring.open(with: lockKey) }
        return try change(&keyring)
      }
    }
    do throws(KeyringError) {
      do throws(KeyringError) { return try attempt(nil) } catch {
        guard error.code == .locked, let lock = try file.read().keyring.lock else { throw error }
        let passphrase: SecretBytes
        do throws(Failure) { passphrase = try self.passphrase(for: path) } catch {
          throw KeyringError(.init(rawValue: "passphrase"), error.message)
        }
        return try attempt(lock.key(for: passphrase))
      }
    } catch { throw Failure(error, in: path) }
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
      case .ambiguous, .invalid, .init(rawValue: "passphrase"): .usage
      case .alreadyExists, .refused, .locked: .refused
      case .notOpened: .notOpened
      default: .inputOutput
      }
    self.init(code, "\(name): \(Voice.lowerCased(error.reason))")
  }
}
