import SealEnvelope
import SealKeyring

enum KeysCheckCommand: Command {
  private static let atLeast = OptionDescription(
    name: "at-least", value: .init(name: "N", kind: .integer),
    help: "A fault where the locked keyring is older than its change number N, as an earlier check told it.")

  static let description = CommandDescription(
    name: "keys check",
    summary: "looks for everything that is wrong with a keyring",
    discussion: [
      "Private halves that do not belong to their public ones, expired keys, keys that stand there twice, a file that "
        + "others can read, a passphrase that is cheap to guess: exit code 7 if there is any.",
      "With the passphrase of a locked keyring given, it is a fault too if any key in it was changed, added, removed or "
        + "put elsewhere by somebody who does not have the passphrase. Without it, nothing of that shows. What never shows "
        + "is that the file is an older copy of itself: so note the number of its last change elsewhere, and give it with "
        + "--at-least.",
    ],
    options: KeysOptions.all + [atLeast, CommonOptions.json, CommonOptions.output],
    examples: [
      .init(purpose: "before the month begins", line: "callseal keys check -k ring.jwks"),
      .init(
        purpose: "a locked one, and not older than it was",
        line: "callseal keys check -k ring.jwks --passphrase-file secret --at-least 17"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let path = try arguments.required(CommonOptions.keyring)
    let changes = arguments.integer(atLeast) ?? 0
    var contents: KeyringFile.Contents
    do throws(KeyringError) { contents = try KeyringFile(path).examine() } catch { throw Failure(error, in: path) }
    var damages = contents.damages
    let isOpened = contents.keyring.lock != nil && arguments.givesPassphrase
    if let lock = contents.keyring.lock, isOpened {
      let key = try arguments.lockKey(lock, path)
      var opened = contents.keyring
      do throws(KeyringError) { try opened.open(with: key) } catch { damages.append(error) }
    }
    let findings = contents.keyring.check(
      damages: damages, status: contents.status, now: .now, atLeast: Int64(changes))
    let output = Output(of: arguments, for: .everyone)
    if arguments.isGiven(CommonOptions.json) {
      try output.write(json(findings, contents.keyring, isOpened, path))
    } else {
      let lines = findings.map { finding in
        let key = [finding.label?.description, finding.thumbprint.map { "(\($0))" }].compactMap(\.self)
        let place = key.isEmpty ? "" : key.joined(separator: " ") + ": "
        let kind = finding.code.isFault ? "fault" : "note"
        return "\(kind): \(place)\(finding.reason)\n"
      }
      try output.write(lines.joined())
    }
    let faults = findings.filter(\.code.isFault).count
    guard faults == 0 else {
      throw Failure(.refused, "\(path): \(faults == 1 ? "1 fault" : "\(faults) faults")")
    }
    let count = contents.keyring.entries.count
    Voice.say("\(path): \(count == 1 ? "1 key" : "\(count) keys"), no fault\(scope(contents.keyring, isOpened))")
  }

  /// What "no fault" holds for.
  private static func scope(_ keyring: Keyring, _ isOpened: Bool) -> String {
    guard keyring.lock != nil else { return "" }
    guard isOpened, let changes = keyring.changes else {
      return " that shows without the passphrase: private halves were not looked at, and no key is authenticated; "
        + "--passphrase-file does both"
    }
    return "; all of it is authentic, as of change number \(changes)"
  }

  private static func json(
    _ findings: [KeyringFinding], _ keyring: Keyring, _ isOpened: Bool, _ path: String
  ) throws(Failure) -> [UInt8] {
    let elements = findings.map { finding -> JSONValue in
      var members: JSONObject = [
        "code": .string(finding.code.rawValue), "fault": .bool(finding.code.isFault), "reason": .string(finding.reason),
      ]
      members["label"] = finding.label.map { .string($0.description) }
      members["kid"] = finding.thumbprint.map { .string($0.description) }
      return .object(members)
    }
    do throws(FormatError) {
      var answer: JSONObject = ["findings": .array(elements)]
      if keyring.lock != nil {
        let isAltered = findings.contains { [.altered, .unsealed, .damaged].contains($0.code) }
        answer["authentic"] = .bool(isOpened && !isAltered)
      }
      answer["changes"] = keyring.changes.map { .integer($0) }
      return try JSONWriter.text(answer) + [UInt8(ascii: "\n")]
    } catch { throw Failure(error, in: path) }
  }
}
