import SealCrypto
import SealEnvelope

enum KeygenCommand: Command {
  private static let signing = OptionDescription(
    name: "signing", help: "Make a sender's signing key (Ed25519) instead of a device's key (X25519).")
  private static let force = CommonOptions.force(
    "Write over an existing file, but never a keyring; its mode is narrowed if that is needed.")
  private static let output = {
    var option = CommonOptions.output("The file to make: readable by its owner alone, and not over an existing one.")
    option.requirement = .always
    return option
  }()

  static let description = CommandDescription(
    name: "keygen",
    summary: "makes a private key",
    discussion: [
      "A device's key opens what is sealed to its public half. A sender's key signs what a backend seals, so that a "
        + "phone knows who rings it. Both are JWKs (RFC 8037), and every command that takes a key takes them.",
      "The public half, which is what leaves this machine, is printed by 'callseal pubkey'.",
    ],
    options: [signing, force, output],
    examples: [
      .init(purpose: "a device", line: "callseal keygen -o device.jwk"),
      .init(purpose: "a backend that signs", line: "callseal keygen --signing -o sender.jwk"),
      .init(purpose: "into a store of secrets, past the disk", line: "callseal keygen -o - | vault-put device"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let output = Output(Self.output, of: arguments, for: .owner, replaces: arguments.isGiven(force))
    guard !output.isTerminal else {
      throw Failure(.refused, "a private key is not shown on a terminal; -o FILE, or pipe it to where it is kept")
    }
    let (line, thumbprint) = try makeKey(isSigning: arguments.isGiven(signing))
    try line.withSpan { line throws(Failure) in try output.write(line) }
    let noun = arguments.isGiven(signing) ? "a sender's signing key" : "a device's key"
    Voice.say("made \(noun), \(thumbprint)")
  }

  private static func makeKey(isSigning: Bool) throws(Failure) -> (line: SecretBytes, Thumbprint) {
    do throws(FormatError) {
      if isSigning {
        let key = try SenderPrivateKey.generate()
        return (try line(key.privateJWK()), key.publicKey.thumbprint)
      }
      let key = try RecipientPrivateKey.generate()
      return (try line(key.privateJWK()), key.publicKey.thumbprint)
    } catch { throw Failure(.inputOutput, error.reason) }
  }

  /// `text` with a line's end, in the owner of secrets still.
  private static func line(_ text: SecretBytes) throws(FormatError) -> SecretBytes {
    do throws(CryptoError) {
      return try SecretBytes(count: text.count + 1) { line throws(CryptoError) in
        text.withSpan { text in for index in text.indices { line[index] = text[index] } }
        line[line.count - 1] = UInt8(ascii: "\n")
      }
    } catch { throw FormatError(.key, "the cryptographic library failed") }
  }
}
