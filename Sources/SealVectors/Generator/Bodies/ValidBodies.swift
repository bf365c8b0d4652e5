import SealEnvelope

/// Bodies that are read, and what a reader makes of them.
enum ValidBodies {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [json(cast), members(cast), display(cast), data(cast)]
  }

  private static func group(_ cast: Cast, _ comment: String) -> EnvelopeGroup {
    var group = EnvelopeGroup(cast, comment)
    group.acceptUnsigned = true
    return group
  }

  /// Spellings of JSON; the event is the same.
  private static func json(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "JSON that is read: bodies with a member x that nobody knows")
    func add(_ comment: String, _ member: String) throws { try add(comment, [.json], member) }
    func add(_ comment: String, _ flags: [VectorFlag], _ member: String) throws {
      let event = try Spoken.data("json", ["a": 1])
      let text = try event.text.dropLast() + Array("\(member)}".utf8)
      try group.valid(
        comment, flags, Array(text), reads: { event.event(from: $0, to: $1) }, signer: .nobody,
        floor: .bytes512)
    }
    try add("white space of each kind", ",\n\t\r \"x\" :\t[ 1 ,\r\n2 ] ")
    try add("every short escape", #","x":"\"\\\/\b\f\n\r\t""#)
    try add("escaped letters, in either case", #","x":"\u0041\u00e9\u00E9""#)
    try add("an escaped surrogate pair", #","x":"\ud83d\ude00\uD83D\uDE00""#)
    try add("an escaped U+0000", #","x":"\u0000""#)
    try add("characters of one to four bytes", ",\"x\":\"a\u{e9}\u{20ac}\u{1f600}\"")
    try add("the characters beside the surrogates, U+D7FF and U+E000", #","x":"\ud7ff\ue000""#)
    try add("the characters beside noncharacters, U+FDCF, U+FDF0, U+FFFD", #","x":"\ufdcf\ufdf0\ufffd""#)
    try add("the last character, U+10FFFD", #","x":"\udbff\udffd""#)
    try add("DEL, which is no C0 control", ",\"x\":\"\u{7f}\"")
    try add("a byte order mark inside a string", ",\"x\":\"\u{feff}\"")
    try add("an empty name", #","":1"#)
    try add("names that are the same but for letter case", #","x":1,"X":2"#)
    try add("names that are the same but for Unicode normalisation", #","\u00e9":1,"e\u0301":2"#)
    try add("the same name at different levels", #","x":{"x":{"x":1}},"y":{"x":2}"#)
    try add(
      "17 members of one object, one more than most",
      ","
        + (0..<17).map { "\"x\($0)\":\($0)" }.joined(separator: ","))
    try add("minus zero", #","x":-0"#)
    try add("the largest integer, 2^53 - 1", [.json, .boundary], #","x":9007199254740991"#)
    try add("the smallest integer", [.json, .boundary], #","x":-9007199254740991"#)
    try add("a number with a fraction and an exponent", #","x":-12.50E+3"#)
    try add("a number beyond 2^53 that is written with an exponent", #","x":1e16"#)
    try add("the largest double", [.json, .boundary], #","x":1.7976931348623157e308"#)
    try add("a number that underflows to zero", #","x":1e-400"#)
    try add("empty containers", #","x":[{},[],{"a":[]}]"#)
    try add("true, false and null", #","x":[true,false,null]"#)
    let arrays = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
    try add("arrays down to level 32", [.json, .boundary], ",\"x\":\(arrays)")
    let objects = String(repeating: "{\"o\":", count: 30) + "{}" + String(repeating: "}", count: 30)
    try add("objects down to level 32", [.json, .boundary], ",\"x\":\(objects)")
    let event = try Spoken.data("around", ["a": 1])
    try group.valid(
      "white space around the object", [.json], Array(" \t\r\n".utf8) + event.text + Array("\n\r\t ".utf8),
      reads: { event.event(from: $0, to: $1) }, signer: .nobody)
    return group.draft
  }

  private static func members(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "Members: what is optional, unknown, null, or put right by a reader")
    func add(_ comment: String, _ flags: [VectorFlag], _ event: Spoken) throws {
      try group.valid(comment, flags, event, signer: .nobody)
    }
    func changed(_ event: Spoken, _ change: (inout JSONObject) -> Void) -> Spoken {
      var copy = event
      change(&copy.body)
      return copy
    }
    func readAs(_ event: Spoken, _ name: String, _ content: JSONObject, expires: Int64? = nil) -> Spoken {
      var copy = Spoken(event, expires: expires ?? event.expires)
      copy.read = copy.read.map { $0.0 == name ? (name, .object(content)) : $0 }
      return copy
    }
    let call = try Spoken.call("members")
    try add("a call without a name", [.member], .call("no name", name: nil))
    try add("a video call", [.normal], .call("video", video: true))
    try add("an audio call that says so", [.normal], .call("audio", video: false))
    try add("an e-mail handle", [.normal], .call("email", handle: "carol@example.org", type: "email"))
    try add("a generic handle", [.normal], .call("generic", handle: "room 7", type: "generic"))
    try add(
      "null where name, video and data are optional", [.member],
      changed(.call("nulls", name: nil)) {
        $0["call"] = ["handle": ["type": "phone", "value": .string(Spoken.number)], "name": nil_, "video": nil_]
        $0["data"] = nil_
      })
    try add(
      "unknown members at each level", [.unknown],
      changed(call) {
        $0["call"] = [
          "handle": ["type": "phone", "value": .string(Spoken.number), "label": "home"], "name": "Carol Example",
          "ring": "loud",
        ]
        $0["priority"] = 5
      })
    try add(
      "members of other kinds, of whatever type", [.unknown],
      changed(call) {
        $0["notification"] = 5
        $0["ended"] = []
      })
    try add(
      "an unknown handle type reads as generic", [.unknown],
      readAs(
        changed(call) { $0["call"] = ["handle": ["type": "pager", "value": "99"]] }, "call",
        ["handle": "99", "handleType": "generic", "video": false]))
    try add(
      "a handle type in upper case is unknown", [.unknown],
      readAs(
        changed(call) { $0["call"] = ["handle": ["type": "Phone", "value": "+1 415"]] }, "call",
        ["handle": "+1 415", "handleType": "generic", "video": false]))
    try add(
      "an id in upper case", [.member],
      changed(.call("upper")) { body in
        if case .string(let id) = body["id"] { body["id"] = .string(id.uppercased()) }
      })
    try add("sent in 1970", [.boundary], .call("epoch", sent: 0, expires: 1))
    try add(
      "the last times there are", [.boundary],
      .data("last", nil, sent: 9_007_199_254_740_990, expires: 9_007_199_254_740_991))
    try add("a call that lives 180 s", [.boundary], .call("180", expires: Spoken.start + 180_000))
    for (extra, name) in [(180_001 as Int64, "180 s and a millisecond"), (86_400_000, "a day")] {
      let said = try Spoken.call("long \(extra)", expires: Spoken.start + extra)
      try add(
        "a call that says it lives \(name) reads as 180 s", [.time],
        Spoken(said, expires: Spoken.start + 180_000))
    }
    try add("a call that lives a millisecond", [.boundary], .call("short", expires: Spoken.start + 1))
    try add("an end with its reason alone", [.member], .end("bare", handle: nil, name: nil))
    for reason in ["cancelled", "answered-elsewhere", "declined-elsewhere", "failed"] {
      try add("an end: \(reason)", [.normal], .end("end \(reason)", reason))
    }
    let end = try Spoken.end("end members", handle: nil, name: nil)
    try add(
      "an unknown reason reads as failed", [.unknown],
      readAs(changed(end) { $0["ended"] = ["reason": "bored"] }, "ended", ["reason": "failed"]))
    try add(
      "an end's handle without a type reads as generic", [.member],
      readAs(
        changed(end) { $0["ended"] = ["reason": "cancelled", "handle": ["value": "desk"]] }, "ended",
        ["reason": "cancelled", "handle": "desk", "handleType": "generic"]))
    try add(
      "an end's handle without a value is no handle", [.member],
      changed(end) { $0["ended"] = ["reason": "cancelled", "handle": ["type": "phone"]] })
    try add(
      "an end's handle that is blank is no handle", [.member],
      changed(end) { $0["ended"] = ["reason": "cancelled", "handle": ["type": "phone", "value": " \u{200b} "]] })
    try add("an end that expires long after 180 s", [.time], .end("end long", expires: Spoken.start + 86_400_000))
    try add(
      "every member of a notification", [.normal],
      .notification(
        "full",
        [
          "title": "Title", "subtitle": "Subtitle", "body": "Body", "sound": "ping.caf", "thread": "t-1",
          "category": "message", "badge": 7, "interruption": "time-sensitive", "relevance": .number(0.5),
        ]))
    try add("a notification with a title alone", [.member], .notification("title", ["title": "Title"]))
    try add("a notification with a body alone", [.member], .notification("body", ["body": "Body"]))
    let plain = try Spoken.notification("plain", ["title": "Title"])
    for (value, read, name) in [
      (JSONValue.integer(0), JSONValue.number(0), "0, an integer"), (.integer(1), .number(1), "1, an integer"),
      (.number(1e-3), .number(0.001), "0.001"),
    ] {
      try add(
        "a relevance of \(name)", [.boundary],
        readAs(
          changed(plain) { $0["notification"] = ["title": "Title", "relevance": value] }, "notification",
          ["title": "Title", "relevance": read]))
    }
    for badge: Int64 in [0, 2_147_483_647] {
      try add(
        "a badge of \(badge)", [.boundary], .notification("badge \(badge)", ["title": "T", "badge": .integer(badge)]))
    }
    try add(
      "an unknown interruption reads as active", [.unknown],
      readAs(
        changed(plain) { $0["notification"] = ["title": "Title", "interruption": "critical"] }, "notification",
        ["title": "Title", "interruption": "active"]))
    try add("data without data", [.member], .data("no data", nil))
    for (comment, body) in [
      ("an unknown kind, with a call inside", #"{"kind":"call-offer","id":5,"call":{"handle":{}}}"#),
      ("an unknown kind and nothing else", #"{"kind":"future"}"#),
      ("a kind in upper case is unknown", #"{"kind":"CALL"}"#),
      ("an empty kind is unknown", #"{"kind":""}"#),
    ] {
      let kind = body.split(separator: "\"", omittingEmptySubsequences: false)[3]
      try group.valid(
        comment, [.unknown], Array(body.utf8),
        reads: { _, recipient in
          ["kind": .string(String(kind)), "recipient": .string(recipient.thumbprint.description)]
        }, signer: .nobody)
    }
    return group.draft
  }

  private static let nil_ = JSONValue.null

  /// Text as it is shown: what is written, and what is read.
  private static func display(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "Text for display")
    func name(_ comment: String, _ written: String, _ read: String?) throws {
      var event = try Spoken.call(comment, name: written)
      var content: JSONObject = ["handle": .string(Spoken.number), "handleType": "phone"]
      content["name"] = read.map { .string($0) }
      content["video"] = false
      event.read = [("call", .object(content))]
      try group.valid(comment, [.display], event, signer: .nobody)
    }
    try name("white space inside a name becomes one space", "Carol \t\r\n  Example", "Carol Example")
    try name("white space around a name goes", "  Carol\u{a0}", "Carol")
    try name("line separators in a name are white space", "Carol\u{2028}\u{85}Example", "Carol Example")
    try name("controls in a name go", "Ca\u{1}ro\u{7f}l\u{9f}", "Carol")
    try name(
      "bidirectional controls in a name go", "\u{202e}Carol\u{202c}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}", "Carol")
    try name("white space on both sides of a control is one space", "Carol \u{202e} Example", "Carol Example")
    try name("a name of white space is no name", " \t ", nil)
    try name("a name of invisible characters is no name", "\u{200b}\u{200c}\u{200d}\u{2060}\u{3164}\u{feff}", nil)
    try name("an empty name is no name", "", nil)
    try name(
      "a zero-width joiner inside a name stays", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
      "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}")
    try name("64 characters of a name", String(repeating: "n", count: 64), String(repeating: "n", count: 64))
    try name(
      "65 characters of a name are cut to 64", String(repeating: "n", count: 65), String(repeating: "n", count: 64))
    try name(
      "a cut that would leave a space at the end", String(repeating: "n", count: 63) + " Example",
      String(repeating: "n", count: 63))
    let family = "\u{1f1f3}\u{1f1f4}"
    try name("65 flags are cut to 64", String(repeating: family, count: 40), String(repeating: family, count: 40))
    try name(
      "65 letters with two accents each are cut to 64 with theirs",
      String(repeating: "e\u{301}\u{323}", count: 65), String(repeating: "e\u{301}\u{323}", count: 64))
    try name(
      "a name of four-byte characters", String(repeating: "\u{20000}", count: 30),
      String(repeating: "\u{20000}", count: 30))
    try name("a right-to-left name", "\u{5e9}\u{5dc}\u{5d5}\u{5dd}", "\u{5e9}\u{5dc}\u{5d5}\u{5dd}")
    try name("a decomposed name stays decomposed", "Ame\u{301}lie", "Ame\u{301}lie")

    func handle(_ comment: String, _ type: String, _ written: String, _ read: String) throws {
      var event = try Spoken.call(comment, handle: written, type: type, name: nil)
      event.read = [("call", ["handle": .string(read), "handleType": .string(type), "video": false])]
      try group.valid(comment, [.display], event, signer: .nobody)
    }
    try handle(
      "a phone handle loses spaces, hyphens, dots and brackets", "phone", "+1 (415) 555-01.23[4]{5}", "+1415555012345")
    try handle("a phone handle loses typographic hyphens", "phone", "+1\u{2010}415\u{2011}5550123", "+14155550123")
    try handle("a phone handle of separators alone is kept", "phone", "(-)", "(-)")
    try handle("a generic handle keeps its separators", "generic", "room (7)-b", "room (7)-b")
    try handle("an e-mail handle is cleaned like a name", "email", " carol@example.org\u{202e}", "carol@example.org")
    try handle("a handle is never cut", "generic", String(repeating: "h", count: 90), String(repeating: "h", count: 90))

    func body(_ comment: String, _ written: JSONObject, _ read: JSONObject) throws {
      var event = try Spoken.notification(comment, written)
      event.read = [("notification", .object(read))]
      try group.valid(comment, [.display], event, signer: .nobody)
    }
    try body(
      "line breaks of a notification's body stay",
      ["body": "one\r\ntwo\rthree\u{2028}four\u{2029}five\u{85}six\n\nseven"],
      ["body": "one\ntwo\nthree\nfour\nfive\nsix\n\nseven"])
    try body(
      "white space beside line breaks goes, and line breaks at the ends",
      ["body": "\n\n one \t\n two  three \n"], ["body": "one\ntwo three"])
    try body(
      "line breaks of a title are spaces", ["title": "one\ntwo", "subtitle": "three\r\nfour"],
      ["title": "one two", "subtitle": "three four"])
    try body("a subtitle that is blank is none", ["title": "Title", "subtitle": "\u{200b}"], ["title": "Title"])
    try body("a blank title beside a body is none", ["title": " ", "body": "Body"], ["body": "Body"])
    try body(
      "sound, thread and category are taken as they are",
      ["title": "T", "sound": " s ", "thread": "\u{202e}t", "category": ""],
      ["title": "T", "sound": " s ", "thread": "\u{202e}t", "category": ""])
    return group.draft
  }

  private static func data(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "The app's own data: kept as it is, but for what a call's payload cannot hold")
    let mixed: JSONObject = [
      "string": "s", "bool": true, "integer": -5, "null": .null, "fraction": .number(1.5), "whole": .number(1),
      "array": [1, .null, .number(0.5), "a", [.null], ["n": .null, "k": 2]],
      "object": ["null": .null, "deep": ["x": .number(2.5), "y": 3]],
    ]
    let kept: JSONObject = [
      "string": "s", "bool": true, "integer": -5, "array": [1, "a", [], ["k": 2]], "object": ["deep": ["y": 3]],
    ]
    var call = try Spoken.call("call data", data: mixed)
    call.read = call.read.map { $0.0 == "data" ? ("data", .object(kept)) : $0 }
    try group.valid(
      "a call's data loses nulls and numbers that are no integers", [.propertyList], call, signer: .nobody)
    try group.valid("data keeps all of it", [.normal], .data("data data", mixed), signer: .nobody)
    try group.valid("an end keeps all of it", [.normal], .end("end data", data: mixed), signer: .nobody)
    try group.valid("a notification keeps all of it", [.normal], .notification("n data", data: mixed), signer: .nobody)
    try group.valid("a call's empty data", [.member], .call("empty data", data: [:]), signer: .nobody)
    var nulls = try Spoken.call("null data", data: ["a": .null])
    nulls.read = nulls.read.map { $0.0 == "data" ? ("data", [:]) : $0 }
    try group.valid("a call's data of one null is empty", [.propertyList], nulls, signer: .nobody)
    try group.valid(
      "names that differ by Unicode normalisation alone", [.json],
      .data("names", ["\u{e9}": 1, "e\u{301}": 2]), signer: .nobody)
    return group.draft
  }
}
