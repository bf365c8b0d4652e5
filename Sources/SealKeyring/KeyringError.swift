package import SealCrypto
package import SealEnvelope
package import SealPlatform

/// Why a keyring could not be read, changed or used. Equal by code alone; holds no byte of a key or a passphrase.
package struct KeyringError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure; new ones may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Text that is no keyring, or holds a key that can not be used.
    package static let malformed = Code(rawValue: "malformed")
    /// No key of that name.
    package static let notFound = Code(rawValue: "not-found")
    /// More than one key has that name.
    package static let ambiguous = Code(rawValue: "ambiguous")
    /// The key, or an active one with that label, is there already.
    package static let alreadyExists = Code(rawValue: "already-exists")
    /// The key is retired or expired, too much alive to be destroyed, or one of the published test keys.
    package static let refused = Code(rawValue: "refused")
    /// A private key is locked, and no passphrase was given.
    package static let locked = Code(rawValue: "locked")
    /// The passphrase is wrong, or what it protects was altered.
    package static let notOpened = Code(rawValue: "not-opened")
    /// A label, a passphrase or a number out of its bounds.
    package static let invalid = Code(rawValue: "invalid")
    /// There is no such file, or folder.
    package static let noFile = Code(rawValue: "no-file")
    /// The file could not be read, locked or written.
    package static let file = Code(rawValue: "file")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  package init(_ error: FormatError) { self.init(error.code == .testKey ? .refused : .malformed, error.reason) }

  package init(_ error: FileError) {
    let code: Code =
      switch error.code {
      case .notFound: .noFile
      case .tooLarge: .malformed
      default: .file
      }
    self.init(code, error.reason)
  }
  package init(_ error: CryptoError) {
    guard error.code != .unavailable else {
      self.init(.file, "this build is without libsodium, and a passphrase takes it")
      return
    }
    self.init(.file, "the cryptographic library failed (\(error.code.rawValue))")
  }

  /// Runs a step whose fault is one of the format.
  static func wrap<Result: ~Copyable>(_ step: () throws(FormatError) -> Result) throws(KeyringError) -> Result {
    do throws(FormatError) { return try step() } catch { throw KeyringError(error) }
  }

  package static func == (a: KeyringError, b: KeyringError) -> Bool { a.code == b.code }

  package var description: String { reason }
}
