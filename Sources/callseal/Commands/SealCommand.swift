import Seal

enum SealCommand: Command {
  private static let to = OptionDescription(
    name: "to", value: .init(name: "PUB", kind: .input), requirement: .unless(option: "as", is: "voip-clear"),
    help: "The device's public key: a JWK, PEM, or a keyring's active recipient (FILE#LABEL).")
  private static let signWith = OptionDescription(
    name: "sign-with", value: .init(name: "KEY", kind: .input),
    help:
      "The sender's signing key, in a file or a keyring. Without it nobody knows who sent the event, and a phone refuses it unless told "
      + "otherwise.")
  private static let form = OptionDescription(
    name: "as",
    value: .init(name: "FORM", kind: .choice(["push", "envelope", "voip", "voip-clear", "simulator"])),
    help: "What to write: the push's JSON (the default); the envelope's text alone; for a server that knows it is a "
      + "call, a plain VoIP push around the same envelope, or one in the clear; or the file that 'xcrun simctl push' "
      + "takes, which shows the alert and runs no extension.")
  private static let floor = OptionDescription(
    name: "floor", value: .init(name: "BYTES", kind: .choice(Bucket.allCases.map { String($0.rawValue) })),
    help: "The smallest size of a padded event, 2560 unless given, so that all look the same. A smaller one saves "
      + "bytes, and tells that whatever is longer is hardly a call.")
  private static let headers = OptionDescription(
    name: "headers", value: .init(name: "FILE", kind: .output),
    help: "Write the push's APNs headers to FILE, one a line, as 'curl -H @FILE' takes them.")

