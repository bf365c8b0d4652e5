import SealCrypto
import SealEnvelope
import TestSupport
import Testing

struct JWKTests {
  private static let x = PublishedKeys.recipientX
  private static let d = PublishedKeys.recipientD
  private static let kid = PublishedKeys.recipientThumbprint
  private static let publicText = #"{"kty":"OKP","crv":"X25519","x":"\#(x)","kid":"\#(kid)"}"#
  private static let privateText = #"{"kty":"OKP","crv":"X25519","x":"\#(x)","d":"\#(d)","kid":"\#(kid)"}"#
  private static let senderText =
    #"{"kty":"OKP","crv":"Ed25519","x":"\#(PublishedKeys.senderX)","kid":"\#(PublishedKeys.senderThumbprint)"}"#
  private static let privateSenderText =
    #"{"kty":"OKP","crv":"Ed25519","x":"\#(PublishedKeys.senderX)","d":"\#(PublishedKeys.senderD)","kid":"\#(PublishedKeys.senderThumbprint)"}"#

  private static func standard(_ text: String) -> String {
    String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
  }

  private func refuses(_ code: FormatError.Code, _ text: String, _ parse: ([UInt8]) throws -> Void) {
    #expect(throws: FormatError(code, ""), "\(text)") { try parse(Array(text.utf8)) }
  }

  // MARK: One key

  @Test func writesAndReadsTheFourKindsOfKey() throws {
    let recipient = try RecipientPrivateKey(copying: PublishedKeys.recipientScalar)
    let sender = try SenderPrivateKey(copying: PublishedKeys.senderSeed)
    #expect(recipient.publicKey.jwk == Self.publicText)
    #expect(String(decoding: try recipient.privateJWK().copied, as: UTF8.self) == Self.privateText)
    #expect(sender.publicKey.jwk == Self.senderText)
    #expect(String(decoding: try sender.privateJWK().copied, as: UTF8.self) == Self.privateSenderText)

    #expect(try RecipientPublicKey(parsingJWK: Array(Self.publicText.utf8)) == recipient.publicKey)
    let readRecipient = try RecipientPrivateKey(parsingJWK: Array(Self.privateText.utf8))
    #expect(readRecipient.scalar == PublishedKeys.recipientScalar)
    #expect(try SenderPublicKey(parsingJWK: Array(Self.senderText.utf8)) == sender.publicKey)
    let readSender = try SenderPrivateKey(parsingJWK: Array(Self.privateSenderText.utf8))
    #expect(readSender.seed == PublishedKeys.senderSeed)
  }

  @Test func takesNoKindForAnother() {
    let parsers: [(String, ([UInt8]) throws -> Void)] = [
      (Self.publicText, { _ = try RecipientPublicKey(parsingJWK: $0) }),
      (Self.privateText, { _ = try RecipientPrivateKey(parsingJWK: $0) }),
      (Self.senderText, { _ = try SenderPublicKey(parsingJWK: $0) }),
      (Self.privateSenderText, { _ = try SenderPrivateKey(parsingJWK: $0) }),
    ]
    for (own, parse) in parsers {
      for (other, _) in parsers {
        if own == other {
          #expect(throws: Never.self) { try parse(Array(own.utf8)) }
        } else {
          refuses(.key, other, parse)
        }
      }
    }
  }

