import SealEnvelope

/// Bodies in which a member of the event's own kind is missing, of the wrong type, or out of range.
enum WrongMembers {
  static func groups(_ cast: Cast) throws -> [GroupDraft] { try [missing(cast), types(cast), values(cast)] }

  private static func group(_ cast: Cast, _ comment: String) -> EnvelopeGroup {
    var group = EnvelopeGroup(cast, comment)
    group.acceptUnsigned = true
    return group
  }

  /// Right bodies, with every member that their kind has.
  private static func whole() throws -> [(String, JSONObject)] {
    try [
      ("call", Spoken.call("wrong members", video: true, data: ["a": 1]).body),
      ("call-ended", Spoken.end("wrong members", data: ["a": 1]).body),
      (
        "notification",
        Spoken.notification(
          "wrong members",
          [
            "title": "T", "subtitle": "S", "body": "B", "sound": "s", "thread": "t", "category": "c", "badge": 1,
            "interruption": "active", "relevance": .number(0.5),
          ], data: ["a": 1]
        ).body
      ),
      ("data", Spoken.data("wrong members").body),
    ]
  }

  /// The object with the member at `path` set, or taken away.
  private static func setting(_ path: ArraySlice<String>, _ value: JSONValue?, in object: JSONObject) -> JSONObject {
    guard let name = path.first else { return object }
    var object = object
    if path.count == 1 {
      object[name] = value
    } else if case .object(let inner) = object[name] {
      object[name] = .object(setting(path.dropFirst(), value, in: inner))
    }
    return object
  }

