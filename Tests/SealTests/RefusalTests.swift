import Seal
import Testing

/// What an author is told before anything is sealed.
struct RefusalTests {
  private static let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

  private func refuses(_ code: SealError.Code, _ draft: String) throws {
    let device = try Device()
    let sealer = Sealer(audience: device.audience, signingKey: nil)
    #expect(throws: refusal(code), "\(draft)") {
      try sealer.seal(EventDraft(parsing: Array(draft.utf8)), to: device.key.publicKey)
    }
    #expect(throws: refusal(code), "\(draft)") {
      try sealer.seal(EventDraft(parsing: Array(draft.utf8)), to: [device.key.publicKey, device.key.publicKey])
    }
  }

  @Test(arguments: [
    "", "{", "[]", "null", #""x""#, "{} {}", "\u{feff}{}", #"{"kind":"data",}"#, #"{"kind":"data","kind":"data"}"#,
    #"{"kind":"data","x":9007199254740992}"#, #"{"kind":"data","x":"\ud800"}"#,
  ])
  func refusesWhatIsNotTheJSONOfAnEvent(_ draft: String) throws { try refuses(.invalidEvent, draft) }

  @Test(arguments: ["video-call", "Call", "call ", "", "CALL"]) func refusesAnUnknownKind(_ kind: String) throws {
    try refuses(.unknownKind, #"{"kind":"\#(kind)"}"#)
  }

  @Test(arguments: [
    ("no kind", #"{"id":"\#(id)"}"#), ("kind null", #"{"kind":null}"#), ("kind a number", #"{"kind":1}"#),
    ("an empty id", #"{"kind":"data","id":""}"#), ("id not a UUID", #"{"kind":"data","id":"x"}"#),
    ("id without hyphens", #"{"kind":"data","id":"0f8fad5bd9cb469fa16570867728950e"}"#),
    ("id with something behind", #"{"kind":"data","id":"\#(id) "}"#), ("id a number", #"{"kind":"data","id":1}"#),
    ("sent a string", #"{"kind":"data","sent":"1"}"#), ("sent a fraction", #"{"kind":"data","sent":1.0}"#),
    ("sent negative", #"{"kind":"data","sent":-1}"#), ("sent true", #"{"kind":"data","sent":true}"#),
    ("expires a string", #"{"kind":"data","expires":"1"}"#),
    ("expires as sent", #"{"kind":"data","sent":5,"expires":5}"#),
    ("expires before sent", #"{"kind":"data","sent":5,"expires":4}"#),
    ("no room for an expiry", #"{"kind":"data","sent":9007199254740991}"#),
    ("data an array", #"{"kind":"data","data":[]}"#), ("data a string", #"{"kind":"data","data":"x"}"#),
    ("a call without call", #"{"kind":"call"}"#), ("call null", #"{"kind":"call","call":null}"#),
    ("call an array", #"{"kind":"call","call":[]}"#), ("a call without handle", #"{"kind":"call","call":{}}"#),
    ("handle a string", #"{"kind":"call","call":{"handle":"+14155550123"}}"#),
    ("handle without type", #"{"kind":"call","call":{"handle":{"value":"x"}}}"#),
    ("handle without value", #"{"kind":"call","call":{"handle":{"type":"generic"}}}"#),
    ("name a number", #"{"kind":"call","call":{"handle":{"type":"generic","value":"x"},"name":1}}"#),
    ("video a number", #"{"kind":"call","call":{"handle":{"type":"generic","value":"x"},"video":1}}"#),
    ("video a string", #"{"kind":"call","call":{"handle":{"type":"generic","value":"x"},"video":"true"}}"#),
    ("an end without ended", #"{"kind":"call-ended"}"#),
    ("an end without reason", #"{"kind":"call-ended","ended":{}}"#),
    ("reason a number", #"{"kind":"call-ended","ended":{"reason":1}}"#),
    ("a notification without text", #"{"kind":"notification","notification":{"subtitle":"x"}}"#),
    ("a notification of white space", #"{"kind":"notification","notification":{"title":" ","body":"\u200b"}}"#),
    ("badge too large", #"{"kind":"notification","notification":{"title":"x","badge":2147483648}}"#),
    ("badge a fraction", #"{"kind":"notification","notification":{"title":"x","badge":1.0}}"#),
    ("relevance above one", #"{"kind":"notification","notification":{"title":"x","relevance":1.01}}"#),
  ])
  func refusesWhatCouldNotBeValid(_ id: String, _ draft: String) throws { try refuses(.invalidEvent, draft) }

  // MARK: Calls

  private func call(_ rest: String) -> String {
    #"{"kind":"call","call":{"handle":{"type":"generic","value":"x"}},\#(rest)}"#
  }

  @Test func refusesACallThatLivesLongerThanThreeMinutes() throws {
    #expect(try EncodedEvent(call(#""sent":1000,"expires":181000"#)).event.expires.milliseconds == 181_000)
    try refuses(.invalidEvent, call(#""sent":1000,"expires":181001"#))
    try refuses(.invalidEvent, call(#""sent":0,"expires":9007199254740991"#))
    // Of a call alone: everything else may live on.
    #expect(throws: Never.self) { try EncodedEvent(#"{"kind":"data","sent":0,"expires":9007199254740991}"#) }
  }

  @Test(arguments: ["", " ", "\\t", "\\u0000", "\\u200b", "\\ufeff", "\\u202e", "\\u3164"])
  func refusesABlankHandle(_ value: String) throws {
    for type in ["phone", "email", "generic", "sip"] {
      try refuses(.invalidEvent, #"{"kind":"call","call":{"handle":{"type":"\#(type)","value":"\#(value)"}}}"#)
    }
  }

  /// ITU-T E.164: a plus sign, then 15 digits at most, the first not 0.
  @Test(arguments: [
    "14155550123", "+", "+1", "+0123456789", "+1234567890123456", "+1 415 555 0123", "+1-415-555-0123", "+1415555O123",
    "+1415555012\u{0663}", "+١٤١٥٥٥٥٠١٢٣", "tel:+14155550123", "0014155550123", "++14155550123", "+14155550123 ",
    "+14155550123,5", "＋14155550123", "+14155550123\\n", "112", "anonymous",
  ])
  func refusesAPhoneHandleThatIsNotE164(_ value: String) throws {
    try refuses(.invalidEvent, #"{"kind":"call","call":{"handle":{"type":"phone","value":"\#(value)"}}}"#)
    try refuses(
      .invalidEvent,
      #"{"kind":"call-ended","ended":{"reason":"failed","handle":{"type":"phone","value":"\#(value)"}}}"#)
    // Only of a phone handle, and only of the event's own.
    #expect(throws: Never.self) {
      try EncodedEvent(#"{"kind":"call","call":{"handle":{"type":"generic","value":"\#(value)"}}}"#)
    }
    #expect(throws: Never.self) {
      try EncodedEvent(#"{"kind":"data","call":{"handle":{"type":"phone","value":"\#(value)"}}}"#)
    }
  }

  @Test(arguments: ["+12", "+14155550123", "+123456789012345", "+999999999999999"])
  func takesAPhoneHandleInE164(_ value: String) throws {
    let event = try EncodedEvent(#"{"kind":"call","call":{"handle":{"type":"phone","value":"\#(value)"}}}"#)
    guard case .call(let call) = event.event.content else { return #expect(Bool(false)) }
    #expect(call.handle.value == value)
  }

  @Test(arguments: [
    #"{"a":null}"#, #"{"a":1.5}"#, #"{"a":1.0}"#, #"{"a":1e3}"#, #"{"a":[null]}"#, #"{"a":[[1,[0.5]]]}"#,
    #"{"a":{"b":{"c":null}}}"#, #"{"a":[{"b":1.0}]}"#,
  ])
  func refusesInACallsDataWhatAPropertyListLacks(_ data: String) throws {
    try refuses(.invalidEvent, call(#""data":\#(data)"#))
    // Anything else keeps it.
    for rest in [#""kind":"data""#, #""kind":"notification","notification":{"title":"x"}"#] {
      #expect(try EncodedEvent(#"{\#(rest),"data":\#(data)}"#).text.hasSuffix(#","data":\#(canonical(data))}"#))
    }
  }

  /// Numbers as the writer writes them.
  private func canonical(_ data: String) -> String { data.replacing("1e3", with: "1000.0") }

  @Test func takesInACallsDataWhatAPropertyListHolds() throws {
    let data = #"{"s":"x","i":-9007199254740991,"t":true,"a":[1,"x",[],{}],"o":{"f":false}}"#
    #expect(try EncodedEvent(call(#""data":\#(data)"#)).text.hasSuffix(#","data":\#(data)}"#))
  }

  // MARK: Names

  @Test(arguments: [
    ("at the top", "{\"\u{e9}\":1,\"e\u{301}\":2}"), ("escaped", #"{"\u00e9":1,"e\u0301":2}"#),
    ("inside", "{\"x\":{\"\u{212b}\":1,\"\u{c5}\":2}}"),
    ("in an array", "{\"x\":[1,[{\"\u{212b}\":1,\"A\u{30a}\":2}]]}"),
  ])
  func refusesNamesInDataThatDifferOnlyByUnicodeEquivalence(_ id: String, _ data: String) throws {
    try refuses(.invalidEvent, #"{"kind":"data","data":\#(data)}"#)
    try refuses(.invalidEvent, call(#""data":\#(data)"#))
    try refuses(.invalidEvent, #"{"kind":"call-ended","ended":{"reason":"failed"},"data":\#(data)}"#)
    try refuses(.invalidEvent, #"{"kind":"notification","notification":{"title":"x"},"data":\#(data)}"#)
  }

  @Test func takesEquivalentNamesInDifferentObjects() {
    #expect(throws: Never.self) {
      try EncodedEvent("{\"kind\":\"data\",\"data\":{\"\u{e9}\":{\"e\u{301}\":1},\"x\":[{\"e\u{301}\":2}]}}")
    }
  }

  // MARK: Drafts made in code

  @Test func refusesValuesThatJSONDoesNotHave() throws {
    var deep: JSONValue = []
    for _ in 0..<31 { deep = [deep] }
    let noncharacter = Unicode.Scalar(0xffff as UInt32).map { String(Character($0)) } ?? ""
    let drafts: [EventDraft] = [
      .data(["a": .integer(9_007_199_254_740_992)]), .data(["a": .number(.nan)]), .data(["a": .number(.infinity)]),
      .data(["a": .string(noncharacter)]), .data(["a": deep]), .call(from: "+14155550123", name: noncharacter),
      .call(from: "+14155550123", data: ["a": .integer(.max)]), .call(from: ""), .call(from: "555"),
      .call(from: "+14155550123", sent: UnixTime(milliseconds: -1)),
      .call(from: "+14155550123", sent: UnixTime(milliseconds: 1), expires: UnixTime(milliseconds: 180_002)),
      .callEnded(.sample, reason: .failed, handle: "555"), .notification(Event.NotificationText()),
      .notification(Event.NotificationText(subtitle: "only")), EventDraft(members: [:]),
    ]
    for draft in drafts {
      #expect(throws: refusal(.invalidEvent), "\(draft)") { try EncodedEvent(draft) }
    }
    #expect(throws: refusal(.invalidEvent)) {
      try EncodedEvent(.data([:]), now: UnixTime(milliseconds: -1))
    }
    #expect(throws: refusal(.invalidEvent)) {
      try EncodedEvent(.data([:]), now: UnixTime(milliseconds: .max))
    }
  }

  /// What went wrong is told without what was said.
  @Test func tellsNothingOfTheEvent() {
    for draft in [
      #"{"kind":"call","call":{"handle":{"type":"phone","value":"topsecret"}}}"#, #"{"kind":"topsecret"}"#,
      #"{"kind":"data","id":"topsecret"}"#, #"{"kind":"data","data":{"topsecret":"#,
      #"{"kind":"call","call":{"handle":{"type":"generic","value":"topsecret"}},"data":{"topsecret":null}}"#,
    ] {
      do {
        _ = try EncodedEvent(draft)
        Issue.record("nothing was refused")
      } catch { #expect(!"\(error) \(String(reflecting: error))".contains("topsecret")) }
    }
  }
}
