import Filter
import SealEnvelope

/// What a phone has: the members that groups of envelopes and of decisions share.
struct ReaderSetup {
  let audience: Audience
  let keys: [RecipientPrivateKey]
  let trust: [SenderPublicKey]

  init(_ members: inout Members) throws(VectorFault) {
    do throws(FormatError) { audience = try Audience(members.audience()) } catch {
      throw members.fault(error.reason)
    }
    var keys: [RecipientPrivateKey] = []
    for jwk in try members.objects("keys") {
      guard case .recipientPrivate(let key) = try Self.key(jwk, members) else {
        throw members.fault("\"keys\" holds something but devices' private keys")
      }
      keys.append(key)
    }
    var trust: [SenderPublicKey] = []
    for jwk in try members.objects("trust") {
      guard case .senderPublic(let key) = try Self.key(jwk, members) else {
        throw members.fault("\"trust\" holds something but senders' public keys")
      }
      trust.append(key)
    }
    (self.keys, self.trust) = (keys, trust)
  }

  /// A key as vectors have it: marked as one for tests.
  static func key(_ jwk: JSONObject, _ members: Members) throws(VectorFault) -> JWK.Key {
    guard jwk[TestKeys.mark] == .bool(true) else { throw members.fault("a key that is not marked as one for tests") }
    // All of them, so that a reader that needs one is not surprised, and no others.
    let names = ["kty", "crv", "x", "kid", TestKeys.mark] + (jwk["d"] == nil ? [] : ["d"])
    guard jwk.members.count == names.count, names.allSatisfy({ jwk[$0] != nil }) else {
      throw members.fault("a key with members missing, or with others")
    }
    do throws(FormatError) { return try JWK(parsing: JSONWriter.text(jwk), allowsTestKeys: true).key } catch {
      throw members.fault(error.reason)
    }
  }

  func keySource(isReadable: Bool = true) throws(VectorFault) -> KeySource<RecipientPrivateKey> {
    try Self.source(keys, isReadable)
  }

  func trustSource(isReadable: Bool = true) throws(VectorFault) -> KeySource<SenderPublicKey> {
    try Self.source(trust, isReadable)
  }

  private static func source<Key>(_ keys: [Key], _ isReadable: Bool) throws(VectorFault) -> KeySource<Key> {
    guard isReadable else { return KeySource { _ in .unavailable() } }
    do throws(FilterError) { return try KeySource(keys) } catch { throw VectorFault(error.reason) }
  }
}

extension Members {
  fileprivate mutating func audience() throws(FormatError) -> String {
    do throws(VectorFault) { return try string("audience") } catch { throw FormatError(.audience, error.reason) }
  }
}
