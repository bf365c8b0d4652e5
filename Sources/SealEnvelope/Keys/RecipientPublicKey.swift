package import SealCrypto

/// The public half of a device key (X25519): what envelopes are sealed to.
public struct RecipientPublicKey: Hashable, Sendable {
  /// The key's name.
  public let thumbprint: Thumbprint
  package let point: X25519PublicKey

  /// The id that envelopes to it carry.
  public var keyID: KeyID { thumbprint.keyID }
  /// The 32 bytes of the public key (RFC 7748 §5).
  public var rawBytes: [UInt8] { point.bytes }

  /// Takes the 32 bytes of a public key.
  ///
  /// - Throws: `FormatError` with code `key` for another length, a value that is not canonical, or a point of low order.
  public init(rawBytes: [UInt8]) throws(FormatError) {
    try self.init(
      FormatError.wrapping(.key) { () throws(CryptoError) in try X25519PublicKey(validating: rawBytes.memory.span) })
  }

  package init(_ point: X25519PublicKey) throws(FormatError) {
    self.point = point
    thumbprint = try Thumbprint(curve: .x25519, publicKey: point.bytes)
  }

  /// Reads a JWK (RFC 8037); a private one is refused.
  ///
  /// - Throws: `FormatError` with code `key`, or `json`.
  public init(parsingJWK text: [UInt8]) throws(FormatError) {
    guard case .recipientPublic(let key) = try JWK(parsing: text).key else {
      throw FormatError(.key, "a public X25519 key was expected")
    }
    self = key
  }

  /// Its JWK (RFC 8037): one line of JSON, public members only.
  public var jwk: String { JWK.publicText(curve: .x25519, x: rawBytes, thumbprint: thumbprint) }
}
