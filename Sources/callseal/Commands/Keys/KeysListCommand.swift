import SealEnvelope
import SealKeyring

enum KeysListCommand: Command {
  static let description = CommandDescription(
    name: "keys list",
    summary: "shows the keys of a keyring, and never a secret",
    options: KeysOptions.all + [CommonOptions.json, CommonOptions.output],
    examples: [.init(purpose: "what there is", line: "callseal keys list -k ring.jwks")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let (contents, name) = try arguments.readKeyring()
    let output = Output(of: arguments, for: .everyone)
    guard !arguments.isGiven(CommonOptions.json) else {
      let text: [UInt8]
      do throws(FormatError) { text = try JSONWriter.text(KeyringAnswer.json(contents.keyring)) } catch {
        throw Failure(error, in: name)
      }
      return try output.write(text + [UInt8(ascii: "\n")])
    }
    try output.write(KeyringAnswer.table(contents.keyring, at: .now))
  }
}