  static let description = CommandDescription(
    name: "seal",
    summary: "seals an event for one device",
    discussion: [
      "Reads the JSON of an event and writes the push to send: nothing in it or around it tells a call from anything "
        + "else. 'id', 'sent' and 'expires' are filled in where they are absent: a random id, now, and 45 s for a call "
        + "(180 s at most), 30 days for anything else.",
      "A call may have a 'name' and 'video'; a handle is of type phone (+ and digits), email or generic. A call ends as "
        + "cancelled, answered-elsewhere, declined-elsewhere or failed, under its own id: so give calls an id of your "
        + "making, a random UUID, since whoever knows it can end the call. Every event may carry 'data', an object for "
        + "the app. An event:",
    ],
    samples: [
      #"{"kind":"call","call":{"handle":{"type":"phone","value":"+14155550123"}}}"#,
      #"{"kind":"call-ended","id":"<the call's>","ended":{"reason":"cancelled"}}"#,
      #"{"kind":"notification","notification":{"title":"Ada","body":"At eight?"}}"#,
      #"{"kind":"data","data":{"sync":"inbox"}}"#,
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The event; standard input where it is absent or '-'."),
    options: [to, CommonOptions.audience, signWith, form, floor, headers, CommonOptions.output]
      + CommonOptions.secrets,
    examples: [
      .init(
        purpose: "a call, as a push",
        line: #"""
          echo '{"kind":"call","call":{"name":"Ada",
                 "handle":{"type":"phone","value":"+14155550123"}}}' |
            callseal seal --to device.pub.jwk --sign-with sender.jwk \
                          --audience org.example.app -o push.json
          """#),
      .init(
        purpose: "the same with its headers, and off to Apple",
        line: #"""
          callseal seal --to device.pub.jwk --sign-with sender.jwk \
                        --audience org.example.app --headers headers.txt \
                        -o push.json call.json
          curl --http2 -H @headers.txt -H "authorization: bearer $TOKEN" \
               --data-binary @push.json https://api.push.apple.com/3/device/$DEVICE
          """#),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let form = arguments.value(of: Self.form) ?? "push"
    try refuseWhatHasNoUse(form, arguments)
    let audience = try arguments.audience()
    let recipient = form == "voip-clear" ? nil : try arguments.recipient(to)
    let sealer = Sealer(
      audience: audience, signingKey: try arguments.signingKey(signWith),
      floor: arguments.value(of: floor).flatMap { Int($0) }.flatMap { Bucket(rawValue: $0) } ?? .bytes2560)
    let input = try Input(arguments.operand, what: "an event")
    let event = try event(in: input)
    guard event.event.kind == .call || !form.hasPrefix("voip") else {
      throw Failure(.malformed, "\(input.name): \(event.event.kind), and a VoIP push is for a call alone")
    }
    let sealed: Sealed
    do throws(SealError) { sealed = try seal(event, as: form, by: sealer, to: recipient) } catch {
      throw Failure(error, in: input.name)
    }
    try write(sealed, arguments)
  }

  private static func event(in input: Input) throws(Failure) -> EncodedEvent {
    do throws(SealError) {
      let draft = try EventDraft(parsing: input.bytes)
      let event = try EncodedEvent(draft)
      warnOfEndWithoutID(draft)
      return event
    } catch { throw Failure(error, in: input.name) }
  }

  private enum Sealed {
    case envelope(Envelope)
    case push(PushRequest)
    case simulator(PushRequest, Audience)
  }

  private static func seal(
    _ event: EncodedEvent, as form: String, by sealer: Sealer, to recipient: RecipientPublicKey?
  ) throws(SealError) -> Sealed {
    let template = try PushTemplate(audience: sealer.audience)
    guard let recipient else { return .push(try template.voipPushInTheClear(event)) }
    let envelope = try sealer.seal(event, to: recipient)
    switch form {
    case "envelope": return .envelope(envelope)
    case "voip": return .push(try template.voipPush(envelope))
    case "simulator": return .simulator(try template.alertPush(envelope), sealer.audience)
    default: return .push(try template.alertPush(envelope))
    }
  }

  private static func write(_ sealed: Sealed, _ arguments: Arguments) throws(Failure) {
    let output = Output(of: arguments, for: .everyone)
    switch sealed {
    case .envelope(let envelope): try output.write("\(envelope.text)\n")
    case .simulator(let push, let audience):
      // The push with one member before its own; an audience has no character that JSON escapes.
      let head = #"{"Simulator Target Bundle":"\#(audience)","#
      try output.write(Array(head.utf8) + push.body.dropFirst())
    case .push(let push):
      guard arguments.isGiven(headers) else { return try output.write(push.body) }
      let headers = Output(headers, of: arguments, for: .everyone)
      let isNew = headers.isNewFile
      try headers.write(push.headers.map { "\($0.name): \($0.value)\n" }.joined())
      do throws(Failure) { try output.write(push.body) } catch {
        // Headers without their push are half of what was asked for.
        if isNew { headers.remove() }
        throw error
      }
    }
  }

  private static func refuseWhatHasNoUse(_ form: String, _ arguments: Arguments) throws(Failure) {
    let useless =
      form == "voip-clear" ? [to, signWith, floor] : ["envelope", "simulator"].contains(form) ? [headers] : []
    if let option = useless.first(where: arguments.isGiven) {
      throw arguments.usage("\(option.spelling) has no use with --as \(form)")
    }
    if arguments.value(of: headers) == "-", arguments.value(of: CommonOptions.output) ?? "-" == "-" {
      throw arguments.usage("the headers and the push cannot both be written to standard output; name a file")
    }
  }

  /// An end that names no call ends none, though nothing about it is malformed.
  private static func warnOfEndWithoutID(_ draft: EventDraft) {
    guard draft.members["kind"] == .string(EventKind.callEnded.rawValue) else { return }
    switch draft.members["id"] {
    case nil, .null: Voice.warn("this call-ended names no id; it gets a random one, and ends no call")
    default: break
    }
  }
}

extension Failure {
  /// Why the event in `name` was not sealed.
  init(_ error: SealError, in name: String) {
    self.init(error.code == .cryptography ? .inputOutput : .malformed, "\(name): \(error.reason)")
  }
}

extension Arguments {
  /// The app of `--audience`.
  func audience() throws(Failure) -> Audience {
    let text = try required(CommonOptions.audience)
    do throws(FormatError) { return try Audience(text) } catch { throw usage(error.reason) }
  }
}
