import SealEnvelope
import SealKeyring

enum KeysRotateCommand: Command {
  private static let to = OptionDescription(
    name: "to", value: .init(name: "FILE", kind: .input),
    help: "The new key: needed for a recipient's or a sender's; an own key is made unless given. One that waits in the "
      + "keyring under another label (FILE#LABEL) moves to this one.")
  private static let grace = OptionDescription(
    name: "grace", value: .init(name: "SPAN", kind: .text),
    help: "How long the old key goes on opening, or being trusted: 31d (the default, longer than a push is stored), "
      + "12h, 90m, 30s, 0s.")

  static let description = CommandDescription(
    name: "keys rotate",
    summary: "puts a new active key in the place of an old one, which opens for its grace time",
    discussion: [
      "The order, for a device's key: the device rotates, and gives its new public key to the servers; each server "
        + "rotates the recipient to it, and seals to the new key from then on; pushes sealed before still open, until the "
        + "grace time is over; then the device destroys the old key.",
      "For a sender's key: the server makes the new key under another label, the devices rotate the sender to it, and "
        + "when all have it, the server rotates its own key to the one that waits, and signs with that; the devices believe "
        + "the old one until the grace time is over.",
    ],
    operand: KeysOptions.name("The key to replace"),
    options: KeysOptions.all + [CommonOptions.role, to, grace, KeysOptions.expires],
    examples: [
      .init(purpose: "on the device", line: "callseal keys rotate -k ring.jwks phone"),
      .init(purpose: "on the server", line: "callseal keys rotate -k ring.jwks --to anna.new.jwk anna"),
      .init(
        purpose: "the server's own, once devices know it",
        line: "callseal keys rotate -k ring.jwks --to ring.jwks#next backend"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let now = UnixTime.now
    let name = try arguments.requiredOperand()
    let expires = try arguments.expiry(at: now)
    var span = Keyring.defaultGrace
    if let text = arguments.value(of: grace) {
      guard let given = Times.span(text) else { throw arguments.usage("--grace is a span: 31d, 12h, 90m, 30s") }
      span = given
    }
    let successor = arguments.isGiven(to) ? try arguments.oneKey(in: arguments.value(of: to)) : nil
    let (old, new) = try arguments.changeKeyring { keyring throws(KeyringError) in
      do throws(KeyringError) {
        return try keyring.rotate(
          name, role: arguments.role(), to: successor?.key, grace: span, now: now, expires: expires)
      } catch {
        // The key's own faults are its file's.
        guard error.code == .malformed || error == KeyringError(.refused, "") && successor?.key.isPrivate == true,
          let file = successor?.name
        else { throw error }
        throw KeyringError(error.code, "\(file): \(error.reason)")
      }
    }
    Voice.say("\(old.label) (\(old.thumbprint)) \(Times.phrase(for: old.state, at: now))")
    Voice.say("new: \(new.phrase)")
    if new.role == .own {
      Voice.say("next: give its public half to whoever needs it: callseal keys export -k … \(new.label)")
    }
  }
}

enum KeysRetireCommand: Command {
  private static let until = OptionDescription(
    name: "until", value: .init(name: "TIME", kind: .text),
    help: "Let it open, or be trusted, until then: 2027-01-31, 2027-01-31T12:00:00Z, or milliseconds since 1970.")

  static let description = CommandDescription(
    name: "keys retire",
    summary: "takes a key out of use, at once or at a date",
    operand: KeysOptions.name("The key"),
    options: KeysOptions.all + [CommonOptions.role, until])

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.requiredOperand()
    let date = try arguments.instant(until)
    let entry = try arguments.changeKeyring { keyring throws(KeyringError) in
      try keyring.retire(name, role: arguments.role(), until: date, now: .now)
    }
    Voice.say("\(entry.phrase), \(Times.phrase(for: entry.state, at: .now))")
  }
}

enum KeysDestroyCommand: Command {
  private static let force = CommonOptions.force(
    "Destroy a key that is active or still opens; what is sealed to it is lost.")

  static let description = CommandDescription(
    name: "keys destroy",
    summary: "wipes a key, and takes it out of the keyring for ever",
    discussion: [
      "Of the keys with a label it is the one whose time is over, where that is one. Without --force no other is destroyed.",
      "The old file's bytes are overwritten where they stood. What a file system, a worn disk or a backup keeps of them is "
        + "out of reach: a keyring that is locked with a passphrase leaves nothing there that is worth finding.",
    ],
    operand: KeysOptions.name("The key"),
    options: KeysOptions.all + [CommonOptions.role, force])

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = try arguments.requiredOperand()
    let entry = try arguments.changeKeyring(wiping: true) { keyring throws(KeyringError) in
      try keyring.destroy(name, role: arguments.role(), force: arguments.isGiven(force), now: .now)
    }
    Voice.say("destroyed \(entry.phrase)")
  }
}
