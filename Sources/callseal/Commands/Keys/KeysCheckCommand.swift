import SealEnvelope
import SealKeyring

enum KeysCheckCommand: Command {
  static let description = CommandDescription(
    name: "keys check",
    summary: "looks for everything that is wrong with a keyring",
    discussion: [
      "Private halves that do not belong to their public ones, expired keys, keys that stand there twice, a file that "
        + "others can read, a passphrase that is cheap to guess: exit code 7 if there is any. With a passphrase given, the "
        + "private halves of a locked keyring are checked too."
    ],
    options: KeysOptions.all + [CommonOptions.json, CommonOptions.output],
    examples: [.init(purpose: "before the month begins", line: "callseal keys check -k ring.jwks")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let path = try arguments.required(CommonOptions.keyring)
    var contents: KeyringFile.Contents
    do throws(KeyringError) { contents = try KeyringFile(path).examine() } catch { throw Failure(error, in: path) }
    var damages = contents.damages
    let isAsked =
      arguments.isGiven(CommonOptions.passphraseFile) || arguments.isGiven(CommonOptions.passphraseDescriptor)
    if let lock = contents.keyring.lock, isAsked {
      let passphrase = try arguments.passphrase(for: path)
      do throws(KeyringError) {
        let key = try lock.key(for: passphrase)
        var opened = contents.keyring
        do throws(KeyringError) { try opened.open(with: key) } catch { damages.append(error) }
      } catch { throw Failure(error, in: path) }
    }
    let findings = contents.keyring.check(damages: damages, status: contents.status, now: .now)
    let output = Output(of: arguments, for: .everyone)
    if arguments.isGiven(CommonOptions.json) {
      try output.write(json(findings, path))
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
    let isUnseen = contents.keyring.lock != nil && !isAsked
    Voice.say(
      "\(path): \(count == 1 ? "1 key" : "\(count) keys"), no fault"
        + (isUnseen ? "; what the passphrase locks was not looked at, --passphrase-file does" : ""))
  }

  private static func json(_ findings: [KeyringFinding], _ path: String) throws(Failure) -> [UInt8] {
    let elements = findings.map { finding -> JSONValue in
      var members: JSONObject = [
        "code": .string(finding.code.rawValue), "fault": .bool(finding.code.isFault), "reason": .string(finding.reason),
      ]
      members["label"] = finding.label.map { .string($0.description) }
      members["kid"] = finding.thumbprint.map { .string($0.description) }
      return .object(members)
    }
    do throws(FormatError) {
      let answer: JSONObject = ["findings": .array(elements)]
      return try JSONWriter.text(answer) + [UInt8(ascii: "\n")]
    } catch { throw Failure(error, in: path) }
  }
}
