import SealCrypto
import SealKeyring
import SealPlatform

/// What this run knows for unlocking keyrings: passphrases until all keys are there, and the keys of locks, so that
/// nobody is asked twice and Argon2id is paid once.
enum Unlocking {
  private static let passphrases = Locked<[String: SecretBytes]>([:])
  private static let keys = Locked<[[UInt8]: SecretBytes]>([:])

  /// What was told for the keyring of that name; under no name what holds for all, since a descriptor is read once.
  static func passphrase(at place: String) -> SecretBytes? { passphrases.withLock { $0[place] } }

  static func keep(_ passphrase: SecretBytes, at place: String) { passphrases.withLock { $0[place] = passphrase } }

  /// The key of a lock that was opened before.
  static func key(of lock: KeyringLock) -> SecretBytes? { keys.withLock { $0[lock.salt] } }

  static func keep(_ key: SecretBytes, of lock: KeyringLock) { keys.withLock { $0[lock.salt] = key } }

  /// Wipes the passphrases: whoever runs for long needs none any more. The key of a lock opens one keyring, whose keys
  /// are in memory anyway, and opens it again when it has changed.
  static func forgetPassphrases() { passphrases.withLock { $0 = [:] } }
}
