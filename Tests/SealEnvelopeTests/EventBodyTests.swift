import SealEnvelope
import TestSupport
import Testing

/// What a reader makes of a body, member by member (§4 of the format).
struct EventBodyTests {
  private static let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
  private static let fields = #""id":"\#(id)","sent":1000,"expires":5000"#

  private static let call =
    #"{"kind":"call",\#(fields),"call":{"handle":{"type":"phone","value":"+14155550123"},"name":"Ann","video":true},"data":{"a":1}}"#
  private static let ended =
    #"{"kind":"call-ended",\#(fields),"ended":{"reason":"cancelled","handle":{"type":"email","value":"a@b.example"},"name":"Ann"},"data":{}}"#
  private static let notification =
    #"{"kind":"notification",\#(fields),"notification":{"title":"T","subtitle":"S","body":"B","sound":"default","thread":"t","category":"c","badge":3,"interruption":"time-sensitive","relevance":0.5},"data":{}}"#
  private static let data = #"{"kind":"data",\#(fields),"data":{"a":[null,1.5]}}"#

  private func event(_ text: String) throws -> Event {
    guard case .event(let event) = try EventBody(parsing: Array(text.utf8)) else {
      throw FormatError(.event, "an unknown kind")
    }
    return event
  }

  private func refuses(_ text: String, _ code: FormatError.Code = .event) {
    #expect(throws: FormatError(code, ""), "\(text)") { try event(text) }
  }

  /// A body with one member replaced, removed or added; `path` is like `call.handle.type`.
  private func changed(_ body: String, _ path: String, to value: JSONValue?) throws -> String {
    func set(_ object: JSONObject, _ path: ArraySlice<Substring>) -> JSONObject {
      guard let first = path.first else { return object }
      var object = object
      if path.count == 1 {
        object[String(first)] = value
      } else if case .object(let inner) = object[String(first)] {
        object[String(first)] = .object(set(inner, path.dropFirst()))
      }
      return object
    }
    let object = try JSONReader.object(Array(body.utf8))
    return String(decoding: try JSONWriter.text(set(object, path.split(separator: ".")[...])), as: UTF8.self)
  }

  // MARK: What the kinds say

