import SealCrypto
import SealEnvelope
import SealKeyring

/// What the `keys` commands share.
enum KeysOptions {
  static let label = OptionDescription(
    name: "label", value: .init(name: "LABEL", kind: .text), requirement: .always,
    help: "What you call the key: 1 to 64 characters without '#'. Keys that follow one another share it.")

  static let expires = OptionDescription(
    name: "expires", value: .init(name: "TIME", kind: .text),
    help: "From then on nothing is sealed to it or signed with it: 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds "
      + "since 1970.")

  static let again = CommonOptions.force("Take a key back that was distrusted.")

  static let newPassphraseFile = OptionDescription(
    name: "new-passphrase-file", value: .init(name: "FILE", kind: .input),
    help: "Read the new passphrase from FILE, one line; without it a terminal is asked, twice.")

  static let newPassphraseDescriptor = OptionDescription(
    name: "new-passphrase-fd", value: .init(name: "N", kind: .integer),
    help: "Read the new passphrase from the open descriptor N.")

  static let cost = OptionDescription(
    name: "cost", value: .init(name: "COST", kind: .choice(["interactive", "moderate", "sensitive"])),
    help: "What a guess at the passphrase costs: 64 MiB, 256 MiB (the default) or 1 GiB of memory, and as much again "
      + "whenever the keyring is unlocked.")

  static func name(_ help: String) -> OperandDescription {
    OperandDescription(name: "NAME", kind: .text, isRequired: true, help: "\(help): its label, thumbprint or key id.")
  }

  static let all = [CommonOptions.keyring] + CommonOptions.secrets
}

extension Arguments {
  /// The operand that the description requires.
  func requiredOperand() throws(Failure) -> String {
    guard let operand else { throw usage("\(command.operand?.name ?? "an operand") is missing") }
    return operand
  }

  func label() throws(Failure) -> Label { try label(required(KeysOptions.label)) }

  func label(_ text: String) throws(Failure) -> Label {
    do throws(KeyringError) { return try Label(text) } catch { throw usage(error.reason) }
  }

  func role() -> KeyringEntry.Role? { value(of: CommonOptions.role).flatMap(KeyringEntry.Role.init) }

  func instant(_ option: OptionDescription) throws(Failure) -> UnixTime? {
    guard let text = value(of: option) else { return nil }
    guard let time = Times.instant(text) else {
      throw usage("\(option.spelling) is 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds since 1970")
    }
    return time
  }

  /// When a new key expires.
  func expiry(at now: UnixTime) throws(Failure) -> UnixTime? {
    guard let time = try instant(KeysOptions.expires) else { return nil }
    guard now < time else { throw usage("\(KeysOptions.expires.spelling) lies in the past") }
    return time
  }

  func cost() -> Argon2id {
    switch value(of: KeysOptions.cost) {
    case "interactive": .interactive
    case "sensitive": .sensitive
    default: .moderate
    }
  }

  /// The one key in `path`.
  func oneKey(in path: String?) throws(Failure) -> (key: JWK.Key, name: String) {
    let file = try KeyFile(path, self)
    let keys = try file.keys(self)
    guard let key = keys.first, keys.count == 1 else {
      throw Failure(.malformed, "\(file.name): holds \(keys.count) keys, and one is taken")
    }
    return (key, file.name)
  }
}

extension KeyringEntry {
  /// As messages call it: `phone, an own device key, …`.
  var phrase: String { "\(label), \(noun), \(thumbprint)" }

  var noun: String {
    switch (role, curve) {
    case (.own, .x25519): "an own device key"
    case (.own, .ed25519): "an own signing key"
    case (.recipient, _): "a recipient's key"
    case (.sender, _): "a trusted sender's key"
    }
  }
}
