import Foundation
import SealCrypto
import SealEnvelope
import SealKeyring
import TestSupport
import Testing

struct KeyringTextTests {
  private func example() throws -> Keyring {
    var keyring = Keyring()
    try keyring.add(.x25519, label: label("phone"), now: now)
    try keyring.add(.ed25519, label: label("server"), now: now, expires: now.adding(day))
    try keyring.importKey(
      .recipientPublic(RecipientPrivateKey.generate().publicKey), label: label("Anna \"A\" é"), now: now)
    try keyring.trust(SenderPrivateKey.fresh(), label: label("backend"), now: now)
    _ = try keyring.rotate("phone", now: now)
    _ = try keyring.distrust("backend", now: now)
    return keyring
  }

  @Test func readsBackWhatItWrites() throws {
    let keyring = try example()
    let text = try keyring.text().bytes
    let again = try Keyring(parsing: text)
    #expect(again.summary == keyring.summary)
    #expect(try again.text().bytes == text)
    #expect(try again.openingKeys(at: now).map(\.publicKey) == keyring.openingKeys(at: now).map(\.publicKey))
  }

  @Test func isAJWKSetToOthers() throws {
    let keyring = try example()
    let keys = try JWK.keys(parsing: keyring.text().bytes)
    #expect(keys.map(\.thumbprint) == keyring.entries.map(\.thumbprint))
    #expect(keys.map(\.isPrivate) == [true, true, false, false, true])
  }

