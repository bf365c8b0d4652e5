import SealEnvelope

/// Runs vectors of types `Jwk`, `JwkSet` and `Pem`.
enum KeyCheck {
  /// What a key is taken for.
  enum Meaning: String {
    case devicePrivate = "device-private"
    case devicePublic = "device-public"
    case senderPrivate = "sender-private"
    case senderPublic = "sender-public"

    init(_ key: JWK.Key) {
      switch key {
      case .recipientPrivate: self = .devicePrivate
      case .recipientPublic: self = .devicePublic
      case .senderPrivate: self = .senderPrivate
      case .senderPublic: self = .senderPublic
      }
    }
  }

  static func jwk(_ test: VectorTest, _ members: inout Members) throws(VectorFault) -> VectorOutcome {
    let text = Array(try members.string("jwk").utf8)
    return try single(test, &members) { () throws(FormatError) in try JWK(parsing: text, allowsTestKeys: true).key }
  }

  static func pem(_ test: VectorTest, _ members: inout Members) throws(VectorFault) -> VectorOutcome {
    let text = Array(try members.string("pem").utf8)
    return try single(test, &members) { () throws(FormatError) in
      try PEM.key(parsing: text[...], allowsTestKeys: true)
    }
  }

  static func jwkSet(_ test: VectorTest, _ members: inout Members) throws(VectorFault) -> VectorOutcome {
    let text = Array(try members.string("jwks").utf8)
    var expected: [JSONObject] = []
    if test.result == .valid { expected = try members.objects("keys") }
    do throws(FormatError) {
      let keys = try JWK.keys(parsing: text, allowsTestKeys: true)
      guard test.result == .valid else { return .failed(expected: word(test), got: "read") }
      let got = keys.map { key in
        var object = answer(key)
        object["kind"] = .string(Meaning(key).rawValue)
        return JSONValue.object(object)
      }
      return JSONDifference.outcome(expected: .array(expected.map(JSONValue.object)), got: .array(got))
    } catch { return refused(test, error) }
  }

  private static func single(
    _ test: VectorTest, _ members: inout Members, _ read: () throws(FormatError) -> JWK.Key
  ) throws(VectorFault) -> VectorOutcome {
    let meaning: Meaning = try members.word("meant")
    var expected: JSONObject = [:]
    if test.result == .valid {
      for name in ["thumbprint", "keyId", "publicKey"] { expected[name] = try members.value(name) }
    }
    do throws(FormatError) {
      let key = try read()
      guard Meaning(key) == meaning else { throw FormatError(.key, "a key of another sort") }
      guard test.result == .valid else { return .failed(expected: word(test), got: "read") }
      return JSONDifference.outcome(expected: .object(expected), got: .object(answer(key)))
    } catch { return refused(test, error) }
  }

  private static func answer(_ key: JWK.Key) -> JSONObject {
    [
      "thumbprint": .string(key.thumbprint.description), "keyId": .string(key.thumbprint.keyID.description),
      "publicKey": .string(Hexadecimal.text(key.publicBytes)),
    ]
  }

  private static func refused(_ test: VectorTest, _ error: FormatError) -> VectorOutcome {
    let layer = error.code == .json || error.code == .encoding ? VectorLayer.encoding : .key
    if test.expect == layer { return .passed }
    return .failed(expected: word(test), got: "\(layer.rawValue): \(error.reason)")
  }

  private static func word(_ test: VectorTest) -> String { test.expect?.rawValue ?? "read" }
}
