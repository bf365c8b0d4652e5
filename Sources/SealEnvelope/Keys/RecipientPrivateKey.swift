package import SealCrypto

/// A device key (X25519): made on the device, opens what was sealed to its public half.
public struct RecipientPrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The half that leaves the device.
  public let publicKey: RecipientPublicKey
  package let key: X25519PrivateKey

  /// The id that envelopes to it carry.
  public var keyID: KeyID { publicKey.keyID }
  /// Names the key, without a byte of the secret.
  public var description: String { "RecipientPrivateKey(\(publicKey.thumbprint), redacted)" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// A fresh key.
  ///
  /// - Throws: `FormatError` with code `key` where the cryptographic library fails.
  public static func generate() throws(FormatError) -> RecipientPrivateKey {
    try RecipientPrivateKey(FormatError.wrapping(.key) { () throws(CryptoError) in try X25519PrivateKey.generate() })
  }

  /// Takes the 32 bytes of the scalar as a store holds them. The caller wipes its own copy.
  ///
  /// - Throws: `FormatError` with code `key` for another length.
  public init(rawBytes: Span<UInt8>) throws(FormatError) {
    let key: X25519PrivateKey
    do throws(CryptoError) { key = try X25519PrivateKey(scalar: SecretBytes(copying: rawBytes)) } catch {
      throw FormatError(.key, "a private X25519 key has 32 bytes")
    }
    try self.init(key)
  }

  package init(_ key: X25519PrivateKey) throws(FormatError) {
    self.key = key
    publicKey = try RecipientPublicKey(key.publicKey)
  }

  /// Lends the 32 bytes of the scalar, for a store of the owner's.
  public func withRawBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try key.withScalar(body)
  }

  /// Reads a JWK (RFC 8037); a public one is refused.
  ///
  /// - Throws: `FormatError` with code `key`, or `json`.
  public init(parsingJWK text: [UInt8]) throws(FormatError) {
    guard case .recipientPrivate(let key) = try JWK(parsing: text).key else {
      throw FormatError(.key, "a private X25519 key was expected")
    }
    self = key
  }

  /// Its private JWK (RFC 8037), one line of JSON, for a file of the owner's.
  package func privateJWK() throws(FormatError) -> SecretBytes {
    try withRawBytes { secret throws(FormatError) in
      try JWK.privateText(
        curve: .x25519, x: publicKey.rawBytes, thumbprint: publicKey.thumbprint, secret: secret)
    }
  }
}
