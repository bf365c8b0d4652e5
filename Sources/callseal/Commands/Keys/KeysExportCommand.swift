import SealCrypto
import SealEnvelope
import SealKeyring

enum KeysExportCommand: Command {
  private static let isPrivate = OptionDescription(
    name: "private", help: "Write the private half; only for a key that NAME names.")
  private static let format = OptionDescription(
    name: "format", value: .init(name: "FORMAT", kind: .choice(["jwk", "set", "pem"])),
    help: "A JWK (the default for one key), a JWK Set, or PEM as openssl reads it.")
  private static let force = CommonOptions.force(
    "Write over an existing file, but never a keyring; its mode is narrowed if that is needed.")

  static let description = CommandDescription(
    name: "keys export",
    summary: "writes keys out of a keyring, public halves unless asked otherwise",
    discussion: [
      "Without NAME it writes the public halves of the own keys that are active: what others seal to and trust. A private key "
        + "goes out only by its name and with --private, to a file that its owner alone can read, or to a pipe."
    ],
    operand: OperandDescription(
      name: "NAME", kind: .text, help: "The key, by its label, thumbprint or key id; of a label's keys the active one."),
    options: KeysOptions.all + [CommonOptions.role, isPrivate, format, force, CommonOptions.output],
    examples: [
      .init(purpose: "what the backend gets", line: "callseal keys export -k ring.jwks phone > phone.pub.jwk"),
      .init(
        purpose: "for a tool that reads PEM",
        line: "callseal keys export -k ring.jwks --private --format pem -o phone.pem phone"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let writesPrivate = arguments.isGiven(isPrivate)
    guard !writesPrivate || arguments.operand != nil else {
      throw arguments.usage("a private key goes out by its name only")
    }
    let output = Output(
      of: arguments, for: writesPrivate ? .owner : .everyone, replaces: arguments.isGiven(force))
    guard !writesPrivate || !output.isTerminal else {
      throw Failure(.refused, "a private key is not shown on a terminal; -o FILE, or pipe it to where it is kept")
    }
    let (contents, name) = try arguments.readKeyring()
    let keyring =
      writesPrivate ? try arguments.opened(contents.keyring, name) : try arguments.authenticated(contents.keyring, name)
    let keys: [JWK.Key]
    if let operand = arguments.operand {
      let entry: KeyringEntry
      do throws(KeyringError) {
        entry = try keyring.entry(named: operand, role: arguments.role()) { $0.state == .active }
      } catch { throw Failure(error, in: name) }
      guard case .key(let key) = entry.material, writesPrivate else {
        keys = [entry.material.publicHalf]
        return try write(keys, arguments, output, name)
      }
      guard key.isPrivate else {
        throw Failure(.malformed, "\(name): \(entry.label) is \(entry.noun); its private half is not here")
      }
      keys = [key]
    } else {
      keys = keyring.entries.filter { $0.role == .own && $0.state == .active }.map(\.material.publicHalf)
      guard !keys.isEmpty else { throw Failure(.noMatchingKey, "\(name): no own key is active") }
    }
    try write(keys, arguments, output, name)
  }

  private static func write(
    _ keys: [JWK.Key], _ arguments: Arguments, _ output: Output, _ name: String
  ) throws(Failure) {
    let format = arguments.value(of: format) ?? (arguments.operand == nil ? "set" : "jwk")
    guard keys.count == 1 || format == "set" else {
      throw arguments.usage("\(keys.count) keys make a set; name one for \(format)")
    }
    let text: SecretBytes
    do throws(FormatError) { text = try self.text(keys, format) } catch { throw Failure(error, in: name) }
    try text.withSpan { text throws(Failure) in try output.write(text) }
  }

  private static func text(_ keys: [JWK.Key], _ format: String) throws(FormatError) -> SecretBytes {
    if format == "pem", let key = keys.first { return try PEM.text(of: key) }
    var text = SecretText()
    if format == "set" { text.append("{\"keys\":[") }
    for (index, key) in keys.enumerated() {
      if index > 0 { text.append(",") }
      text.append(try key.jwk())
    }
    text.append(format == "set" ? "]}\n" : "\n")
    do throws(CryptoError) { return try text.joined() } catch {
      throw FormatError(.key, "the cryptographic library failed")
    }
  }
}
