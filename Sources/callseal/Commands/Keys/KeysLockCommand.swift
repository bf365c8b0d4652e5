import SealKeyring

enum KeysLockCommand: Command {
  static let description = CommandDescription(
    name: "keys lock",
    summary: "locks a keyring's private keys with a passphrase",
    discussion: [
      "Argon2id makes a key of the passphrase, XChaCha20-Poly1305 locks each private half with it, and what stands in the "
        + "clear cannot be altered unseen. Public keys stay readable, so sealing to others needs no passphrase."
    ],
    options: KeysOptions.all + [KeysOptions.cost],
    examples: [.init(purpose: "asked for on the terminal", line: "callseal keys lock -k ring.jwks")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let (contents, name) = try arguments.readKeyring()
    func refuseLocked(_ keyring: Keyring) throws(KeyringError) {
      guard keyring.lock == nil else {
        throw KeyringError(.refused, "it is locked already; 'keys passphrase' changes the passphrase")
      }
    }
    // Before anyone types a passphrase; and again under the lock.
    do throws(KeyringError) { try refuseLocked(contents.keyring) } catch { throw Failure(error, in: name) }
    let passphrase = try arguments.newPassphrase(for: name)
    try arguments.changeKeyring(wiping: true) { keyring throws(KeyringError) in
      try refuseLocked(keyring)
      try keyring.lock(with: passphrase, cost: arguments.cost())
    }
    Voice.say("\(name): locked; nobody can open it without the passphrase, and nobody can restore it")
  }
}

enum KeysUnlockCommand: Command {
  static let description = CommandDescription(
    name: "keys unlock",
    summary: "takes the passphrase off a keyring",
    options: KeysOptions.all)

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.required(CommonOptions.keyring)
    try arguments.changeKeyring { keyring throws(KeyringError) in
      guard keyring.lock != nil else { throw KeyringError(.refused, "it is not locked") }
      try keyring.unlock()
    }
    Voice.say("\(name): unlocked; its private keys are in the clear")
  }
}

enum KeysPassphraseCommand: Command {
  static let description = CommandDescription(
    name: "keys passphrase",
    summary: "changes a keyring's passphrase",
    options: KeysOptions.all + [KeysOptions.newPassphraseFile, KeysOptions.newPassphraseDescriptor, KeysOptions.cost])

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.required(CommonOptions.keyring)
    let file = KeyringFile(name)
    // A wrong passphrase is told before a new one is asked for.
    let key = try arguments.lockKey(of: file)
    let new = try arguments.newPassphrase(
      for: name, KeysOptions.newPassphraseFile, KeysOptions.newPassphraseDescriptor)
    do throws(KeyringError) {
      try file.update(wiping: true) { keyring, _ throws(KeyringError) in
        try keyring.open(with: key)
        try keyring.lock(with: new, cost: arguments.cost())
      }
    } catch { throw Failure(error, in: name) }
    Voice.say("\(name): the passphrase is changed; copies made before still open with the old one")
  }
}
