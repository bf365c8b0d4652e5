import Seal

/// What sealing writes, and how: `--as` and what goes with it.
struct SealForm: Sendable {
  enum Kind: String, Sendable {
    case push, envelope, voip, request, curl, simulator
    case voipClear = "voip-clear"
  }

  let kind: Kind
  /// Whether a request carries a plain VoIP push.
  let isVoIP: Bool
  /// Whether a notification's text is cut where it would not fit.
  let fits: Bool
  let environment: APNsRequest.Environment

  /// Whether a device token is needed.
  var isAddressed: Bool { kind == .request || kind == .curl }
  /// Whether a recipient is: in the clear there is none.
  var isSealed: Bool { kind != .voipClear }
  private var takesCallsAlone: Bool { isVoIP || kind == .voip || kind == .voipClear }

  /// What an event becomes.
  enum Product: Sendable {
    case envelope(Envelope)
    case push(PushRequest)
    case request(APNsRequest)
  }

  /// Checks and completes an event.
  func event(_ draft: EventDraft, signed: Bool) throws(SealError) -> (event: EncodedEvent, isCut: Bool) {
    let fitting = fits ? try FittingEvent(draft, signed: signed) : nil
    let event = if let fitting { fitting.event } else { try EncodedEvent(draft) }
    return (event, fitting?.isCut ?? false)
  }

  /// Whether an event of this kind can be what is asked for.
  func takes(_ kind: EventKind) -> Bool { kind == .call || !takesCallsAlone }

  func seal(
    _ event: EncodedEvent, by sealer: Sealer, _ template: PushTemplate, to recipient: RecipientPublicKey?,
    token: DeviceToken?
  ) throws(SealError) -> Product {
    guard let recipient else { return .push(try template.voipPushInTheClear(event)) }
    let envelope = try sealer.seal(event, to: recipient)
    if kind == .envelope { return .envelope(envelope) }
    let push = takesCallsAlone ? try template.voipPush(envelope) : try template.alertPush(envelope)
    guard isAddressed, let token else { return .push(push) }
    return .request(try APNsRequest(push, to: token))
  }
}

extension APNsRequest {
  /// `{"method":…,"path":…,"headers":{…},"body":"…"}`; the body is a string, so that its bytes stay as they are.
  var json: JSONObject {
    let headers = self.headers.map { ($0.name, JSONValue.string($0.value)) }
    return [
      "method": .string(method), "path": .string(path), "headers": .object(JSONObject(headers)),
      "body": .string(String(decoding: body, as: UTF8.self)),
    ]
  }

  /// A configuration for `curl -K -`, without `authorization`.
  func curlConfiguration(_ environment: Environment) -> String {
    func quoted(_ text: String) -> String {
      let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
      return "\"\(escaped)\""
    }
    var lines = ["http2", "url = \(quoted("https://\(environment.host)\(path)"))"]
    lines += headers.map { "header = \(quoted("\($0.name): \($0.value)"))" }
    lines.append("header = \(quoted("content-type: application/json"))")
    lines.append("data-binary = \(quoted(String(decoding: body, as: UTF8.self)))")
    return lines.joined(separator: "\n") + "\n"
  }
}
