import Filter
import Foundation
import Seal
import SealCrypto
import Testing

/// The rows of the format's first table (§5), which need no ledger, and the order in which a reader looks (§3.2).
struct FirstTableTests {
  @Test func passesOnWhatIsNotSealed() throws {
    #expect(try Phone().filter.decide(Phone.push(nil)).outcome == "pass-through, not-sealed")
    #expect(try Phone().filter.decide([:]).outcome == "pass-through, not-sealed")
    let strict = try Phone { $0.policy.requiresSealed = true }
    #expect(strict.filter.decide(Phone.push(nil)).outcome == "notify, not-sealed")
  }

  @Test func refusesWhatIsNoString() throws {
    let phone = try Phone()
    let values: [Any] = [
      1, 1.5, true, NSNull(), ["x"], ["a": 1], Data([1]), Optional<String>.none as Any, Date(), UUID(), -1 as Int64,
    ]
    #expect(!values.isEmpty)
    for value in values { #expect(phone.filter.decide(Phone.push(value)).outcome == "notify, malformed", "\(value)") }
  }

  static let badTexts: [(String, String, String)] = [
    ("empty", "", "encoding"),
    ("padding-alone", "====", "encoding"),
    ("white-space", "AQ ==", "encoding"),
    ("newline", "AQ\n", "encoding"),
    ("mixed", "A-+_", "encoding"),
    ("not-ascii", "AQé", "encoding"),
    ("one-character", "A", "encoding"),
    ("short-padding", "AQ=", "encoding"),
    ("long-padding", "AQA==", "encoding"),
    ("padding-inside", "AQ==AQ==", "encoding"),
    ("spare-bits", "AR", "encoding"),
    ("nul", "AQ\0\0", "encoding"),
    ("too-long", String(repeating: "A", count: 5121), "length"),
    ("wrong-length", String(repeating: "A", count: 759).replacingPrefix("AQ"), "length"),
    ("longest", "AQ" + String(repeating: "A", count: 5118), "length"),
  ]

  @Test(arguments: badTexts) func refusesSpellings(id: String, text: String, stage: String) throws {
    let phone = try Phone()
    if id != "wrong-length" {
      #expect(phone.filter.decide(Phone.push(text)).outcome == "notify, malformed")
      #expect(throws: OpenError(.malformed, stage)) { try phone.opener.open(text) }
    } else {
      // 759 characters are 569 bytes, a right length: what fails is the key.
      #expect(phone.filter.decide(Phone.push(text)).outcome == "notify, unknown-key")
    }
  }

  @Test func refusesEveryLength() throws {
    let phone = try Phone()
    let whole = Array(try Envelope(parsingText: phone.seal(Phone.call(), floor: .bytes2560)).bytes)
    #expect(whole.count == 2617)
    for length in 0...2700 {
      let bytes = Array((whole + [UInt8](repeating: 0, count: 100)).prefix(length))
      let expected =
        switch length {
        case 2617: "report, call"
        case 569, 1081, 2105: "notify, open-failed"
        default: "notify, malformed"
        }
      let outcome = phone.filter.decide(Phone.push(Base64URL.encode(bytes.span)), now: Phone.start).outcome
      #expect(outcome == expected, "\(length) bytes")
    }
  }

  @Test func refusesEveryFlippedBit() throws {
    let phone = try Phone()
    let envelope = try Envelope(parsingText: phone.seal(Phone.call()))
    for bit in 0..<envelope.bytes.count * 8 {
      var bytes = envelope.bytes
      bytes[bit / 8] ^= 1 << (bit % 8)
      let reason: DecisionReason =
        switch bit / 8 {
        case 0: .unsupportedVersion
        case 1..<9: .unknownKey
        default: .openFailed
        }
      let decision = phone.filter.decide(Phone.push(Base64URL.encode(bytes.span)), now: Phone.start)
      #expect(decision.word == "notify" && decision.reason == reason && decision.event == nil, "bit \(bit)")
    }
    #expect(phone.filter.decide(Phone.push(envelope.text), now: Phone.start).outcome == "report, call")
  }

  @Test func namesTheVersionBeforeTheLength() throws {
    let text = Base64URL.encode(([2] as [UInt8]).span)
    #expect(try Phone().filter.decide(Phone.push(text)).outcome == "notify, unsupported-version")
  }

  @Test func aKeyThatCannotBeReadIsNotMissing() throws {
    var phone = try Phone()
    let sealed = Phone.push(try phone.seal(Phone.call()))
    let (device, sender, stranger) = (phone.device, phone.sender.publicKey, try RecipientPrivateKey.generate())
    phone.configuration.keys = KeySource { _ in .unavailable() }
    #expect(phone.filter.decide(sealed, now: Phone.start).outcome == "notify, keys-unavailable")
    phone.configuration.keys = KeySource { _ in .found([]) }
    #expect(phone.filter.decide(sealed, now: Phone.start).outcome == "notify, unknown-key")
    // A key of another id is none, whatever a store answers.
    phone.configuration.keys = KeySource { _ in .found([stranger]) }
    #expect(phone.filter.decide(sealed, now: Phone.start).outcome == "notify, unknown-key")
    phone.configuration.keys = KeySource { _ in .unavailable(besides: [device]) }
    phone.configuration.senders = KeySource { _ in .unavailable() }
    #expect(phone.filter.decide(sealed, now: Phone.start).outcome == "notify, keys-unavailable")
    phone.configuration.policy.acceptsUnsigned = true
    #expect(phone.filter.decide(sealed, now: Phone.start).outcome == "notify, keys-unavailable")
    phone.configuration.senders = KeySource { _ in .unavailable(besides: [sender]) }
    #expect(phone.filter.decide(sealed, now: Phone.start).outcome == "report, call")
  }

  @Test func triesFourKeysOfOneIDAndRefusesAFifth() throws {
    let phone = try Phone()
    #expect(throws: FilterError.self) { try KeySource([RecipientPrivateKey](repeating: phone.device, count: 5)) }
    #expect(throws: Never.self) { try KeySource([RecipientPrivateKey](repeating: phone.device, count: 4)) }
  }

  @Test func decidesOnSenders() throws {
    let phone = try Phone()
    var open = phone
    open.configuration.policy.acceptsUnsigned = true
    let stranger = try SenderPrivateKey.generate()
    let unsigned = Phone.push(try phone.seal(Phone.call(), by: .some(nil)))
    let strange = Phone.push(try phone.seal(Phone.call(), by: stranger))
    #expect(phone.filter.decide(unsigned, now: Phone.start).outcome == "notify, untrusted-sender")
    #expect(phone.filter.decide(strange, now: Phone.start).outcome == "notify, untrusted-sender")
    #expect(phone.filter.decide(strange, now: Phone.start).event == nil)
    let taken = open.filter.decide(unsigned, now: Phone.start)
    #expect(taken.outcome == "report, call" && taken.event?.sender == nil)
    #expect(taken.report?.payload.members["sender"] == nil)
    #expect(open.filter.decide(strange, now: Phone.start).outcome == "suppress, duplicate")
  }

  /// A known sender's signature that does not verify never passes, whatever it was made over instead.
  @Test(arguments: ["recipient", "audience", "body", "signature"]) func refusesAKnownSendersBadSignature(
    fault: String
  ) throws {
    let phone = try Phone { $0.policy.acceptsUnsigned = true }
    let body = Array(try EncodedEvent(Phone.call()).body)
    let statement = SenderStatement(
      recipient: fault == "recipient" ? try RecipientPrivateKey.generate().publicKey : phone.device.publicKey,
      audience: try Audience(fault == "audience" ? "com.example.other" : Phone.audience.bundleIdentifier),
      body: (fault == "body" ? body + [0x20] : body).span)
    var signature = [UInt8](repeating: 0, count: 64)
    var span = signature.mutableSpan
    try phone.sender.key.sign(statement.bytes.span, into: &span)
    if fault == "signature" { signature[63] ^= 1 }
    let plaintext = [0x01] + phone.sender.keyID.bytes + signature + body
    let outcome = phone.filter.decide(Phone.push(try phone.seal(plaintext: plaintext + [0x80])), now: Phone.start)
      .outcome
    #expect(outcome == "notify, untrusted-sender")
  }

  static let badPlaintexts: [(String, [UInt8], String)] = [
    ("no-mark", [0x00, 0x7b], "padding"),
    ("zeros", [], "padding"),
    ("mark-of-another-kind", [0x00, 0x7b, 0x40], "padding"),
    ("mark-alone", [0x80], "plaintext"),
    ("unknown-first-byte", [0x02, 0x7b, 0x7d, 0x80], "plaintext"),
    ("signed-cut-short", [0x01] + [UInt8](repeating: 9, count: 71) + [0x80], "plaintext"),
    ("empty-body", [0x00, 0x80], "body"),
    ("body-of-no-event", [0x00, 0x7b, 0x7d, 0x80], "body"),
  ]

  @Test(arguments: badPlaintexts) func refusesPlaintexts(id: String, plaintext: [UInt8], stage: String) throws {
    let phone = try Phone { $0.policy.acceptsUnsigned = true }
    let text = try phone.seal(plaintext: plaintext)
    #expect(throws: OpenError(.openFailed, stage)) { try phone.opener.open(text) }
    #expect(phone.filter.decide(Phone.push(text)).outcome == "notify, open-failed")
  }

  @Test func refusesPaddingThatGoesOnAfterIt() throws {
    let phone = try Phone { $0.policy.acceptsUnsigned = true }
    var plaintext = [UInt8](repeating: 0, count: 512)
    plaintext.replaceSubrange(0..<4, with: [0x00, 0x7b, 0x7d, 0x80])
    plaintext[511] = 1
    #expect(throws: OpenError(.openFailed, "padding")) { try phone.opener.open(try phone.seal(plaintext: plaintext)) }
  }

  @Test func asksThePolicyLast() throws {
    let phone = try Phone { $0.policy.accepts = { $0.event?.id != Phone.id() } }
    let decision = phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start)
    #expect(decision.outcome == "notify, untrusted-sender" && decision.event?.kind == .call)
    #expect(throws: Never.self) { try phone.opener.open(try phone.seal(Phone.call())) }
  }

