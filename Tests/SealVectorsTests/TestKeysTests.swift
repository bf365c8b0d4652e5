import SealEnvelope
import SealVectors
import Testing

/// The vectors' keys, whose private halves everybody has: nothing but the vectors' own commands takes one.
struct TestKeysTests {
  /// Every JWK in the files, wherever it stands.
  private static func jwks(in value: JSONValue) -> [JSONObject] {
    switch value {
    case .array(let elements): return elements.flatMap { jwks(in: $0) }
    case .object(let object):
      let own = object["kty"] == "OKP" ? [object] : []
      return own + object.members.flatMap { jwks(in: $0.value) }
    default: return []
    }
  }

  private static func all() throws -> [JSONObject] {
    try Published.names.flatMap { jwks(in: .object(try JSONReader.object(try Published.bytes($0)))) }
  }

  @Test func areAllMarkedAndRefused() throws {
    let keys = try Self.all()
    #expect(keys.count > 100)
    for jwk in keys {
      #expect(jwk[TestKeys.mark] == true)
      let text = try JSONWriter.text(jwk)
      #expect(throws: FormatError(.testKey, "")) { try JWK(parsing: text) }
      #expect(throws: FormatError(.testKey, "")) { try JWK.keys(parsing: text) }
      _ = try JWK(parsing: text, allowsTestKeys: true)
    }
  }

  @Test func areRefusedWithoutTheirMarkToo() throws {
    var ids: Set<KeyID> = []
    for jwk in try Self.all() {
      var bare = jwk
      bare[TestKeys.mark] = nil
      let text = try JSONWriter.text(bare)
      #expect(throws: FormatError(.testKey, "")) { try JWK(parsing: text) }
      ids.insert(try JWK(parsing: text, allowsTestKeys: true).key.thumbprint.keyID)
    }
    #expect(ids == TestKeys.ids)
  }

  @Test func areRefusedAsPEM() throws {
    let group = try #require(Published.file("keys.json").groups.first { $0.type == .pem })
    var count = 0
    for test in group.tests where test.result == .valid {
      guard case .string(let pem) = test.object["pem"] else { continue }
      #expect(throws: FormatError(.testKey, "")) { try PEM.key(parsing: Array(pem.utf8)[...]) }
      #expect(throws: FormatError(.testKey, "")) { try KeyText.keys(parsing: Array(pem.utf8)) }
      count += 1
    }
    #expect(count >= 5)
  }

  @Test(arguments: ["true", "false", "null", "\"\"", "{}"])
  func theMarkCountsWithAnyValue(_ value: String) throws {
    let key = try RecipientPrivateKey.generate().publicKey
    let text = key.jwk.dropLast() + ",\"\(TestKeys.mark)\":\(value)}"
    #expect(throws: FormatError(.testKey, "")) { try JWK(parsing: Array(text.utf8)) }
    #expect(throws: FormatError(.testKey, "")) { try RecipientPublicKey(parsingJWK: Array(text.utf8)) }
    #expect(try JWK(parsing: Array(text.utf8), allowsTestKeys: true).key.thumbprint == key.thumbprint)
  }
}
