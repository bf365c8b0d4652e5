import Seal
import Testing

@testable import Filter

/// Plaintexts under a right tag that are wrong: padding, first byte, fields, body. To the phone's user all are one.
struct PlaintextRowTests {
  private let handset: Handset

  init() throws { handset = try Handset { $0.policy.acceptsUnsigned = true } }

  private func expect(_ plaintext: [UInt8], _ stage: OpenError.Stage, _ id: String) throws {
    let sealed = try handset.seal(plaintext: plaintext)
    #expect(throws: OpenError(.openFailed, stage, ""), "\(id)") { try handset.opener.open(sealed) }
    let decision = handset.filter.decide(bait(sealed), now: at(0))
    #expect(decision.told == "notify open-failed" && decision.event == nil, "\(id)")
    #expect(decision.shown == handset.fallback, "\(id)")
    #expect(handset.configuration.ledger.counts == (0, 0))
  }

  @Test func refusesPadding() throws {
    let body = [0x00] + Array(Body.data().utf8)
    func filled(_ byte: UInt8, at index: Int) -> [UInt8] {
      var plaintext = body + [0x80] + [UInt8](repeating: 0, count: 511 - body.count)
      plaintext[index] = byte
      return plaintext
    }
    try expect([], .padding, "zeros alone")
    try expect(body, .padding, "no mark")
    for byte in [0x01, 0x40, 0x7f, 0x81, 0xc0, 0xff] as [UInt8] {
      try expect(body + [byte], .padding, "mark \(byte)")
      try expect(filled(byte, at: 511), .padding, "\(byte) at the end")
      try expect(filled(byte, at: body.count + 1), .padding, "\(byte) behind the mark")
    }
    try expect([UInt8](repeating: 0x7b, count: 512), .padding, "no room for a mark")
  }

