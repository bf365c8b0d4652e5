import Filter

enum OpenCommand: Command {
  private static let explain = OptionDescription(
    name: "explain", help: "Say on standard error at which stage it failed, or who sent it to whom.")

  static let description = CommandDescription(
    name: "open",
    summary: "opens what was sealed, and prints the event as it was written",
    discussion: [
      "Reads an envelope's text, or a push or VoIP push (it begins with '{'), and writes the event's JSON to the byte. "
        + "Times are not looked at, and nothing is remembered; 'callseal filter' decides as a phone does."
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The envelope or push; standard input where it is absent or '-'."),
    options: [
      CommonOptions.key, CommonOptions.audience, CommonOptions.trust, CommonOptions.acceptUnsigned, explain,
      CommonOptions.output,
    ] + CommonOptions.secrets,
    examples: [
      .init(
        purpose: "what the backend sealed",
        line: #"""
          callseal open --key device.jwk --trust sender.pub.jwk \
                        --audience org.example.app push.json
          """#),
      .init(
        purpose: "why it does not open",
        line: #"""
          callseal open --explain --key device.jwk --accept-unsigned \
                        --audience org.example.app push.json
          """#),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let audience = try arguments.audience()
    let now = UnixTime.now
    let keys = try arguments.deviceKeys(at: now)
    let opener = Opener(
      audience: audience, keys: keys.source, senders: try arguments.trustedSenders(at: now),
      acceptsUnsigned: arguments.isGiven(CommonOptions.acceptUnsigned))
    let input = try Input(arguments.operand, what: "an envelope or a push")
    let explains = arguments.isGiven(explain)
    let sealed = try SealedText(input, explains: explains)
    let opened: Opener.Opened
    do throws(OpenError) { opened = try opener.open(sealed.text) } catch {
      if explains { Voice.say("stage: \(error.stage.rawValue)") }
      if error.reason == .unknownKey, let envelope = try? Envelope(parsingText: sealed.text),
        let closed = keys.closed[envelope.recipient]
      {
        throw Failure(.refused, "\(input.name): sealed to a key that opens no more: \(closed)")
      }
      throw Failure(error, in: input.name, arguments)
    }
    if explains {
      Voice.say("kind: \(opened.event.kind)")
      Voice.say("sender: \(opened.event.sender?.description ?? "not known")")
      Voice.say("recipient: \(opened.event.recipient)")
    }
    try Output(of: arguments, for: .owner).write(opened.body)
  }
}

extension Failure {
  /// Why what is in `name` did not open.
  fileprivate init(_ error: OpenError, in name: String, _ arguments: Arguments) {
    let code: ExitCode
    var message = error.explanation
    switch error.reason {
    case .malformed, .unsupportedVersion: code = .malformed
    case .unknownKey:
      code = .noMatchingKey
      message += " among those given"
    case .keysUnavailable: code = .inputOutput
    default: code = .notOpened
    }
    if error.stage == .sender {
      message += arguments.isGiven(CommonOptions.trust) ? "" : ", for there is no --trust"
      message += "; --accept-unsigned opens it all the same"
    }
    self.init(code, "\(name): \(message)")
  }
}
