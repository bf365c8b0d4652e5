import SealCrypto
import SealEnvelope

/// Keys as JWK (RFC 8037), alone and in sets.
enum JWKVectors {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [valid(cast), invalid(cast), points(cast), sets(cast)]
  }

  /// What a valid key's vector tells of it.
  static func answer(_ publicKey: [UInt8], _ thumbprint: Thumbprint) -> [(String, JSONValue)] {
    [
      ("thumbprint", .string(thumbprint.description)), ("keyId", .string(thumbprint.keyID.description)),
      ("publicKey", .string(Hexadecimal.text(publicKey))),
    ]
  }

  private static func json(_ object: JSONObject) throws -> String {
    String(decoding: try JSONWriter.text(object), as: UTF8.self)
  }

  private static func group(_ comment: String) -> GroupDraft { GroupDraft(type: .jwk, comment: comment, members: []) }

  private static func changing(_ object: JSONObject, _ name: String, _ value: JSONValue?) -> JSONObject {
    var object = object
    object[name] = value
    return object
  }

  private static func valid(_ cast: Cast) throws -> GroupDraft {
    var group = group("JWKs that are read")
    func add(_ comment: String, _ meant: String, _ text: String, _ answer: [(String, JSONValue)]) {
      group.tests.append(
        TestDraft(
          comment: comment, flags: [.keyFile], inputs: [("meant", .string(meant)), ("jwk", .string(text))],
          outputs: answer))
    }
    let device = answer(cast.alice.publicKey, cast.alice.thumbprint)
    let sender = answer(cast.carol.publicKey, cast.carol.thumbprint)
    add("a device's private key", "device-private", try json(cast.alice.privateJWK), device)
    add("a device's public key", "device-public", try json(cast.alice.publicJWK), device)
    add("a sender's private key", "sender-private", try json(cast.carol.privateJWK), sender)
    add("a sender's public key", "sender-public", try json(cast.carol.publicJWK), sender)
    for (name, key) in [("bob", cast.bob)] {
      add("another device, \(name)", "device-public", try json(key.publicJWK), answer(key.publicKey, key.thumbprint))
    }
    for (name, key) in [("dave", cast.dave), ("eve", cast.eve)] {
      add("another sender, \(name)", "sender-public", try json(key.publicJWK), answer(key.publicKey, key.thumbprint))
    }
    add("a public key without kid", "device-public", try json(changing(cast.alice.publicJWK, "kid", nil)), device)
    add("a private key without kid", "sender-private", try json(changing(cast.carol.privateJWK, "kid", nil)), sender)
    let others: JSONObject = ["use": "enc", "alg": "ECDH-ES", "key_ops": ["deriveBits"], "x5c": [], "ext": true]
    let merged = JSONObject((others.members + cast.alice.publicJWK.members).map { ($0.name, $0.value) })
    add("members that are ignored, of any type", "device-public", try json(merged), device)
    let reversed = JSONObject(cast.alice.privateJWK.members.reversed().map { ($0.name, $0.value) })
    add("members in another order", "device-private", try json(reversed), device)
    let text = try json(cast.alice.publicJWK)
    add(
      "white space and a line's end", "device-public",
      " \n" + text.map { $0 == "," ? ",\n\t" : String($0) }.joined() + "\r\n", device)
    add(
      "names and values with escapes", "device-public",
      text.replacingFirst("\"kty\"", with: "\"\\u006bty\"").replacingFirst("\"OKP\"", with: "\"O\\u004bP\""), device)
    add(
      "the mark of test keys in first place", "sender-public",
      try json(JSONObject([("callseal-test-key", true)] + cast.carol.publicJWK.members.map { ($0.name, $0.value) })),
      sender)
    return group
  }

  private static func invalid(_ cast: Cast) throws -> GroupDraft {
    var group = group("JWKs that are refused")
    func add(_ comment: String, _ meant: String, _ expect: VectorLayer, _ text: String) {
      group.tests.append(
        TestDraft(
          comment: comment, flags: [.keyFile], inputs: [("meant", .string(meant)), ("jwk", .string(text))],
          expect: expect))
    }
    func change(
      _ comment: String, _ expect: VectorLayer, _ name: String, _ value: JSONValue?, of key: JSONObject? = nil,
      meant: String = "device-private"
    ) throws { add(comment, meant, expect, try json(changing(key ?? cast.alice.privateJWK, name, value))) }
    let (alice, carol) = (cast.alice, cast.carol)
    add("a private key where a public one is meant", "device-public", .key, try json(alice.privateJWK))
    add("a public key where a private one is meant", "device-private", .key, try json(alice.publicJWK))
    add("a sender's private key where a public one is meant", "sender-public", .key, try json(carol.privateJWK))
    add("a sender's public key where a private one is meant", "sender-private", .key, try json(carol.publicJWK))
    add("a sender's key where a device's is meant", "device-public", .key, try json(carol.publicJWK))
    add("a device's key where a sender's is meant", "sender-public", .key, try json(alice.publicJWK))
    try change("private and public halves of two keys", .key, "d", .string(base64(cast.bob.scalar)))
    try change(
      "a sender's halves of two keys", .key, "d", .string(base64(cast.dave.seed)), of: carol.privateJWK,
      meant: "sender-private")
    try change(
      "d and x swapped", .key, "d", .string(base64(alice.publicKey)),
      of: changing(alice.privateJWK, "x", .string(base64(alice.scalar))))
    try change("the kid of another key", .key, "kid", .string(cast.bob.thumbprint.description))
    try change("a kid that is a name", .key, "kid", "alice", of: alice.publicJWK, meant: "device-public")
    try change("a kid with padding", .key, "kid", .string(alice.thumbprint.description + "="))
    try change("a kid in hexadecimal", .key, "kid", .string(Hexadecimal.text(alice.thumbprint.bytes)))
    try change("an empty kid", .key, "kid", "")
    try change(
      "the kid of the same point on the other curve", .key, "kid",
      .string(try Thumbprint(curve: .ed25519, publicKey: alice.publicKey).description))
    try change("without x", .key, "x", nil)
    try change("a public key without x", .key, "x", nil, of: alice.publicJWK, meant: "device-public")
    try change("without kty", .key, "kty", nil)
    try change("without crv", .key, "crv", nil)
    try change("kty EC", .key, "kty", "EC")
    try change("kty in lower case", .key, "kty", "okp")
    try change("kty with a Kelvin sign for its K", .key, "kty", "O\u{212a}P")
    try change("crv Ed448", .key, "crv", "Ed448")
    try change("crv X448", .key, "crv", "X448")
    try change("crv in lower case", .key, "crv", "x25519")
    for name in ["kty", "crv", "x", "d", "kid"] {
      try change("\(name) is a number", .key, name, 5)
      try change("\(name) is null", .key, name, .null)
    }
    for (name, bytes) in [("x", alice.publicKey), ("d", alice.scalar)] {
      let text = base64(bytes)
      try change("\(name) with padding", .key, name, .string(text + "="))
      try change("\(name) with a space before it", .key, name, .string(" " + text))
      try change("\(name) with a line feed behind it", .key, name, .string(text + "\n"))
      try change("\(name) in hexadecimal", .key, name, .string(Hexadecimal.text(bytes)))
      try change("\(name) is empty", .key, name, "")
      try change(
        "\(name) of 31 bytes, as where a leading zero was dropped", .key, name,
        .string(base64(Array(bytes.dropFirst()))))
      try change("\(name) of 33 bytes", .key, name, .string(base64([0] + bytes)))
      try change("\(name) of 64 bytes, private and public half", .key, name, .string(base64(bytes + alice.publicKey)))
      try change("\(name) with bits set behind the last byte", .key, name, .string(settingSpareBit(text)))
    }
    try withoutKid(cast).forEach { add($0.comment, $0.meant, .key, try json($0.jwk)) }
    let text = try json(alice.publicJWK)
    for (comment, text) in [
      ("no bytes", ""), ("not JSON", "alice"), ("an array", "[\(text)]"),
      ("a string", "\"\(base64(alice.publicKey))\""),
      ("two keys", text + text), ("a byte order mark", "\u{feff}" + text), ("cut", String(text.dropLast())),
      ("x twice", text.dropLast() + ",\"x\":\"\(base64(alice.publicKey))\"}"),
      ("an unknown member twice", text.dropLast() + ",\"a\":1,\"a\":1}"),
      ("a trailing comma", text.dropLast() + ",}"), ("a line of a PEM", "-----BEGIN PUBLIC KEY-----"),
    ] { add(comment, "device-public", .encoding, text) }
    return group
  }

  /// Keys in which one thing is wrong that a `kid` would give away as well.
  private static func withoutKid(_ cast: Cast) throws -> [(comment: String, meant: String, jwk: JSONObject)] {
    let device = changing(cast.alice.privateJWK, "kid", nil)
    let sender = changing(cast.carol.privateJWK, "kid", nil)
    let devicePublic = changing(cast.alice.publicJWK, "kid", nil)
    let senderPublic = changing(cast.carol.publicJWK, "kid", nil)
    var keys = [
      ("without kid, d of another device", "device-private", changing(device, "d", .string(base64(cast.bob.scalar)))),
      ("without kid, d of another sender", "sender-private", changing(sender, "d", .string(base64(cast.dave.seed)))),
    ]
    for (key, bytes, meant, name) in [
      (devicePublic, cast.alice.publicKey, "device-public", "a device"),
      (senderPublic, cast.carol.publicKey, "sender-public", "a sender"),
    ] {
      for (wrong, length) in [(Array(bytes.dropLast()), 31), (bytes + [0], 33), (bytes + bytes, 64)] {
        keys.append(("without kid, x of \(name) in \(length) bytes", meant, changing(key, "x", .string(base64(wrong)))))
      }
      keys.append(
        ("without kid, x of \(name) with padding", meant, changing(key, "x", .string(base64(bytes) + "="))))
    }
    // Spelt in the other alphabet it is the same key, to a reader that takes both.
    for (index, name) in ["x", "d"].enumerated() {
      let key = try first(where: { [base64($0.publicKey), base64($0.scalar)][index].contains { "-_".contains($0) } })
      let text = [base64(key.publicKey), base64(key.scalar)][index]
      keys.append(
        (
          "\(name) in the standard alphabet", "device-private",
          changing(key.privateJWK, name, .string(Spelling.standard(text)))
        ))
    }
    // A scalar that ends in a zero, so that 31 bytes and a buffer of zeros are the same key.
    var scalar = try Seed.bytes("key", "that ends in a zero")
    scalar[31] = 0
    let short = try DeviceKey(scalar: scalar).privateJWK
    keys.append(
      (
        "d in 31 bytes, its last byte, a zero, dropped", "device-private",
        changing(short, "d", .string(base64(Array(scalar.dropLast()))))
      ))
    return keys
  }

  private static func first(where holds: (DeviceKey) -> Bool) throws -> DeviceKey {
    for index in 0..<100 {
      let key = try DeviceKey("spelling \(index)")
      if holds(key) { return key }
    }
    throw VectorFault("no such key")
  }

  private static func points(_ cast: Cast) throws -> GroupDraft {
    var group = group("Public keys that are not canonical or of low order")
    func add(_ comment: String, _ curve: KeyCurve, _ flag: VectorFlag, _ x: [UInt8]) throws {
      let jwk: JSONObject = [
        "kty": "OKP", "crv": .string(curve.rawValue), "x": .string(base64(x)),
        "kid": .string(try Thumbprint(curve: curve, publicKey: x).description), "callseal-test-key": true,
      ]
      let meant = curve == .x25519 ? "device-public" : "sender-public"
      group.tests.append(
        TestDraft(
          comment: comment, flags: [.keyFile, flag],
          inputs: [("meant", .string(meant)), ("jwk", .string(try json(jwk)))],
          expect: .key))
    }
    func settingTopBit(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + [(bytes.last ?? 0) ^ 0x80] }
    for (name, point) in WrongEncapsulations.lowOrderPoints {
      try add("X25519: u = \(name)", .x25519, .lowOrder, point)
      try add("X25519: u = \(name), with bit 255 set", .x25519, .lowOrder, settingTopBit(point))
    }
    for u: UInt8 in [2, 9, 18] {
      try add("X25519: p + \(u)", .x25519, .nonCanonical, WrongEncapsulations.p(plus: u))
    }
    try add("X25519: an ordinary key with bit 255 set", .x25519, .nonCanonical, settingTopBit(cast.alice.publicKey))
    for (name, point) in Forgery.points {
      try add("Ed25519: \(name)", .ed25519, .lowOrder, point)
      try add("Ed25519: \(name), of the other sign", .ed25519, .lowOrder, settingTopBit(point))
    }
    for y: UInt8 in [3, 18] {
      try add("Ed25519: y = p + \(y)", .ed25519, .nonCanonical, WrongEncapsulations.p(plus: y))
      try add(
        "Ed25519: y = p + \(y), with the sign bit set", .ed25519, .nonCanonical,
        settingTopBit(WrongEncapsulations.p(plus: y)))
    }
    return group
  }

  private static func sets(_ cast: Cast) throws -> GroupDraft {
    var group = GroupDraft(type: .jwkSet, comment: "JWK Sets", members: [])
    func entry(_ kind: String, _ publicKey: [UInt8], _ thumbprint: Thumbprint) -> JSONValue {
      .object(JSONObject(answer(publicKey, thumbprint) + [("kind", .string(kind))]))
    }
    func valid(_ comment: String, _ text: String, _ keys: [JSONValue]) {
      group.tests.append(
        TestDraft(
          comment: comment, flags: [.keyFile], inputs: [("jwks", .string(text))], outputs: [("keys", .array(keys))]))
    }
    func invalid(_ comment: String, _ expect: VectorLayer, _ text: String) {
      group.tests.append(
        TestDraft(comment: comment, flags: [.keyFile], inputs: [("jwks", .string(text))], expect: expect))
    }
    func set(_ keys: [JSONObject]) throws -> String { try json(["keys": .array(keys.map { .object($0) })]) }
    let (alice, bob, carol) = (cast.alice, cast.bob, cast.carol)
    let (a, b) = (
      entry("device-private", alice.publicKey, alice.thumbprint), entry("device-public", bob.publicKey, bob.thumbprint)
    )
    let c = entry("sender-public", carol.publicKey, carol.thumbprint)
    let rsa: JSONObject = ["kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "rsa"]
    let ec: JSONObject = ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]
    let x448: JSONObject = ["kty": "OKP", "crv": "X448", "x": "AA"]
    valid("keys of every kind, in order", try set([alice.privateJWK, bob.publicJWK, carol.publicJWK]), [a, b, c])
    valid("one key", try set([bob.publicJWK]), [b])
    valid("keys of other kinds are passed over", try set([rsa, bob.publicJWK, ec, x448, [:]]), [b])
    let odd: JSONObject = ["kty": "EC", "crv": "P-256", "x": 5, "d": .null, "kid": .array([1])]
    valid("keys of other kinds are passed over, whatever their members are", try set([odd, bob.publicJWK]), [b])
    valid(
      "an object with keys is a set, whatever else it has",
      try json(
        JSONObject(alice.publicJWK.members.map { ($0.name, $0.value) } + [("keys", .array([.object(bob.publicJWK)]))])),
      [b])
    valid("a JWK alone", try json(carol.publicJWK), [c])
    valid(
      "other members of the set are ignored",
      #"{"version":2,"#
        + #""keys":[\#(try json(bob.publicJWK))],"x":[1]}"#, [b])
    invalid("an empty set", .key, #"{"keys":[]}"#)
    invalid("none but other kinds", .key, try set([rsa, ec, x448]))
    invalid("a faulty key among others", .key, try set([bob.publicJWK, changing(alice.publicJWK, "kid", "alice")]))
    invalid(
      "a key of low order among others", .key,
      try set([
        bob.publicJWK,
        changing(changing(alice.publicJWK, "kid", nil), "x", .string(base64([UInt8](repeating: 0, count: 32)))),
      ]))
    invalid(
      "a key with padding among others", .key,
      try set([changing(bob.publicJWK, "x", .string(base64(bob.publicKey) + "="))]))
    invalid(
      "a key whose d is null among others", .key, try set([bob.publicJWK, changing(alice.publicJWK, "d", .null)]))
    invalid("a key whose kty is a number among others", .key, try set([bob.publicJWK, ["kty": 5, "crv": "P-256"]]))
    invalid("keys is an object", .encoding, try json(["keys": .object(bob.publicJWK)]))
    invalid("keys holds a string", .encoding, #"{"keys":["alice"]}"#)
    invalid("keys twice", .encoding, #"{"keys":[\#(try json(bob.publicJWK))],"keys":[]}"#)
    return group
  }

  static func base64(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes.memory.span) }

  private static func settingSpareBit(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard let last = text.last, let value = alphabet.firstIndex(of: last) else { return text }
    return text.dropLast() + String(alphabet[value | 1])
  }
}

extension String {
  /// The same with the first `part` replaced.
  func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }

  private func firstRange(of part: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map {
      $0..<(index($0, offsetBy: part.count, limitedBy: endIndex) ?? endIndex)
    }
  }
}