  @Test func looksAtNothingElseOfAnUnknownKind() throws {
    let phone = try Phone()
    let decision = phone.filter.decide(Phone.push(try phone.seal(body: #"{"kind":"call2","id":7,"call":null}"#)))
    #expect(decision.outcome == "notify, unknown-kind")
    #expect(decision.event == phone.opened(kind: "call2"))
    #expect(decision.content == NotificationContent.fallback)
  }

  @Test func showsMessagesOnceAndInTime() throws {
    let phone = try Phone()
    let other = Phone.id("0f9a4e0e-1111-4222-8333-444455556667")
    let message = Phone.push(try phone.seal(Phone.message(data: ["n": 1.5, "x": .null])))
    #expect(phone.filter.decide(message, now: Phone.at(60_001)).outcome == "suppress, expired")
    let shown = phone.filter.decide(message, now: Phone.at(60_000))
    #expect(shown.outcome == "notify, notification")
    #expect(shown.content?.title == "Ann" && shown.content?.body == "Hello" && shown.content?.badge == nil)
    #expect(shown.content?.userInfo == ["id": .string(Phone.callID), "data": ["n": .number(1.5)]])
    #expect(phone.filter.decide(message, now: Phone.start).outcome == "suppress, duplicate")
    let data = Phone.push(try phone.seal(.data(["x": .null], id: other, sent: Phone.start)))
    let handed = phone.filter.decide(data, now: Phone.start)
    #expect(handed.outcome == "suppress, data" && handed.data == JSONObject([("x", .null)]))
    let again = phone.filter.decide(data, now: Phone.start)
    #expect(again.outcome == "suppress, duplicate" && again.data == nil)
  }

  @Test(arguments: [Int64.min, -1, 0, .max]) func takesAnyClock(now: Int64) throws {
    let phone = try Phone()
    let outcome = phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: UnixTime(milliseconds: now))
      .outcome
    // Either before the call by more than a day, or long after it.
    #expect(outcome == "notify, expired")
  }

  @Test(
    arguments: [
      (75_000, "report, call"), (75_001, "notify, expired"), (-86_400_000, "report, call"),
      (-86_400_001, "notify, expired"),
    ] as [(Int64, String)]) func holdsTheLimitsOfTime(time: Int64, outcome: String) throws
  {
    let phone = try Phone()
    #expect(phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.at(time)).outcome == outcome)
  }

  @Test func shortensACallThatLivesTooLong() throws {
    let phone = try Phone()
    let body =
      #"{"kind":"call","id":"\#(Phone.callID)","sent":1760000000000,"expires":1760000900000,"#
      + #""call":{"handle":{"type":"generic","value":"x"}}}"#
    let push = Phone.push(try phone.seal(body: body))
    #expect(phone.filter.decide(push, now: Phone.at(210_001)).outcome == "notify, expired")
    let decision = phone.filter.decide(push, now: Phone.at(210_000))
    #expect(decision.report?.payload.members["expires"] == .integer(1_760_000_180_000))
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String) -> String { prefix + dropFirst(prefix.count) }
}
