import SealEnvelope
import SealKeyring

enum KeysTrustCommand: Command {
  static let description = CommandDescription(
    name: "keys trust",
    summary: "trusts a sender's public key",
    discussion: ["The keyring is made where there is none."],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The sender's public key; standard input where it is absent or '-'."),
    options: KeysOptions.all + [KeysOptions.label, KeysOptions.expires, KeysOptions.again],
    examples: [.init(purpose: "a backend", line: "callseal keys trust -k ring.jwks --label backend backend.pub.jwk")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let now = UnixTime.now
    let label = try arguments.label()
    let expires = try arguments.expiry(at: now)
    let (key, name) = try arguments.oneKey(in: arguments.operand)
    guard case .senderPublic(let sender) = key else {
      throw Failure(
        key.isPrivate ? .refused : .malformed, "\(name): \(key.noun), and 'keys trust' takes a sender's public key")
    }
    let entry = try arguments.changeKeyring(creating: true) { keyring throws(KeyringError) in
      try keyring.trust(
        sender, label: label, now: now, expires: expires, again: arguments.isGiven(KeysOptions.again))
    }
    Voice.say("trusts \(entry.phrase)")
  }
}

enum KeysDistrustCommand: Command {
  static let description = CommandDescription(
    name: "keys distrust",
    summary: "trusts a sender no longer, from now on",
    discussion: [
      "The key stays in the keyring as distrusted, so that nobody trusts it again unawares; 'keys destroy' removes it."
    ],
    operand: KeysOptions.name("The sender"),
    options: KeysOptions.all)

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.requiredOperand()
    let entries = try arguments.changeKeyring { keyring throws(KeyringError) in
      try keyring.distrust(name, now: .now)
    }
    for entry in entries { Voice.say("distrusts \(entry.phrase)") }
  }
}
