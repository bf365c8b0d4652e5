import SealCrypto
import SealEnvelope

/// The phone that a group's sequences run on.
struct PhoneDraft {
  let cast: Cast
  var acceptUnsigned = false
  var requireSealed = false
  var hideCaller = false
  var refusal = "missed-call"
  var tolerance: Int64 = 30_000
  var accepts = true
  var keysReadable = true
  var trustReadable = true
  var hasKeys = true

  init(_ cast: Cast) { self.cast = cast }

  func group(_ comment: String, _ tests: [TestDraft]) -> GroupDraft {
    let keys = hasKeys ? [cast.alice, cast.bob] : []
    let policy: JSONObject = [
      "acceptUnsigned": .bool(acceptUnsigned), "requireSealed": .bool(requireSealed), "hideCaller": .bool(hideCaller),
      "refusal": .string(refusal), "tolerance": .integer(tolerance), "accepts": .bool(accepts),
    ]
    return GroupDraft(
      type: .decisions, comment: comment,
      members: [
        ("audience", .string(Forge.audience)), ("keys", .array(keys.map { .object($0.privateJWK) })),
        ("trust", .array([cast.carol, cast.dave].map { .object($0.publicJWK) })), ("policy", .object(policy)),
        ("keysReadable", .bool(keysReadable)), ("trustReadable", .bool(trustReadable)),
      ], tests: tests)
  }

  /// The one missed call of an event.
  func missedCall(_ event: Spoken) -> JSONObject {
    notice(event, title: "Missed call", category: "callseal.missed-call")
  }

  /// What a report that CallKit did not take becomes.
  func otherwise(_ event: Spoken) -> JSONObject {
    guard refusal == "incoming-call" else { return missedCall(event) }
    var content = notice(event, title: "Incoming call", category: "callseal.incoming-call")
    content["sound"] = "ringtone"
    content["interruption"] = "time-sensitive"
    return content
  }

  private func notice(_ event: Spoken, title: String, category: String) -> JSONObject {
    var content: JSONObject = ["title": .string(title), "category": .string(category)]
    var userInfo: JSONObject = ["id": .string(event.id)]
    if !hideCaller, let caller = event.name ?? event.handle?.value { content["body"] = .string(caller) }
    if let handle = event.handle {
      if !hideCaller { content["thread"] = .string("missed-call:\(handle.type):\(handle.value)") }
      userInfo["handle"] = .string(handle.value)
      userInfo["handleType"] = .string(handle.type)
    }
    content["userInfo"] = .object(userInfo)
    return content
  }
}

/// A sequence of pushes and answers, with what each gives.
struct Sequence {
  let phone: PhoneDraft
  let comment: String
  let flags: [VectorFlag]
  /// What stands before `sealed` in each push.
  var around: [(String, JSONValue)] = []
  private(set) var steps: [JSONValue] = []

  init(_ phone: PhoneDraft, _ comment: String, _ flags: [VectorFlag]) {
    (self.phone, self.comment, self.flags) = (phone, comment, flags)
  }

  enum Signer { case carol, dave, eve, nobody }

  /// What a push gives.
  enum Expected {
    case report, withdraw, data, notification, passThrough
    case missed(String)
    case suppress(String)
    /// With the event, where it opened.
    case fallback(String, hasEvent: Bool)
  }

  var draft: TestDraft { TestDraft(comment: comment, flags: flags, inputs: [("steps", .array(steps))]) }

  /// The number of the last step, as `of` counts.
  var count: Int { steps.count }

  /// The text of an event sealed for the phone.
  func sealed(_ event: Spoken, _ signer: Signer, to recipient: DeviceKey? = nil) throws -> String {
    let recipient = recipient ?? phone.cast.alice
    let body = try event.text
    var plaintext = Plaintext.unsigned(body)
    let cast = phone.cast
    let sender: SenderKey? =
      switch signer {
      case .carol: cast.carol
      case .dave: cast.dave
      case .eve: cast.eve
      case .nobody: nil
      }
    if let sender {
      let signature = try sender.sign(Plaintext.statement(body, to: recipient))
      plaintext = Plaintext.signed(body, id: sender.id, signature: signature)
    }
    let bucket = [512, 1024, 2048, 2560].first { $0 > plaintext.count } ?? 2560
    let envelope = try Forge(to: recipient).envelope(
      Plaintext.pad(plaintext, to: bucket), ephemeral: "\(comment), step \(steps.count + 1)")
    return Base64URL.encode(envelope.memory.span)
  }

