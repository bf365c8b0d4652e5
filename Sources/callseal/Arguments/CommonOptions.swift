/// Options that mean the same in every command that has them.
enum CommonOptions {
  static let audience = OptionDescription(
    name: "audience", value: .init(name: "ID", kind: .text), requirement: .always,
    help: "The app's bundle identifier, as in apns-topic; not the extension's own.")

  static let key = OptionDescription(
    name: "key", value: .init(name: "KEY", kind: .input), requirement: .always, isRepeatable: true,
    help:
      "A device's private key: a JWK, a JWK Set, PEM, or a keyring (FILE or FILE#LABEL); every one that matches and "
      + "may still open is tried.")

  static let trust = OptionDescription(
    name: "trust", value: .init(name: "PUB", kind: .input), isRepeatable: true,
    help: "A sender's public key: a JWK, a JWK Set, PEM, or a keyring; an event that nobody trusted has signed is "
      + "refused.")

  static let acceptUnsigned = OptionDescription(
    name: "accept-unsigned", help: "Take events that nobody trusted has signed, as ones without a sender.")

  static let keyring = OptionDescription(
    name: "keyring", letter: "k", value: .init(name: "FILE", kind: .file), requirement: .always, help: "The keyring.")

  static let role = OptionDescription(
    name: "role", value: .init(name: "ROLE", kind: .choice(["own", "recipient", "sender"])),
    help: "Which key is meant, where keys of several roles have the label.")

  static let passphraseFile = OptionDescription(
    name: "passphrase-file", value: .init(name: "FILE", kind: .input),
    help: "Read a locked keyring's passphrase from FILE, one line; without it a terminal is asked.")

  static let passphraseDescriptor = OptionDescription(
    name: "passphrase-fd", value: .init(name: "N", kind: .integer),
    help: "Read the passphrase from the open descriptor N.")

  static let strict = OptionDescription(
    name: "strict", help: "Refuse files of private keys or passphrases that others can read, instead of warning.")

  /// What every command has that may read a keyring.
  static let secrets = [passphraseFile, passphraseDescriptor, strict]

  static func force(_ help: String) -> OptionDescription { OptionDescription(name: "force", help: help) }

  static let json = OptionDescription(name: "json", help: "Write one line of JSON, for a program.")

  static func output(_ help: String) -> OptionDescription {
    OptionDescription(name: "output", letter: "o", value: .init(name: "FILE", kind: .output), help: help)
  }

  static let output = output("Write to FILE, and only once there is something to write.")
}
