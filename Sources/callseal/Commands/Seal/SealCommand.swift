import Seal
import SealEnvelope
import SealKeyring

enum SealCommand: Command {
  private static let to = OptionDescription(
    name: "to", value: .init(name: "PUB", kind: .input),
    requirement: .unless([.init(option: "as", is: "voip-clear"), .init(option: "stream", is: nil)]),
    help: "The device's public key: a JWK, PEM, or a keyring's active recipient (FILE#LABEL). With --stream also a "
      + "keyring whose recipients the lines name.")
  private static let signWith = OptionDescription(
    name: "sign-with", value: .init(name: "KEY", kind: .input),
    help:
      "The sender's signing key, in a file or a keyring. Without it nobody knows who sent the event, and a phone refuses it unless told "
      + "otherwise.")
  private static let form = OptionDescription(
    name: "as",
    value: .init(
      name: "FORM", kind: .choice(["push", "envelope", "voip", "voip-clear", "request", "curl", "simulator"])),
    help: "What to write: the push's JSON (the default); the envelope's text alone; for a server that knows it is a "
      + "call, a plain VoIP push around the same envelope, or one in the clear; the whole HTTP/2 request as JSON, or as "
      + "a configuration for 'curl -K -'; or the file that 'xcrun simctl push' takes, which shows the alert and runs no "
      + "extension.")
  private static let floor = OptionDescription(
    name: "floor", value: .init(name: "BYTES", kind: .choice(Bucket.allCases.map { String($0.rawValue) })),
    help: "The smallest size of a padded event, 2560 unless given, so that all look the same. A smaller one saves "
      + "bytes, and tells that whatever is longer is hardly a call.")
  private static let headers = OptionDescription(
    name: "headers", value: .init(name: "FILE", kind: .output),
    help: "Write the push's APNs headers to FILE, one a line, as 'curl -H @FILE' takes them.")

