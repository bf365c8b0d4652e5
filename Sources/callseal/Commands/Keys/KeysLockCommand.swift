import SealKeyring

enum KeysLockCommand: Command {
  static let description = CommandDescription(
    name: "keys lock",
    summary: "locks a keyring's private keys with a passphrase",
    discussion: [
      "Argon2id makes a key of the passphrase, and XChaCha20-Poly1305 locks each private half with it. The whole keyring "
        + "is sealed too: whenever the passphrase is given, a key that somebody changed, added, removed or put elsewhere "
        + "is refused, exit code 5. Each change needs the passphrase for that.",
      "Public keys stay readable, so sealing to others and trusting senders needs no passphrase; what is read without it "
        + "is not authenticated. A file cannot tell that it is an older copy of itself: 'keys check' says how often it was "
        + "changed, for comparing.",
      "A passphrase is Unicode text in any of its forms. One of white space alone is refused; of one that is short you are "
        + "warned.",
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
  private static let force = CommonOptions.force(
    "Unlock it although keys were altered, added, removed or moved. Private keys that open alone are kept; look at all "
      + "others before you use or lock it again.")

  static let description = CommandDescription(
    name: "keys unlock",
    summary: "takes the passphrase off a keyring",
    options: KeysOptions.all + [force])

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.required(CommonOptions.keyring)
    try arguments.changeKeyring(asAltered: arguments.isGiven(force)) { keyring throws(KeyringError) in
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
