package import SealCrypto

/// The public half of a sender's signing key (Ed25519): what a recipient trusts.
public struct SenderPublicKey: Hashable, Sendable {
  /// The key's name.
  public let thumbprint: Thumbprint
  package let point: Ed25519PublicKey

  /// The id that signed events carry inside.
  public var keyID: KeyID { thumbprint.keyID }
  /// The 32 bytes of the public key (RFC 8032 §5.1.5).
  public var rawBytes: [UInt8] { point.bytes }

  /// Takes the 32 bytes of a public key.
  ///
  /// - Throws: `FormatError` with code `key` for another length, a point that is not canonical, or one of small order.
  public init(rawBytes: [UInt8]) throws(FormatError) {
    try self.init(
      FormatError.wrapping(.key) { () throws(CryptoError) in try Ed25519PublicKey(validating: rawBytes.memory.span) })
  }

  package init(_ point: Ed25519PublicKey) throws(FormatError) {
    self.point = point
    thumbprint = try Thumbprint(curve: .ed25519, publicKey: point.bytes)
  }

  /// Reads a JWK (RFC 8037); a private one is refused.
  ///
  /// - Throws: `FormatError` with code `key`, or `json`.
  public init(parsingJWK text: [UInt8]) throws(FormatError) {
    guard case .senderPublic(let key) = try JWK(parsing: text).key else {
      throw FormatError(.key, "a public Ed25519 key was expected")
    }
    self = key
  }

  /// Its JWK (RFC 8037): one line of JSON, public members only.
  public var jwk: String { JWK.publicText(curve: .ed25519, x: rawBytes, thumbprint: thumbprint) }
}