  private static func missing(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "Required members that are missing or null")
    let required: [String: [String]] = [
      "call": ["kind", "id", "sent", "expires", "call", "call.handle", "call.handle.type", "call.handle.value"],
      "call-ended": ["id", "sent", "expires", "ended", "ended.reason"],
      "notification": ["id", "sent", "expires", "notification"], "data": ["id", "sent", "expires"],
    ]
    for (kind, body) in try whole() {
      for path in required[kind] ?? [] {
        let steps = path.split(separator: ".").map(String.init)[...]
        for (value, word) in [(nil, "without"), (JSONValue.null, "with null for")] as [(JSONValue?, String)] {
          try group.wrongBody(
            "\(kind) \(word) \(path)", [.member], try JSONWriter.text(setting(steps, value, in: body)))
        }
      }
    }
    for (comment, content) in [
      ("a notification without title and body", ["subtitle": "S", "badge": 1]),
      ("a notification whose title is blank", ["title": " \u{200b}"]),
      ("a notification whose title and body are empty", ["title": "", "body": ""]),
      ("a notification with line breaks alone", ["body": "\n\u{2028}"]),
      ("a notification with nulls alone", ["title": .null, "body": .null]),
    ] as [(String, JSONObject)] {
      try group.wrongBody(comment, [.member, .display], try Spoken.notification(comment, content).text)
    }
    for (comment, value) in [
      ("an empty handle", ""), ("a handle of white space", " \t"),
      ("a handle of invisible characters", "\u{200b}\u{feff}"),
      ("a handle of controls", "\u{1}\u{202e}"),
    ] {
      try group.wrongBody("a call with \(comment)", [.member, .display], try Spoken.call(comment, handle: value).text)
    }
    return group.draft
  }

  /// Each member of each kind as each type of JSON that is not its own.
  private static func types(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "Members of a wrong type")
    let own: [(String, [(String, String)])] = [
      (
        "call",
        [
          ("kind", "string"), ("id", "string"), ("sent", "integer"), ("expires", "integer"), ("call", "object"),
          ("call.handle", "object"), ("call.handle.type", "string"), ("call.handle.value", "string"),
          ("call.name", "string"), ("call.video", "bool"), ("data", "object"),
        ]
      ),
      (
        "call-ended",
        [
          ("ended", "object"), ("ended.reason", "string"), ("ended.handle", "object"), ("ended.handle.type", "string"),
          ("ended.handle.value", "string"), ("ended.name", "string"), ("data", "object"),
        ]
      ),
      (
        "notification",
        [
          ("notification", "object"), ("notification.title", "string"), ("notification.subtitle", "string"),
          ("notification.body", "string"), ("notification.sound", "string"), ("notification.thread", "string"),
          ("notification.category", "string"), ("notification.badge", "integer"),
          ("notification.interruption", "string"), ("notification.relevance", "number"), ("data", "object"),
        ]
      ),
      ("data", [("data", "object")]),
    ]
    let values: [(String, JSONValue)] = [
      ("string", "1"), ("integer", 1), ("number", .number(1)), ("bool", true), ("array", []), ("object", [:]),
    ]
    let bodies = Dictionary(uniqueKeysWithValues: try whole())
    for (kind, members) in own {
      guard let body = bodies[kind] else { continue }
      for (path, type) in members {
        for (other, value) in values where other != type && !(type == "number" && other == "integer") {
          let steps = path.split(separator: ".").map(String.init)[...]
          let article = ["integer", "array", "object"].contains(other) ? "an" : "a"
          let name = other == "number" ? "number with a fraction, 1.0" : other
          try group.wrongBody(
            "\(kind): \(path) is \(article) \(name)", [.member], try JSONWriter.text(setting(steps, value, in: body)))
        }
      }
    }
    return group.draft
  }

  private static func values(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "Values that are out of range")
    let start = Spoken.start
    let id = try Seed.id("wrong values")
    func body(sent: String = "\(start)", expires: String = "\(start + 1000)", id: String) -> [UInt8] {
      Array(#"{"kind":"data","id":"\#(id)","sent":\#(sent),"expires":\#(expires)}"#.utf8)
    }
    for (comment, sent, expires) in [
      ("expires when it is sent", "\(start)", "\(start)"),
      ("expires a millisecond before it is sent", "\(start)", "\(start - 1)"),
      ("expires in 1970", "\(start)", "0"), ("sent and expires 0", "0", "0"), ("sent before 1970", "-1", "\(start)"),
      ("sent and expires before 1970", "-2", "-1"), ("sent with an exponent", "1e3", "\(start)"),
      ("expires with an exponent", "\(start)", "2e12"), ("expires with a fraction", "\(start)", "\(start + 1).5"),
      ("sent in quotation marks", "\"\(start)\"", "\(start + 1000)"),
    ] { try group.wrongBody("a lifetime: \(comment)", [.member, .time], body(sent: sent, expires: expires, id: id)) }
    let call = try Spoken.call("wrong lifetime", expires: start).text
    try group.wrongBody("a lifetime: a call that expires when it is sent", [.member, .time], call)
    let bare = id.filter { $0 != "-" }
    let shifted = [bare.prefix(7), bare.dropFirst(7).prefix(5)].map(String.init) + [String(id.dropFirst(14))]
    let wrongIDs: [(String, String)] = [
      ("without hyphens", bare), ("in braces", "{\(id)}"), ("a digit short", String(id.dropLast())),
      ("a digit more", id + "0"),
      ("with a letter g", "g" + id.dropFirst()), ("a space before it", " " + id), ("a line feed behind it", id + "\n"),
      ("with a hyphen out of place", shifted.joined(separator: "-")),
      ("underscores for hyphens", String(id.map { $0 == "-" ? "_" : $0 })), ("as a URN", "urn:uuid:" + id),
      ("empty", ""),
      ("full-width digits", String(repeating: "\u{ff10}", count: 8) + id.dropFirst(8)),
    ]
    for (comment, id) in wrongIDs { try group.wrongBody("an id \(comment)", [.member], body(id: id)) }
    for (comment, member) in [
      ("a badge of -1", "\"badge\":-1"), ("a badge of 2^31", "\"badge\":2147483648"),
      ("a badge of 1.5", "\"badge\":1.5"),
      ("a badge of 1e1", "\"badge\":1e1"), ("a relevance below 0", "\"relevance\":-0.001"),
      ("a relevance above 1", "\"relevance\":1.0000001"), ("a relevance of 2", "\"relevance\":2"),
      ("a relevance of -1", "\"relevance\":-1"),
    ] {
      let head = #"{"kind":"notification","id":"\#(id)","sent":\#(start),"expires":\#(start + 1000)"#
      try group.wrongBody(
        comment, [.member, .boundary], Array(#"\#(head),"notification":{"title":"T",\#(member)}}"#.utf8))
    }
    return group.draft
  }
}
