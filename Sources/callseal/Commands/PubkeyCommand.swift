import SealEnvelope

enum PubkeyCommand: Command {
  private static let output = CommonOptions.output("Write to FILE, never over an existing one.")

  static let description = CommandDescription(
    name: "pubkey",
    summary: "prints the public half of a private key",
    discussion: [
      "Takes a private key (a JWK, PEM, or a keyring), prints its public JWK: what a backend seals to (of a device's key), or what a phone trusts "
        + "(of a sender's key). Of a JWK Set with several private keys it prints a set."
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The private key; standard input where it is absent or '-'."),
    options: [output] + CommonOptions.secrets,
    examples: [.init(purpose: "what the backend gets", line: "callseal pubkey device.jwk > device.pub.jwk")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let file = try KeyFile(arguments.operand, arguments)
    let keys = try file.keys(arguments).filter(\.isPrivate)
    guard !keys.isEmpty else {
      throw Failure(.malformed, "\(file.name): holds no private key; it is public already")
    }
    let texts = keys.map(\.publicJWK)
    let text = texts.count == 1 ? texts[0] : #"{"keys":[\#(texts.joined(separator: ","))]}"#
    try Output(output, of: arguments, for: .everyone, replaces: false).write(text + "\n")
  }
}
