import SealEnvelope
import SealKeyring

enum KeysAddCommand: Command {
  private static let signing = OptionDescription(
    name: "signing", help: "Make a sender's signing key (Ed25519) instead of a device's key (X25519).")

  static let description = CommandDescription(
    name: "keys add",
    summary: "makes an own private key in a keyring",
    discussion: ["The keyring is made where there is none, readable by its owner alone."],
    operand: OperandDescription(name: "LABEL", kind: .text, isRequired: true, help: "What you call the key."),
    options: KeysOptions.all + [signing, KeysOptions.expires],
    examples: [
      .init(purpose: "a device's key", line: "callseal keys add -k ring.jwks phone"),
      .init(
        purpose: "a backend's, for a year",
        line: "callseal keys add -k ring.jwks --signing --expires 2030-01-01 backend"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let now = UnixTime.now
    let label = try arguments.label(arguments.requiredOperand())
    let expires = try arguments.expiry(at: now)
    let entry = try arguments.changeKeyring(creating: true) { keyring throws(KeyringError) in
      try keyring.add(arguments.isGiven(signing) ? .ed25519 : .x25519, label: label, now: now, expires: expires)
    }
    Voice.say("made \(entry.phrase)")
  }
}

enum KeysImportCommand: Command {
  private static let role = OptionDescription(
    name: "as", value: .init(name: "ROLE", kind: .choice(["own", "recipient", "sender"])),
    help:
      "What the key is to you. Unless given, a private key is your own, a public X25519 key a recipient's, a public "
      + "Ed25519 key a trusted sender's.")

  static let description = CommandDescription(
    name: "keys import",
    summary: "takes keys from a file into a keyring",
    discussion: [
      "Reads a JWK, a JWK Set, PEM as openssl writes it, or another keyring. All of its keys are taken, or none. The "
        + "keyring is made where there is none.",
      "A label has one active key of a kind. So where the file has several of a kind, they are numbered in its order: "
        + "LABEL-1, LABEL-2 and so on.",
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The keys; standard input where it is absent or '-'."),
    options: KeysOptions.all + [KeysOptions.label, role, KeysOptions.expires],
    examples: [
      .init(purpose: "a device to seal to", line: "callseal keys import -k ring.jwks --label anna anna.pub.jwk")
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let now = UnixTime.now
    let label = try arguments.label()
    let expires = try arguments.expiry(at: now)
    let role = arguments.value(of: Self.role).flatMap(KeyringEntry.Role.init)
    let file = try KeyFile(arguments.operand, arguments)
    let keys = try file.keys(arguments)
    // What is wrong with a key is its file's fault; only what collides is the keyring's.
    for key in keys {
      do throws(KeyringError) {
        var trial = Keyring()
        try trial.importKey(key, as: role, label: label, now: now)
      } catch { throw Failure(error, in: file.name) }
    }
    let kinds = Dictionary(grouping: keys, by: \.noun).mapValues(\.count)
    let entries = try arguments.changeKeyring(creating: true) { keyring throws(KeyringError) in
      var entries: [KeyringEntry] = []
      var numbers: [String: Int] = [:]
      for key in keys {
        var own = label
        if kinds[key.noun, default: 0] > 1 {
          numbers[key.noun, default: 0] += 1
          own = try Label("\(label)-\(numbers[key.noun, default: 0])")
        }
        entries.append(try keyring.importKey(key, as: role, label: own, now: now, expires: expires))
      }
      return entries
    }
    for entry in entries { Voice.say("took \(entry.phrase)") }
  }
}
