import SealEnvelope
import SealKeyring

enum KeysListCommand: Command {
  static let description = CommandDescription(
    name: "keys list",
    summary: "shows the keys of a keyring, and never a secret",
    discussion: [
      "What a locked keyring shows without its passphrase is as the file has it: whoever can write the file can have "
        + "changed it. With --passphrase-file or --passphrase-fd it is authenticated first, and nothing is shown that was "
        + "altered."
    ],
    options: KeysOptions.all + [CommonOptions.json, CommonOptions.output],
    examples: [.init(purpose: "what there is", line: "callseal keys list -k ring.jwks")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let (contents, name) = try arguments.readKeyring()
    // Only checked: what is locked is shown as locked.
    _ = try arguments.authenticated(contents.keyring, name)
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