  /// A push with an event arrives.
  mutating func push(
    _ event: Spoken, at now: Int64, _ expected: Expected, by signer: Signer = .carol, to recipient: DeviceKey? = nil,
    text: String? = nil
  ) throws {
    let text = try text ?? sealed(event, signer, to: recipient)
    let known: SenderKey? =
      switch signer {
      case .carol: phone.cast.carol
      case .dave: phone.cast.dave
      case .eve, .nobody: nil
      }
    let recipient = recipient ?? phone.cast.alice
    push(
      JSONObject(around + [("sealed", .string(text))]), at: now,
      decision(on: event, known, recipient, text, expected))
  }

  /// Any push arrives.
  mutating func push(_ userInfo: JSONObject, at now: Int64, _ decision: JSONObject) {
    steps.append(["now": .integer(now), "userInfo": .object(userInfo), "decision": .object(decision)])
  }

  mutating func settle(_ outcome: Rules.Outcome, of step: Int, shows content: JSONObject?) {
    steps.append([
      "settle": .string(outcome.rawValue), "of": .integer(Int64(step)),
      "content": content.map { .object($0) } ?? .null,
    ])
  }

  mutating func loseLedger() { steps.append(["ledger": "lost"]) }

  private func decision(
    on event: Spoken, _ sender: SenderKey?, _ recipient: DeviceKey, _ sealed: String, _ expected: Expected
  ) -> JSONObject {
    let head = event.head(from: sender, to: recipient)
    switch expected {
    case .passThrough: return ["action": "pass-through", "reason": "not-sealed"]
    case .fallback(let reason, let hasEvent):
      var decision: JSONObject = ["action": "notify", "reason": .string(reason), "content": "fallback"]
      if hasEvent { decision["event"] = .object(head) }
      return decision
    case .suppress(let reason): return ["action": "suppress", "reason": .string(reason), "event": .object(head)]
    case .withdraw: return ["action": "suppress", "reason": "ended", "event": .object(head), "withdraw": true]
    case .missed(let reason):
      return [
        "action": "notify", "reason": .string(reason), "event": .object(head),
        "content": .object(phone.missedCall(event)),
      ]
    case .data:
      var decision: JSONObject = ["action": "suppress", "reason": "data", "event": .object(head)]
      decision["data"] = event.data.map { .object($0) }
      return decision
    case .notification:
      var content = JSONObject()
      for case ("notification", .object(let text)) in event.read { content = text }
      var userInfo: JSONObject = ["id": .string(event.id)]
      userInfo["data"] = event.data.map { .object($0) }
      content["userInfo"] = .object(userInfo)
      return [
        "action": "notify", "reason": "notification", "event": .object(head), "content": .object(content),
      ]
    case .report:
      return [
        "action": "report", "reason": "call", "event": .object(head),
        "payload": .object(payload(event, sender, recipient, sealed)), "otherwise": .object(phone.otherwise(event)),
      ]
    }
  }

  private func payload(
    _ event: Spoken, _ sender: SenderKey?, _ recipient: DeviceKey, _ sealed: String
  ) -> JSONObject {
    var payload: JSONObject = ["callseal": 1, "id": .string(event.id)]
    payload["handle"] = event.handle.map { .string($0.value) }
    payload["handleType"] = event.handle.map { .string($0.type) }
    payload["name"] = event.name.map { .string($0) }
    for case ("call", .object(let call)) in event.read { payload["video"] = call["video"] }
    payload["sent"] = .integer(event.sent)
    payload["expires"] = .integer(event.expires)
    payload["sender"] = sender.map { .string($0.thumbprint.description) }
    payload["recipient"] = .string(recipient.thumbprint.description)
    payload["data"] = event.data.map { .object($0) }
    // However it was spelt in the push: base64url without padding.
    let canonical = sealed.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" }
    payload["sealed"] = .string(String(canonical))
    return payload
  }
}