  @Test func readsACall() throws {
    let event = try event(Self.call)
    #expect(event.kind == .call)
    #expect(event.id.description == Self.id)
    #expect([event.sent.milliseconds, event.expires.milliseconds] == [1000, 5000] as [Int64])
    #expect(event.data == ["a": 1])
    guard case .call(let call) = event.content else { return #expect(Bool(false)) }
    #expect(call.handle == Handle(kind: .phone, cleaning: "+14155550123"))
    #expect(call.name == "Ann")
    #expect(call.isVideo)
  }

  @Test func readsTheEndOfACall() throws {
    let event = try event(Self.ended)
    #expect(event.kind == .callEnded)
    guard case .callEnded(let end) = event.content else { return #expect(Bool(false)) }
    #expect(end.reason == .cancelled)
    #expect(end.handle == Handle(kind: .email, cleaning: "a@b.example"))
    #expect(end.name == "Ann")
  }

  @Test func readsANotification() throws {
    let event = try event(Self.notification)
    #expect(event.kind == .notification)
    guard case .notification(let text) = event.content else { return #expect(Bool(false)) }
    var expected = Event.NotificationText(title: "T", subtitle: "S", body: "B")
    expected.sound = "default"
    expected.thread = "t"
    expected.category = "c"
    expected.badge = 3
    expected.interruption = .timeSensitive
    expected.relevance = 0.5
    #expect(text == expected)
  }

  @Test func readsData() throws {
    let event = try event(Self.data)
    #expect(event.kind == .data)
    #expect(event.content == .data)
    // Anything but a call keeps nulls and fractions.
    #expect(event.data == ["a": [.null, .number(1.5)]])
  }

  @Test func readsTheLeastThereCanBe() throws {
    let least = [
      #"{"kind":"call",\#(Self.fields),"call":{"handle":{"type":"generic","value":"x"}}}"#,
      #"{"kind":"call-ended",\#(Self.fields),"ended":{"reason":"failed"}}"#,
      #"{"kind":"notification",\#(Self.fields),"notification":{"body":"B"}}"#,
      #"{"kind":"data",\#(Self.fields)}"#,
    ]
    let events = try least.map(event)
    #expect(events.allSatisfy { $0.data == nil })
    guard case .call(let call) = events[0].content, case .callEnded(let end) = events[1].content,
      case .notification(let text) = events[2].content
    else { return #expect(Bool(false)) }
    #expect(call.name == nil && !call.isVideo)
    #expect(end.handle == nil && end.name == nil)
    #expect(text.title == "" && text.badge == nil && text.interruption == nil && text.relevance == nil)
  }

  // MARK: Each member as each JSON type

  private static let types: [(String, JSONValue)] = [
    ("string", .string("x")), ("1", .integer(1)), ("1.0", .number(1)), ("1e3", .number(1000)), ("true", .bool(true)),
    ("null", .null), ("[]", .array([])), ("{}", .object([:])),
  ]

  /// The types that a member may have; every other is malformed. `null` and absent go together.
  private static let members: [(body: String, member: String, taken: Set<String>)] = [
    (call, "kind", ["string"]), (call, "id", []), (call, "sent", ["1"]), (call, "call", []),
    (call, "call.handle", []), (call, "call.handle.type", ["string"]), (call, "call.handle.value", ["string"]),
    (call, "call.name", ["string", "null"]), (call, "call.video", ["true", "null"]), (call, "data", ["{}", "null"]),
    (ended, "id", []), (ended, "sent", ["1"]), (ended, "ended", []), (ended, "ended.reason", ["string"]),
    (ended, "ended.handle", ["{}", "null"]), (ended, "ended.handle.type", ["string", "null"]),
    (ended, "ended.handle.value", ["string", "null"]), (ended, "ended.name", ["string", "null"]),
    (ended, "data", ["{}", "null"]), (notification, "id", []), (notification, "sent", ["1"]),
    (notification, "notification", []), (notification, "notification.title", ["string", "null"]),
    (notification, "notification.subtitle", ["string", "null"]),
    (notification, "notification.body", ["string", "null"]),
    (notification, "notification.sound", ["string", "null"]),
    (notification, "notification.thread", ["string", "null"]),
    (notification, "notification.category", ["string", "null"]), (notification, "notification.badge", ["1", "null"]),
    (notification, "notification.interruption", ["string", "null"]),
    (notification, "notification.relevance", ["1", "1.0", "null"]), (notification, "data", ["{}", "null"]),
    (data, "id", []), (data, "sent", ["1"]), (data, "data", ["{}", "null"]),
  ]

  @Test(arguments: members) func holdsAMemberToItsType(_ row: (body: String, member: String, taken: Set<String>)) throws
  {
    for (name, value) in Self.types {
      let text = try changed(row.body, row.member, to: value)
      if row.taken.contains(name) {
        #expect(throws: Never.self, "\(row.member) as \(name)") { try EventBody(parsing: Array(text.utf8)) }
      } else {
        refuses(text)
      }
    }
    let absent = try changed(row.body, row.member, to: nil)
    if row.taken.contains("null") {
      // Null and absent are the same event.
      #expect(try event(absent) == event(changed(row.body, row.member, to: .null)))
    } else {
      refuses(absent)
    }
  }

  @Test(arguments: [call, ended, notification, data]) func holdsExpiryToAnIntegerBehindSent(_ body: String) throws {
    for (_, value) in Self.types { refuses(try changed(body, "expires", to: value)) }
    for value in [1000, 999, 0, -1] as [Int64] { refuses(try changed(body, "expires", to: .integer(value))) }
    #expect(try event(changed(body, "expires", to: 1001)).expires.milliseconds == 1001)
    refuses(try changed(body, "expires", to: nil))
  }

  @Test(arguments: ["null", "true", "1", "1.5", #""x""#, "[]", "[{}]", "", "{"]) func isAnObject(_ text: String) {
    refuses(text, .json)
  }

  @Test func ignoresMembersOfOtherKindsAndUnknownOnes() throws {
    let others = #""call":5,"ended":"x","notification":[],"later":{"a":[null]},"Kind":1,"":{}"#
    #expect(try event(#"{"kind":"data",\#(Self.fields),\#(others)}"#).content == .data)
    let noisy = try changed(Self.call, "call.later", to: .number(1))
    #expect(try event(noisy) == event(Self.call))
    #expect(try event(changed(Self.call, "ended", to: 1)) == event(Self.call))
  }

  // MARK: Values

  @Test func readsUnknownValuesAsTheFormatSays() throws {
    for word in ["", "Phone", "tel", "sip"] {
      guard case .call(let call) = try event(changed(Self.call, "call.handle.type", to: .string(word))).content,
        case .callEnded(let end) = try event(changed(Self.ended, "ended.handle.type", to: .string(word))).content
      else { return #expect(Bool(false)) }
      #expect(call.handle.kind == .generic)
      #expect(end.handle?.kind == .generic)
    }
    for word in ["", "Cancelled", "busy"] {
      guard case .callEnded(let end) = try event(changed(Self.ended, "ended.reason", to: .string(word))).content
      else { return #expect(Bool(false)) }
      #expect(end.reason == .failed)
    }
    for word in ["", "critical", "timeSensitive"] {
      let text = try changed(Self.notification, "notification.interruption", to: .string(word))
      guard case .notification(let notification) = try event(text).content else { return #expect(Bool(false)) }
      #expect(notification.interruption == .active)
    }
  }

  @Test(arguments: [
    ("cancelled", Event.CallEnd.Reason.cancelled), ("answered-elsewhere", .answeredElsewhere),
    ("declined-elsewhere", .declinedElsewhere), ("failed", .failed),
  ])
  func readsAReason(_ word: String, _ reason: Event.CallEnd.Reason) throws {
    guard case .callEnded(let end) = try event(changed(Self.ended, "ended.reason", to: .string(word))).content
    else { return #expect(Bool(false)) }
    #expect(end.reason == reason)
  }

  /// Of a later kind nothing is looked at: neither what is missing nor what is wrong.
  @Test(arguments: ["video-call", "Call", "call ", "", "CALL", "call-Ended", "notification\u{0}"])
  func looksAtNothingElseOfAnUnknownKind(_ kind: String) throws {
    for rest in ["", #","id":5,"sent":"x","call":null,"data":[]"#, "," + Self.fields] {
      var object = try JSONReader.object(Array("{\"kind\":\"\"\(rest)}".utf8))
      object["kind"] = .string(kind)
      guard case .unknown(let found) = try EventBody(object) else { return #expect(Bool(false)) }
      #expect(found.rawValue == kind)
    }
  }

  @Test func shortensACallToThreeMinutes() throws {
    for (expires, read) in [
      (180_999, 180_999), (181_000, 181_000), (181_001, 181_000), (9_007_199_254_740_991, 181_000),
    ]
      as [(Int64, Int64)]
    {
      #expect(try event(changed(Self.call, "expires", to: .integer(expires))).expires.milliseconds == read)
      // Nothing else is shortened.
      for body in [Self.ended, Self.notification, Self.data] {
        #expect(try event(changed(body, "expires", to: .integer(expires))).expires.milliseconds == expires)
      }
    }
    // The last instant there is has no room for three minutes.
    let last = try changed(
      changed(Self.call, "expires", to: .integer(9_007_199_254_740_991)), "sent", to: .integer(9_007_199_254_740_990))
    #expect(try event(last).expires.milliseconds == 9_007_199_254_740_991)
  }

  @Test func takesTimesFromZeroUp() throws {
    #expect(try event(Self.call.replacing(#""sent":1000"#, with: #""sent":-0"#)).sent.milliseconds == 0)
    refuses(try changed(Self.call, "sent", to: -1))
    refuses(try changed(Self.call, "expires", to: -1))
    refuses(Self.call.replacing(#""expires":5000"#, with: #""expires":9007199254740992"#), .json)
  }

  @Test func takesNumbersWithinTheirBounds() throws {
    for badge in [0, 1, 2_147_483_647] as [Int64] {
      guard
        case .notification(let text) = try event(
          changed(Self.notification, "notification.badge", to: .integer(badge))
        ).content
      else { return #expect(Bool(false)) }
      #expect(text.badge == Int(badge))
    }
    for badge in [-1, 2_147_483_648, 9_007_199_254_740_991] as [Int64] {
      refuses(try changed(Self.notification, "notification.badge", to: .integer(badge)))
    }
    for relevance in [JSONValue.integer(0), .integer(1), .number(0), .number(1), .number(-0.0), .number(1e-300)] {
      #expect(throws: Never.self) {
        try event(changed(Self.notification, "notification.relevance", to: relevance))
      }
    }
    for relevance in [JSONValue.integer(-1), .integer(2), .number(-0.1), .number(1.0000001), .number(1e300)] {
      refuses(try changed(Self.notification, "notification.relevance", to: relevance))
    }
  }

  @Test(arguments: [
    "", "x", "0f8fad5bd9cb469fa16570867728950e", id + "0", id + " ", " " + id, "{\(id)}",
    "0f8fad5b-d9cb-469f-a165-70867728950g",
  ])
  func refusesAnIDThatIsNone(_ id: String) throws {
    for body in [Self.call, Self.ended, Self.notification, Self.data] {
      refuses(try changed(body, "id", to: .string(id)))
    }
  }

  @Test func takesAnIDInAnyLetterCaseForOneIdentity() throws {
    let upper = try event(changed(Self.call, "id", to: .string(Self.id.uppercased())))
    #expect(try upper.id == event(Self.call).id)
  }

  /// A handle that a person would not see is none; a name that nobody would see is no name.
  @Test(arguments: ["", " ", "\t\n", "\u{0}", "\u{200b}", "\u{feff}\u{2060}", "\u{202e}\u{202c}", "\u{3164}", "\u{a0}"])
  func refusesABlankHandleAndPassesOverABlankName(_ blank: String) throws {
    refuses(try changed(Self.call, "call.handle.value", to: .string(blank)))
    guard case .call(let call) = try event(changed(Self.call, "call.name", to: .string(blank))).content,
      case .callEnded(let end) = try event(changed(Self.ended, "ended.handle.value", to: .string(blank))).content
    else { return #expect(Bool(false)) }
    #expect(call.name == nil)
    #expect(end.handle == nil)
    let titleless = try changed(Self.notification, "notification.title", to: .string(blank))
    #expect(throws: Never.self) { try event(titleless) }
    refuses(try changed(titleless, "notification.body", to: .string(blank)))
    refuses(try changed(titleless, "notification.body", to: nil))
  }

  @Test func cleansWhatIsShown() throws {
    let body = try changed(
      changed(
        changed(Self.notification, "notification.title", to: "a\nb\u{202e}"), "notification.body", to: " a \r\n b\u{7} "
      ),
      "notification.subtitle", to: "\tc\u{a0}\u{a0}d")
    guard case .notification(let text) = try event(body).content else { return #expect(Bool(false)) }
    #expect([text.title, text.subtitle, text.body] == ["a b", "c d", "a\nb"])
    guard case .call(let call) = try event(changed(Self.call, "call.handle.value", to: "+1 (415) 555-0123")).content
    else { return #expect(Bool(false)) }
    #expect(call.handle.value == "+14155550123")
  }

  /// In a call's data, what CallKit's connection cannot carry is dropped, at any depth; the rest stays in order.
  @Test func dropsFromACallsDataWhatAPropertyListLacks() throws {
    let body = Self.call.replacing(
      #""data":{"a":1}"#,
      with:
        #""data":{"n":null,"d":1.0,"e":1e3,"s":"x","z":-0,"a":[null,1,2.5,[null],{"b":null,"c":true}],"o":{"f":0.0}}"#)
    #expect(try event(body).data == ["s": "x", "z": 0, "a": [1, [], ["c": true]], "o": [:]])
    #expect(try event(Self.call.replacing(#"{"a":1}"#, with: #"{"a":null}"#)).data == [:])
  }
}
