import SealCrypto
import SealEnvelope

/// What JSON can do to a push, what a push without ledger gives, and the payload of each call.
enum PushVectors {
  private static let start = Spoken.start

  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [pushes(cast), required(cast), refusals(cast), payloads(cast)] + unreadable(cast)
  }

  private static func fallback(_ reason: String) -> JSONObject {
    ["action": "notify", "reason": .string(reason), "content": "fallback"]
  }

  private static func one(
    _ phone: PhoneDraft, _ comment: String, _ userInfo: JSONObject, _ decision: JSONObject, _ flag: VectorFlag = .push
  ) -> TestDraft {
    var sequence = Sequence(phone, comment, [flag])
    sequence.push(userInfo, at: start, decision)
    return sequence.draft
  }

  private static func pushes(_ cast: Cast) throws -> GroupDraft {
    let phone = PhoneDraft(cast)
    let sealed = try Sequence(phone, "pushes", [.push]).sealed(.call("pushes"), .carol)
    let pass: JSONObject = ["action": "pass-through", "reason": "not-sealed"]
    let malformed = fallback("malformed")
    var tests = [
      one(phone, "no members", [:], pass),
      one(phone, "somebody else's push", ["aps": ["alert": "Hello"], "id": 5], pass),
      one(phone, "sealed in other letter case", ["Sealed": .string(sealed)], pass),
      one(phone, "sealed inside aps", ["aps": ["sealed": .string(sealed)]], pass),
      one(phone, "a name that begins with sealed", ["sealed ": .string(sealed)], pass),
      one(phone, "clear members of a call without sealed", ["callseal": 1, "id": .string(try Seed.id("clear"))], pass),
      one(phone, "an alert with the fallback's own words", ["sealed": "", "aps": ["alert": "Anything"]], malformed),
    ]
    for (name, value) in [
      ("null", JSONValue.null), ("true", true), ("false", false), ("a number", 5),
      ("a number with a fraction", .number(1.5)),
      ("an array", [.string(sealed)]), ("an object", ["sealed": .string(sealed)]), ("an empty string", ""),
      ("white space", " "), ("a sentence", "a call"),
      ("an envelope cut by a character", .string(String(sealed.dropLast()))),
      ("an envelope twice", .string(sealed + sealed)), ("an envelope with a line's end", .string(sealed + "\n")),
    ] { tests.append(one(phone, "sealed is \(name)", ["sealed": value], malformed)) }
    var deep: JSONValue = 1
    for _ in 0..<20 { deep = .array([deep]) }
    var among = Sequence(phone, "a call among members of every kind, and an alert that must not be shown", [.push])
    among.around = [
      ("aps", ["alert": ["title": "Not to be shown"], "badge": 9, "sound": "loud.caf", "mutable-content": 1]),
      ("name", "Nobody"), ("id", 7),
    ]
    let call = try Spoken.call("among")
    let text = try among.sealed(call, .carol)
    try among.push(call, at: start, .report, text: text)
    var bare = Sequence(phone, "the same push without aps, with numbers, nulls and depth beside it", [.push])
    try bare.push(call, at: start, .report, text: text)
    let decision = bare.steps.first.flatMap { if case .object(let step) = $0 { step["decision"] } else { nil } }
    var other = Sequence(phone, bare.comment, bare.flags)
    if case .object(let decision) = decision {
      other.push(
        ["sealed": .string(text), "null": .null, "n": .number(0.5), "deep": deep, "\u{e9}": 1, "e\u{301}": 2],
        at: start,
        decision)
    }
    return phone.group("What JSON can do to a push", tests + [among.draft, other.draft])
  }

  private static func required(_ cast: Cast) throws -> GroupDraft {
    var phone = PhoneDraft(cast)
    phone.requireSealed = true
    return phone.group(
      "A policy that wants every push sealed",
      [
        one(phone, "a push without sealed", ["aps": ["alert": "Hello"]], fallback("not-sealed")),
        one(phone, "an empty push", [:], fallback("not-sealed")),
      ])
  }

  private static func refusals(_ cast: Cast) throws -> GroupDraft {
    let phone = PhoneDraft(cast)
    var tests: [TestDraft] = []
    func add(_ comment: String, _ flag: VectorFlag, _ reason: String, _ envelope: [UInt8]) {
      tests.append(
        one(phone, comment, ["sealed": .string(Base64URL.encode(envelope.memory.span))], fallback(reason), flag))
    }
    let whole = try WrongTexts.signed(cast, "refusals")
    var changed = whole
    changed[0] = 2
    add("another version", .version, "unsupported-version", changed)
    changed = whole
    changed[1] ^= 1
    add("an unknown key id", .keyID, "unknown-key", changed)
    changed = whole
    changed[40] ^= 0x80
    add("an enc with bit 255 set", .nonCanonical, "open-failed", changed)
    changed = whole
    changed[568] ^= 1
    add("a tag that does not verify", .altered, "open-failed", changed)
    add("a wrong length", .envelopeLength, "malformed", Array(whole.dropLast()))
    let body = try Spoken.call("refusals").text
    let statement = Plaintext.statement(body, to: cast.alice)
    func sealed(_ name: String, _ padded: [UInt8]) throws -> [UInt8] {
      try Forge(to: cast.alice).envelope(padded, ephemeral: "refusals, \(name)")
    }
    add(
      "padding that is wrong", .padding, "open-failed",
      try sealed("padding", [0] + body + [UInt8](repeating: 1, count: 511 - body.count)))
    add("an unknown first byte", .layout, "open-failed", try sealed("layout", Plaintext.pad([7] + body)))
    add("unsigned", .trust, "untrusted-sender", try sealed("unsigned", Plaintext.pad([0] + body)))
    add(
      "signed by a stranger", .trust, "untrusted-sender",
      try sealed(
        "stranger", Plaintext.pad(Plaintext.signed(body, id: cast.eve.id, signature: cast.eve.sign(statement)))))
    add(
      "a trusted sender's key id and a stranger's signature", .trust, "untrusted-sender",
      try sealed(
        "forged", Plaintext.pad(Plaintext.signed(body, id: cast.carol.id, signature: cast.eve.sign(statement)))))
    let empty = Array("{}".utf8)
    let signature = try cast.carol.sign(Plaintext.statement(empty, to: cast.alice))
    add(
      "a body without a kind", .member, "open-failed",
      try sealed("body", Plaintext.pad(Plaintext.signed(empty, id: cast.carol.id, signature: signature))))
    let future = Array(#"{"kind":"reaction","id":"x"}"#.utf8)
    let futureSignature = try cast.carol.sign(Plaintext.statement(future, to: cast.alice))
    let text = try sealed(
      "kind", Plaintext.pad(Plaintext.signed(future, id: cast.carol.id, signature: futureSignature)))
    var unknown = fallback("unknown-kind")
    unknown["event"] = [
      "kind": "reaction", "sender": .string(cast.carol.thumbprint.description),
      "recipient": .string(cast.alice.thumbprint.description),
    ]
    tests.append(
      one(phone, "an unknown kind", ["sealed": .string(Base64URL.encode(text.memory.span))], unknown, .unknown))
    return phone.group("What does not open, or is not trusted, or is not known", tests)
  }

  private static func unreadable(_ cast: Cast) throws -> [GroupDraft] {
    func test(
      _ phone: PhoneDraft, _ comment: String, _ event: Spoken, _ expected: Sequence.Expected,
      by signer: Sequence.Signer = .carol
    ) throws -> TestDraft {
      var sequence = Sequence(phone, comment, [.keyID])
      try sequence.push(event, at: start, expected, by: signer)
      return sequence.draft
    }
    var locked = PhoneDraft(cast)
    locked.keysReadable = false
    let unavailable = Sequence.Expected.fallback("keys-unavailable", hasEvent: false)
    var blind = PhoneDraft(cast)
    blind.trustReadable = false
    var open = blind
    open.acceptUnsigned = true
    var none = PhoneDraft(cast)
    none.hasKeys = false
    var strict = PhoneDraft(cast)
    strict.accepts = false
    return [
      locked.group(
        "Keys that cannot be read now",
        [
          try test(locked, "a call while keys cannot be read", .call("locked"), unavailable),
          one(
            locked, "a malformed push while keys cannot be read", ["sealed": "!"], fallback("malformed"), .precedence),
        ]),
      blind.group(
        "Trust that cannot be read now",
        [
          try test(blind, "a signed call while trust cannot be read", .call("blind"), unavailable),
          try test(
            blind, "an unsigned call while trust cannot be read", .call("blind"),
            .fallback("untrusted-sender", hasEvent: false), by: .nobody),
        ]),
      open.group(
        "Trust that cannot be read now, and a policy that takes unsigned events",
        [
          try test(open, "a signed call: it might be a known sender's bad signature", .call("open"), unavailable),
          try test(open, "an unsigned call needs no trust", .call("open"), .report, by: .nobody),
        ]),
      none.group(
        "A phone without keys",
        [
          try test(none, "a call while there is no key", .call("none"), .fallback("unknown-key", hasEvent: false))
        ]),
      strict.group(
        "A policy whose own check says no",
        [
          try test(
            strict, "a call that the policy refuses", .call("strict"), .fallback("untrusted-sender", hasEvent: true)),
          try test(
            strict, "data that the policy refuses", .data("strict"), .fallback("untrusted-sender", hasEvent: true)),
        ]),
    ]
  }

  private static func payloads(_ cast: Cast) throws -> GroupDraft {
    var phone = PhoneDraft(cast)
    phone.acceptUnsigned = true
    var tests: [TestDraft] = []
    func add(_ comment: String, _ event: Spoken, by signer: Sequence.Signer = .carol, to device: DeviceKey? = nil)
      throws
    {
      var sequence = Sequence(phone, comment, [.propertyList])
      try sequence.push(event, at: start, .report, by: signer, to: device)
      tests.append(sequence.draft)
    }
    func reading(_ event: Spoken, handle: (String, String), name: String?, data: JSONObject? = nil) -> Spoken {
      var copy = event
      copy.handle = (value: handle.0, type: handle.1)
      (copy.name, copy.data) = (name, data ?? event.data)
      return copy
    }
    try add("a signed call", .call("payload signed"))
    try add("an unsigned call has no sender", .call("payload unsigned"), by: .nobody)
    try add("a stranger's call has no sender", .call("payload stranger"), by: .eve)
    try add("a call to the other key", .call("payload other"), to: cast.bob)
    try add("a video call", .call("payload video", video: true))
    try add("a call without a name has none", .call("payload nameless", name: nil))
    try add("an e-mail handle", .call("payload mail", handle: "carol@example.org", type: "email"))
    try add(
      "a handle and a name that are cleaned",
      reading(
        .call("payload clean", handle: "+1 (415) 555-0123", name: " Carol\u{202e}\tExample "),
        handle: ("+14155550123", "phone"), name: "Carol Example"))
    try add(
      "a name that is blank",
      reading(.call("payload blank", name: "\u{200b}"), handle: (Spoken.number, "phone"), name: nil))
    try add(
      "data of every kind that a property list holds",
      .call("payload data", data: ["s": "x", "t": true, "f": false, "n": -1, "a": [1, ["b": "c"], []], "o": [:]]))
    try add(
      "data with nulls and numbers that are no integers, at every depth",
      reading(
        .call(
          "payload nulls",
          data: [
            "null": .null, "fraction": .number(1.5), "whole": .number(1), "a": [.null, 1, .number(2.5), [.null]],
            "o": ["null": .null, "k": "v"],
          ]), handle: (Spoken.number, "phone"), name: "Carol Example",
        data: ["a": [1, []], "o": ["k": "v"]]))
    try add(
      "integers of 0 and 1 and Booleans stay apart",
      .call("payload numbers", data: ["zero": 0, "one": 1, "no": false, "yes": true]))
    try add(
      "a call that says it lives longer than 180 s",
      Spoken(.call("payload long", expires: start + 86_400_000), expires: start + 180_000))
    var upper = try Spoken.call("payload upper")
    upper.body["id"] = .string(upper.id.uppercased())
    try add("an id in upper case", upper)
    return phone.group("The payload for each call, exactly", tests)
  }
}