  @Test(arguments: [
    ("without kid", #"{"kty":"OKP","crv":"X25519","x":"\#(x)"}"#),
    ("in another order", #"{"x":"\#(x)","kid":"\#(kid)","crv":"X25519","kty":"OKP"}"#),
    ("with white space", " \r\n\t{ \"kty\" : \"OKP\" ,\n\"crv\":\"X25519\",\"x\":\"\(x)\"}\n"),
    (
      "with other members",
      #"{"kty":"OKP","crv":"X25519","x":"\#(x)","use":"enc","alg":null,"key_ops":[{}],"n":1.5,"D":"","é":0}"#
    ),
    ("with escapes", #"{"\u006bty":"O\u004bP","crv":"X25519","x":"\u0033\#(x.dropFirst())"}"#),
  ])
  func reads(_ id: String, _ text: String) throws {
    #expect(try RecipientPublicKey(parsingJWK: Array(text.utf8)).rawBytes == PublishedKeys.recipientPublic)
  }

  @Test(
    arguments: [
      ("no kty", #"{"crv":"X25519","x":"\#(x)"}"#), ("no crv", #"{"kty":"OKP","x":"\#(x)"}"#),
      ("no x", #"{"kty":"OKP","crv":"X25519"}"#), ("an empty object", "{}"),
      ("another kty", #"{"kty":"EC","crv":"X25519","x":"\#(x)"}"#),
      ("kty in lower case", #"{"kty":"okp","crv":"X25519","x":"\#(x)"}"#),
      // The Kelvin sign: to Swift's ==, and to nothing else here, the same letter.
      ("kty with a Kelvin sign", "{\"kty\":\"O\u{212a}P\",\"crv\":\"X25519\",\"x\":\"\(x)\"}"),
      ("another curve", #"{"kty":"OKP","crv":"X448","x":"\#(x)"}"#),
      ("crv in lower case", #"{"kty":"OKP","crv":"x25519","x":"\#(x)"}"#),
      ("kty null", #"{"kty":null,"crv":"X25519","x":"\#(x)"}"#),
      ("kty a number", #"{"kty":1,"crv":"X25519","x":"\#(x)"}"#),
      ("crv an array", #"{"kty":"OKP","crv":["X25519"],"x":"\#(x)"}"#),
      ("x null", #"{"kty":"OKP","crv":"X25519","x":null}"#), ("x a number", #"{"kty":"OKP","crv":"X25519","x":1}"#),
      ("x empty", #"{"kty":"OKP","crv":"X25519","x":""}"#),
      ("x padded", #"{"kty":"OKP","crv":"X25519","x":"\#(x)="}"#),
      ("x in the standard alphabet", #"{"kty":"OKP","crv":"X25519","x":"\#(standard(x))"}"#),
      ("x of 31 bytes", #"{"kty":"OKP","crv":"X25519","x":"\#(x.dropLast(1))"}"#),
      ("x of 33 bytes", #"{"kty":"OKP","crv":"X25519","x":"\#(x)A"}"#),
      ("x with a bit behind its last byte", #"{"kty":"OKP","crv":"X25519","x":"\#(x.dropLast())9"}"#),
      ("x with a newline", #"{"kty":"OKP","crv":"X25519","x":"\#(x)\n"}"#),
      ("x of low order", #"{"kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#),
      ("x with bit 255 set", #"{"kty":"OKP","crv":"X25519","x":"__________________________________________8"}"#),
      ("a kid that is not the thumbprint", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","kid":"Bob"}"#),
      ("an empty kid", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","kid":""}"#),
      ("kid null", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","kid":null}"#),
      ("kid of another key", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","kid":"\#(PublishedKeys.senderThumbprint)"}"#),
      ("a private key", privateText), ("a signing key", senderText), ("a set", #"{"keys":[\#(publicText)]}"#),
    ] as [(String, String)])
  func refusesAsAKey(_ id: String, _ text: String) {
    refuses(.key, text) { _ = try RecipientPublicKey(parsingJWK: $0) }
  }

  @Test(arguments: [
    ("d of another key", #","d":"\#(PublishedKeys.senderD)""#), ("d empty", #","d":"""#), ("d null", #","d":null"#),
    ("d a number", #","d":1"#), ("d padded", #","d":"\#(d)=""#), ("d of 31 bytes", #","d":"\#(d.dropLast())""#),
    ("d of 33 bytes", #","d":"\#(d)A""#), ("d of 64 bytes", #","d":"\#(d.dropLast())s\#(d.dropLast())s""#),
    ("d of one character", #","d":"A""#), ("d with white space", #","d":" \#(d)""#),
    ("d in the standard alphabet", #","d":"\#(standard(d))""#),
    ("no d", ""), ("a kid that is not the thumbprint", #","d":"\#(d)","kid":"Bob""#),
  ])
  func refusesAsAPrivateKey(_ id: String, _ members: String) {
    let text = #"{"kty":"OKP","crv":"X25519","x":"\#(Self.x)"\#(members)}"#
    refuses(.key, text) { _ = try RecipientPrivateKey(parsingJWK: $0) }
    do throws(FormatError) { _ = try RecipientPrivateKey(parsingJWK: Array(text.utf8)) } catch {
      #expect(!"\(error)".contains(Self.d.prefix(6)) && !error.reason.contains(PublishedKeys.senderD.prefix(6)))
    }
  }

  /// A seed is not an X25519 scalar: the halves of one curve do not pass for the other's.
  @Test func refusesHalvesOfDifferentCurves() {
    let text = #"{"kty":"OKP","crv":"Ed25519","x":"\#(PublishedKeys.senderX)","d":"\#(Self.d)"}"#
    refuses(.key, text) { _ = try SenderPrivateKey(parsingJWK: $0) }
    let swapped = #"{"kty":"OKP","crv":"X25519","x":"\#(PublishedKeys.senderX)","d":"\#(PublishedKeys.senderD)"}"#
    refuses(.key, swapped) { _ = try RecipientPrivateKey(parsingJWK: $0) }
  }

  @Test(arguments: [
    ("nothing", ""), ("not JSON", "-----BEGIN PRIVATE KEY-----"), ("an array", "[\(publicText)]"),
    ("a string", #""x""#), ("a byte order mark", "\u{feff}" + publicText), ("two keys", publicText + publicText),
    ("a member twice", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","x":"\#(x)"}"#),
    ("a member twice, once escaped", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","\u0078":"\#(x)"}"#),
    ("d twice", #"{"kty":"OKP","crv":"X25519","x":"\#(x)","d":"\#(d)","d":"\#(d)"}"#),
    ("a trailing comma", #"{"kty":"OKP","crv":"X25519","x":"\#(x)",}"#),
  ])
  func refusesAsJSON(_ id: String, _ text: String) {
    refuses(.json, text) { _ = try RecipientPublicKey(parsingJWK: $0) }
    refuses(.json, text) { _ = try JWK.keys(parsing: $0) }
  }

  @Test func refusesAKeyCutShortAnywhere() {
    let text = Array(Self.privateText.utf8)
    for count in 0..<text.count {
      #expect(throws: FormatError(.json, "")) { try RecipientPrivateKey(parsingJWK: Array(text[..<count])) }
      #expect(throws: FormatError(.json, "")) { try JWK.keys(parsing: Array(text[..<count])) }
    }
  }

  // MARK: Sets

  private func kinds(_ text: String) throws -> [String] {
    try JWK.keys(parsing: Array(text.utf8)).map { key in
      switch key {
      case .recipientPublic: "recipient-public"
      case .recipientPrivate: "recipient-private"
      case .senderPublic: "sender-public"
      case .senderPrivate: "sender-private"
      }
    }
  }

  @Test func readsASetInItsOrder() throws {
    let all = [Self.senderText, Self.privateText, Self.publicText, Self.privateSenderText]
    let set = #"{"more":[],"keys":[\#(all.joined(separator: ", "))],"version":1}"#
    #expect(try kinds(set) == ["sender-public", "recipient-private", "recipient-public", "sender-private"])
    let thumbprints = try JWK.keys(parsing: Array(set.utf8)).map(\.thumbprint.description)
    let (sender, recipient) = (PublishedKeys.senderThumbprint, PublishedKeys.recipientThumbprint)
    #expect(thumbprints == [sender, recipient, recipient, sender])
  }

  @Test func readsAKeyAsASetOfOne() throws {
    #expect(try kinds(Self.publicText) == ["recipient-public"])
    #expect(try kinds(Self.privateSenderText) == ["sender-private"])
  }

  @Test func passesOverOtherKindsOfKey() throws {
    let others = [
      #"{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
      #"{"kty":"EC","crv":"P-256","x":5,"d":null,"kid":[{"d":5}]}"#,
      #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"OKP","crv":"Ed448","x":"not even base64url"}"#, "{}",
    ].joined(separator: ",")
    #expect(try kinds(#"{"keys":[\#(others),\#(Self.publicText),\#(others)]}"#) == ["recipient-public"])
    refuses(.key, #"{"keys":[\#(others)]}"#) { _ = try JWK.keys(parsing: $0) }
    refuses(.key, #"{"keys":[]}"#) { _ = try JWK.keys(parsing: $0) }
  }

  /// One bad key among good ones is told, not passed over: somebody meant it.
  @Test func refusesASetWithABadKey() {
    let bad = #"{"kty":"OKP","crv":"X25519","x":"\#(Self.x)","kid":"Bob"}"#
    let faults = [
      bad, #"{"kty":"OKP","crv":"X25519","x":"\#(Self.x)","d":5}"#, #"{"d":null,"kty":"OKP","crv":"Ed25519"}"#,
      #"{"kty":5,"crv":"P-256"}"#, #"{"kty":"EC","crv":null}"#,
    ]
    for fault in faults {
      for set in [#"{"keys":[\#(fault),\#(Self.publicText)]}"#, #"{"keys":[\#(Self.publicText),\#(fault)]}"#] {
        refuses(.key, set) { _ = try JWK.keys(parsing: $0) }
      }
    }
    refuses(.json, #"{"kty":"EC","d":"\#(Self.d)}"#) { _ = try JWK.keys(parsing: $0) }
    // What is not JSON is told first.
    refuses(.json, #"{"keys":[\#(bad)],}"#) { _ = try JWK.keys(parsing: $0) }
  }

  @Test(arguments: [
    #"{"keys":null}"#, #"{"keys":{}}"#, #"{"keys":"x"}"#, #"{"keys":[1]}"#, #"{"keys":[null]}"#, #"{"keys":[[]]}"#,
    #"{"keys":[],"keys":[]}"#,
  ])
  func refusesWhatIsNoSet(_ text: String) {
    refuses(.json, text) { _ = try JWK.keys(parsing: $0) }
  }
}