  private static let token = OptionDescription(
    name: "token", value: .init(name: "HEX", kind: .text),
    help: "The device token, for --as request and curl: two hexadecimal digits for each byte.")
  private static let voip = OptionDescription(
    name: "voip", help: "With --as request or curl: a plain VoIP push, for a server that knows it is a call.")
  private static let sandbox = OptionDescription(
    name: "sandbox", help: "With --as curl: Apple's service for apps that Xcode has installed.")
  private static let fit = OptionDescription(
    name: "fit",
    help: "Cut a notification's text, between characters as a person sees them, where it would not fit, and say so.")
  private static let stream = OptionDescription(
    name: "stream",
    help: "Read a line of JSON for each event and write a line for each, in order, until the input ends: see above.")

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
        + "the app.",
      "With --stream there is one such event in each line: 'to' is a JWK, a name in the keyring of --to, or absent where "
        + "--to is one key; 'context' comes back as it was. What cannot be sealed is an error in its place. SIGTERM "
        + "finishes what has been read. Events, and then a line of a stream and two answers:",
    ],
    samples: [
      #"{"kind":"call","call":{"handle":{"type":"phone","value":"+14155550123"}}}"#,
      #"{"kind":"call-ended","id":"<the call's>","ended":{"reason":"cancelled"}}"#,
      #"{"kind":"notification","notification":{"title":"Ada","body":"At eight?"}}"#,
      #"{"kind":"data","data":{"sync":"inbox"}}"#,
      #"{"to":"ada-phone","event":{"kind":"data"},"token":"00ff","context":7}"#,
      #"{"line":1,"context":7,"push":{"aps":{…},"sealed":"…"}}"#,
      #"{"line":2,"error":{"code":"invalid-event","message":"…"}}"#,
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The event; standard input where it is absent or '-'."),
    options: [
      to, CommonOptions.audience, signWith, form, floor, fit, headers, token, voip, sandbox, stream,
      CommonOptions.output,
    ]
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
      .init(
        purpose: "in one step; the file has the line 'authorization: bearer …'",
        line: #"""
          callseal seal --to device.pub.jwk --sign-with sender.jwk \
                        --audience org.example.app --as curl --token $DEVICE call.json |
            curl -K - -H @authorization.txt
          """#),
      .init(
        purpose: "as a service's companion, for as long as it runs",
        line: #"""
          callseal seal --stream --to devices.keyring --sign-with sender.jwk \
                        --audience org.example.app --as request
          """#),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let form = SealForm(
      kind: arguments.value(of: Self.form).flatMap { SealForm.Kind(rawValue: $0) } ?? .push,
      isVoIP: arguments.isGiven(voip), fits: arguments.isGiven(fit),
      environment: arguments.isGiven(sandbox) ? .sandbox : .production)
    try refuseWhatHasNoUse(form, arguments)
    let audience = try arguments.audience()
    let isStream = arguments.isGiven(stream)
    // First: once its keyring's passphrase is known, the recipients in it are authenticated too.
    let signingKey = try arguments.signingKey(signWith)
    let recipients = form.isSealed && !isStream ? nil : try recipients(arguments)
    let recipient = form.isSealed && !isStream ? try arguments.recipient(to) : recipients?.usual
    let sealer = Sealer(
      audience: audience, signingKey: signingKey,
      floor: arguments.value(of: floor).flatMap { Int($0) }.flatMap { Bucket(rawValue: $0) } ?? .bytes2560)
    let template: PushTemplate
    do throws(SealError) { template = try PushTemplate(audience: audience) } catch {
      throw Failure(.malformed, error.reason)
    }
    if isStream {
      Unlocking.forgetPassphrases()
      return try SealStream.run(
        StreamSealer(
          sealer: sealer, template: template, form: form, keyring: recipients?.keyring, usual: recipients?.usual),
        input: arguments.operand)
    }
    let token = try token(arguments)
    let input = try Input(arguments.operand, what: "an event")
    let event = try event(in: input, form, signed: sealer.signingKey != nil)
    let product: SealForm.Product
    do throws(SealError) {
      product = try form.seal(event, by: sealer, template, to: recipient, token: token)
    } catch { throw Failure(error, in: input.name) }
    try write(product, form, audience, arguments)
  }

  private static func event(in input: Input, _ form: SealForm, signed: Bool) throws(Failure) -> EncodedEvent {
    let event: EncodedEvent
    do throws(SealError) {
      let draft = try EventDraft(parsing: input.bytes)
      let fitting = try form.event(draft, signed: signed)
      event = fitting.event
      warnOfEndWithoutID(draft)
      if fitting.isCut { Voice.warn("\(input.name): the notification's text is cut, so that it fits") }
    } catch { throw Failure(error, in: input.name) }
    guard form.takes(event.event.kind) else {
      throw Failure(.malformed, "\(input.name): \(event.event.kind), and a VoIP push is for a call alone")
    }
    return event
  }

  /// Whom the lines of a stream are for.
  private static func recipients(
    _ arguments: Arguments
  ) throws(Failure) -> (keyring: Keyring?, usual: RecipientPublicKey?) {
    guard let path = arguments.value(of: to) else { return (nil, nil) }
    let file = try KeyFile(path, arguments)
    guard case .keyring(let keyring) = file.content, file.label == nil else {
      return (nil, try arguments.recipient(to))
    }
    let authentic = try arguments.authenticated(keyring, file.name)
    // Without a name it is the only active one, where there is only one.
    return (authentic, try? authentic.recipient(named: nil, at: .now))
  }

  private static func token(_ arguments: Arguments) throws(Failure) -> DeviceToken? {
    guard let text = arguments.value(of: token) else { return nil }
    do throws(SealError) { return try DeviceToken(parsing: text) } catch { throw arguments.usage(error.reason) }
  }

  private static func write(
    _ product: SealForm.Product, _ form: SealForm, _ audience: Audience, _ arguments: Arguments
  ) throws(Failure) {
    let output = Output(of: arguments, for: .everyone)
    switch product {
    case .envelope(let envelope): try output.write("\(envelope.text)\n")
    case .request(let request) where form.kind == .curl:
      try output.write(request.curlConfiguration(form.environment))
    case .request(let request):
      let text: [UInt8]
      do throws(FormatError) { text = try JSONWriter.text(request.json) } catch {
        throw Failure(error, in: "the request")
      }
      try output.write(text + [UInt8(ascii: "\n")])
    case .push(let push) where form.kind == .simulator:
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

  private static func refuseWhatHasNoUse(_ form: SealForm, _ arguments: Arguments) throws(Failure) {
    var useless = form.isAddressed ? [headers] : [token, voip]
    if form.kind == .voipClear { useless += [to, signWith, floor] }
    if form.kind == .envelope || form.kind == .simulator { useless.append(headers) }
    if form.kind != .curl { useless.append(sandbox) }
    if let option = useless.first(where: arguments.isGiven) {
      throw arguments.usage("\(option.spelling) has no use with --as \(form.kind.rawValue)")
    }
    if arguments.isGiven(stream) {
      guard form.kind != .curl, form.kind != .simulator else {
        throw arguments.usage("--stream has no use with --as \(form.kind.rawValue)")
      }
      if let option = [headers, token, CommonOptions.output].first(where: arguments.isGiven) {
        throw arguments.usage("\(option.spelling) has no use with --stream")
      }
    } else if form.isAddressed, !arguments.isGiven(token) {
      throw arguments.usage("--token HEX is missing; a request is for one device")
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