  @Test func keepsWhatItDoesNotKnow() throws {
    let text = """
      {"issuer": "acme", "keys": [
        {"kty":"RSA","n":"AQAB","e":"AQAB","d":"c2VjcmV0","use":"sig"},
        {"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","use": "enc", "n": 1.50, "callseal":
          {"role":"recipient","label":"bob","state":"active","created":1,"colour":[1, {"a" : null}]}},
        {"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
      ], "callseal": {"keyring": 1, "theme": "dark"}, "last": {"x":[ ]}}
      """
    var keyring = try Keyring(parsing: Array(text.utf8))
    #expect(keyring.summary == ["bob recipient X25519 active"])
    #expect(keyring.foreignCount == 2)
    try keyring.trust(SenderPrivateKey.fresh(), label: label("new"), now: now)
    let written = try keyring.text().string
    for part in [
      #"{"kty":"RSA","n":"AQAB","e":"AQAB","d":"c2VjcmV0","use":"sig"}"#, #""use":"enc""#, #""n":1.50"#,
      #""colour":[1, {"a" : null}]"#,
      #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
      #""theme":"dark""#, #""issuer":"acme""#, #""last":{"x":[ ]}"#,
    ] { #expect(written.contains(part), "\(part)") }
    #expect(try Keyring(parsing: Array(written.utf8)).text().string == written)
  }

  /// One key of RFC 8037's appendices, and one fault each.
  private static let faults: [(String, String)] = [
    ("no-marker", #"{"keys":[]}"#), ("no-keys", #"{"callseal":{"keyring":1}}"#),
    ("version-2", #"{"keys":[],"callseal":{"keyring":2}}"#), ("not-json", #"{"keys":[],}"#),
    ("version-text", #"{"keys":[],"callseal":{"keyring":"1"}}"#),
    ("byte-order-mark", "\u{feff}{\"keys\":[],\"callseal\":{\"keyring\":1}}"),
    ("twice", #"{"keys":[],"keys":[],"callseal":{"keyring":1}}"#),
    ("role", entry(#""role":"owner","label":"a","state":"active","created":1"#)),
    ("no-label", entry(#""role":"recipient","state":"active","created":1"#)),
    ("label-escape", entry(#""role":"recipient","label":"\u001b[2J","state":"active","created":1"#)),
    ("state", entry(#""role":"recipient","label":"a","state":"alive","created":1"#)),
    ("retiring-without-date", entry(#""role":"recipient","label":"a","state":"retiring","created":1"#)),
    ("active-with-date", entry(#""role":"recipient","label":"a","state":"active","created":1,"until":2"#)),
    ("date-negative", entry(#""role":"recipient","label":"a","state":"active","created":-1"#)),
    ("date-fraction", entry(#""role":"recipient","label":"a","state":"active","created":1.0"#)),
    ("own-public", entry(#""role":"own","label":"a","state":"active","created":1"#)),
    ("sender-x25519", entry(#""role":"sender","label":"a","state":"active","created":1"#)),
    (
      "locked-without-lock",
      entry(
        #""role":"own","label":"a","state":"active","created":1,"locked":{"nonce":"\#(zeros(24))","text":"\#(zeros(48))"}"#
      )
    ),
    (
      "lock-cost",
      #"{"keys":[],"callseal":{"keyring":1,"lock":{"kdf":"argon2id","operations":17,"memory":8192,"#
        + #""salt":"\#(zeros(16))","nonce":"\#(zeros(24))","proof":"\#(zeros(16))"}}}"#
    ),
    (
      "lock-memory",
      #"{"keys":[],"callseal":{"keyring":1,"lock":{"kdf":"argon2id","operations":1,"memory":1073741825,"#
        + #""salt":"\#(zeros(16))","nonce":"\#(zeros(24))","proof":"\#(zeros(16))"}}}"#
    ),
  ]

  private static func entry(_ notes: String) -> String {
    #"{"keys":[{"kty":"OKP","crv":"X25519","x":"3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08","callseal":{\#(notes)}}],"#
      + #""callseal":{"keyring":1}}"#
  }

  private static func zeros(_ count: Int) -> String {
    Base64URL.encode([UInt8](repeating: 0, count: count).memory.span)
  }

  @Test(arguments: faults.map(\.0))
  func refuses(fault: String) throws {
    let text = try #require(Self.faults.first { $0.0 == fault }).1
    #expect(throws: KeyringError(.malformed, "")) { try Keyring(parsing: Array(text.utf8)) }
  }

  @Test func readsTheEntryThatTheFaultsAreMadeFrom() throws {
    let text = Self.entry(#""role":"recipient","label":"a","state":"active","created":1"#)
    #expect(try Keyring(parsing: Array(text.utf8)).summary == ["a recipient X25519 active"])
  }

  @Test func checkNamesAMismatchedPairAndUsesNothingOfIt() throws {
    var keyring = Keyring()
    try keyring.add(.x25519, label: label("phone"), now: now)
    try keyring.add(.x25519, label: label("other"), now: now)
    let text = try keyring.text().string
    let parts = text.components(separatedBy: "\"d\":\"")
    // The first key's private half in the second one's place.
    let swapped = parts[0] + "\"d\":\"" + parts[1] + "\"d\":\"" + parts[1].prefix(43) + parts[2].dropFirst(43)
    #expect(throws: KeyringError(.malformed, "")) { try Keyring(parsing: Array(swapped.utf8)) }
    var damages: [KeyringError] = []
    let read = try Keyring(parsing: Array(swapped.utf8), damages: &damages)
    #expect(damages.count == 1 && damages[0].reason.contains("key 2"))
    #expect(read.summary == ["phone own X25519 active"])
    #expect(read.check(damages: damages, status: nil, now: now).map(\.code) == [.damaged])
  }

  @Test func aKeyCopiedOutOfAKeyringIsAJWK() throws {
    let text = try example().text().string
    let line = try #require(text.split(separator: "\n").dropFirst().first).dropLast()
    #expect(Keyring.isKeyring(Array(text.utf8)) && !Keyring.isKeyring(Array(line.utf8)))
    #expect(try KeyText.keys(parsing: Array(line.utf8)).map(\.isPrivate) == [true])
    #expect(!Keyring.isKeyring(Array(#"{"keys":[]}"#.utf8)))
  }

  /// Every prefix, and every byte changed: refused or read, never a trap.
  @Test func survivesDamage() throws {
    let text = try example().text().bytes
    for end in 0..<text.count - 2 {
      #expect(throws: KeyringError(.malformed, "")) { try Keyring(parsing: Array(text[..<end])) }
    }
    let seed = UInt64.random(in: 0...UInt64.max)
    print("KeyringTextTests.survivesDamage seed \(seed)")
    var state = seed
    for index in text.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var changed = text
      changed[index] = UInt8(truncatingIfNeeded: state >> 56)
      if let keyring = try? Keyring(parsing: changed) { _ = try keyring.text() }
    }
  }
}