  @Test func takesTheLastMark() throws {
    // A second mark is part of the body, which is then no JSON.
    try expect([0x00] + Array(Body.data().utf8) + [0x80, 0x00, 0x80], .body, "two marks")
    let full = Body.data(
      data: #"{"x":""# + String(repeating: "y", count: 510 - Body.data(data: #"{"x":""}"#).utf8.count) + #""}"#)
    #expect(full.utf8.count == 510)
    let sealed = try handset.seal(plaintext: [0x00] + Array(full.utf8) + [0x80])
    #expect(handset.filter.decide(bait(sealed), now: at(0)).told == "suppress data")
  }

  @Test func refusesEveryOtherFirstByte() throws {
    let body = Array(Body.data().utf8)
    for byte in 2...255 as ClosedRange<UInt8> { try expect([byte] + body + [0x80], .plaintext, "first byte \(byte)") }
    try expect([0x80], .plaintext, "nothing before the mark")
    // A body without its first byte: `{` is the kind.
    try expect(body + [0x80], .plaintext, "the body alone")
  }

  @Test func refusesFieldsCutShort() throws {
    let signed = [0x01] + handset.sender.keyID.bytes + [UInt8](repeating: 0x33, count: 64)
    for length in 1..<73 { try expect(Array(signed.prefix(length)) + [0x80], .plaintext, "\(length) bytes") }
    // Whole fields, of a sender nobody knows, and no body.
    let strange = [0x01] + handset.stranger.keyID.bytes + [UInt8](repeating: 0x33, count: 64)
    try expect(strange + [0x80], .body, "no body")
    try expect([0x00, 0x80], .body, "no body, unsigned")
  }

  /// The sender is looked at before the body, and the padding before both.
  @Test func looksInTheFormatsOrder() throws {
    let broken = [0x01] + handset.sender.keyID.bytes + [UInt8](repeating: 0x33, count: 64) + Array("{".utf8)
    let sealed = try handset.seal(plaintext: broken + [0x80])
    #expect(throws: OpenError(.untrustedSender, .signature, "")) { try handset.opener.open(sealed) }
    try expect(broken + [0x81], .padding, "padding first")
    let strict = handset.adjusted { $0.policy.acceptsUnsigned = false }
    let nobody = try strict.seal(plaintext: [0x00] + Array("{".utf8) + [0x80])
    #expect(strict.filter.decide(bait(nobody)).told == "notify untrusted-sender")
  }

  static let bodies: [(id: String, body: String)] = [
    ("empty", ""), ("white space", " \n"), ("null", "null"), ("true", "true"), ("number", "7"), ("string", #""call""#),
    ("array", "[]"), ("array around it", "[\(Body.call())]"), ("empty object", "{}"),
    ("cut short", String(Body.call().dropLast())),
    ("something behind", Body.call() + "x"), ("a second object", Body.call() + "{}"),
    ("byte order mark", "\u{feff}" + Body.call()),
    ("trailing comma", Body.call().dropLast() + ",}"), ("comment", Body.call() + "//"),
    ("nul behind", Body.call() + "\0"),
    ("kind twice", Body.call().dropLast() + #","kind":"call"}"#),
    ("kind twice, escaped", Body.call().dropLast() + #","\u006bind":"data"}"#),
    ("nested name twice", Body.call(data: #"{"a":1,"a":1}"#)), ("lone surrogate", Body.call(data: #"{"a":"\ud800"}"#)),
    ("noncharacter", Body.call(data: #"{"a":"\ufffe"}"#)),
    ("noncharacter as a name", Body.call(data: #"{"\uffff":1}"#)),
    ("integer too large", Body.call(data: #"{"a":9007199254740992}"#)),
    ("number too large", Body.call(data: #"{"a":1e999}"#)),
    ("not a number", Body.call(data: #"{"a":NaN}"#)), ("level 33", Body.call(data: nested(32))),
    ("control character", Body.call(data: "{\"a\":\"\u{1}\"}")), ("single quotes", "{'kind':'call'}"),
    ("no kind", #"{"id":"\#(Body.id)"}"#), ("id without hyphens", Body.call(Body.id.replacing("-", with: ""))),
    ("id with a character more", Body.call(Body.id + "0")), ("id cut short", Body.call(String(Body.id.dropLast()))),
    ("id in braces", Body.call("{\(Body.id)}")), ("id of other letters", Body.call(Body.id.replacing("e", with: "g"))),
    ("id with a space", Body.call(Body.id + " ")),
    ("id in full-width digits", Body.call(Body.id.replacing("0", with: "\u{ff10}"))),
    ("expires at sent", Body.call(expires: 0)), ("expires before sent", Body.call(sent: 2, expires: 1)),
    ("negative sent", #"{"kind":"data","id":"\#(Body.id)","sent":-1,"expires":5}"#),
    ("sent with a point", #"{"kind":"data","id":"\#(Body.id)","sent":1.0,"expires":5}"#),
    ("sent with an exponent", #"{"kind":"data","id":"\#(Body.id)","sent":1e0,"expires":5}"#),
    ("expires as a string", #"{"kind":"data","id":"\#(Body.id)","sent":1,"expires":"5"}"#),
    ("blank handle", Body.call(call: #"{"handle":{"type":"phone","value":" \u200b\t"}}"#)),
    ("blank notification", Body.message(notification: #"{"title":" ","body":"\u2060"}"#)),
    ("notification of nothing", Body.message(notification: "{}")),
    ("badge too large", Body.message(notification: #"{"title":"x","badge":2147483648}"#)),
    ("badge negative", Body.message(notification: #"{"title":"x","badge":-1}"#)),
    ("badge with a point", Body.message(notification: #"{"title":"x","badge":1.0}"#)),
    ("relevance above 1", Body.message(notification: #"{"title":"x","relevance":1.0000001}"#)),
    ("relevance below 0", Body.message(notification: #"{"title":"x","relevance":-0.1}"#)),
  ]

  private static func nested(_ levels: Int) -> String {
    String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
  }

  @Test(arguments: bodies) func refusesBodies(id: String, body: String) throws {
    try expect([0x00] + Array(body.utf8) + [0x80], .body, id)
    let signed = try handset.seal(body)
    #expect(handset.filter.decide(bait(signed), now: at(0)).told == "notify open-failed")
  }

  @Test func takesWhatIsOnTheRightSideOfThoseLimits() throws {
    let bodies = [
      Body.call(data: Self.nested(31)), " \n" + Body.call() + "\r\t", Body.call(expires: 1),
      Body.call(Body.id.uppercased()),
      Body.call(data: #"{"a":9007199254740991,"b":-9007199254740991,"c":-0}"#),
      Body.message(notification: #"{"title":"x","badge":2147483647,"relevance":1}"#),
      Body.message(notification: #"{"body":"x","badge":0,"relevance":0.0,"subtitle":null}"#),
      #"{"kind":"data","id":"\#(Body.id)","sent":0,"expires":9007199254740991}"#,
      #"{"kind":"data","id":"\#(Body.id)","sent":-0,"expires":9007199254740991}"#,
    ]
    for body in bodies { #expect(throws: Never.self, "\(body)") { try handset.opener.open(try handset.seal(body)) } }
  }
}
