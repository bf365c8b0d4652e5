package import SealCrypto

/// A sender's signing key (Ed25519).
public struct SenderPrivateKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The half that recipients trust.
  public let publicKey: SenderPublicKey
  package let key: Ed25519PrivateKey

  /// The id that signed events carry inside.
  public var keyID: KeyID { publicKey.keyID }
  /// Names the key, without a byte of the secret.
  public var description: String { "SenderPrivateKey(\(publicKey.thumbprint), redacted)" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// A fresh key.
  ///
  /// - Throws: `FormatError` with code `key` where the cryptographic library fails.
  public static func generate() throws(FormatError) -> SenderPrivateKey {
    try SenderPrivateKey(FormatError.wrapping(.key) { () throws(CryptoError) in try Ed25519PrivateKey.generate() })
  }

  /// Takes the 32 bytes of the seed as a store holds them. The caller wipes its own copy.
  ///
  /// - Throws: `FormatError` with code `key` for another length.
  public init(seed: Span<UInt8>) throws(FormatError) {
    let key: Ed25519PrivateKey
    do throws(CryptoError) { key = try Ed25519PrivateKey(seed: SecretBytes(copying: seed)) } catch {
      throw FormatError(.key, "the seed of an Ed25519 key has 32 bytes")
    }
    try self.init(key)
  }

  package init(_ key: Ed25519PrivateKey) throws(FormatError) {
    self.key = key
    publicKey = try SenderPublicKey(key.publicKey)
  }

  /// Lends the 32 bytes of the seed, for a store of the owner's.
  public func withSeed<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try key.withSeed(body)
  }

  /// Reads a JWK (RFC 8037); a public one is refused.
  ///
  /// - Throws: `FormatError` with code `key`, or `json`.
  public init(parsingJWK text: [UInt8]) throws(FormatError) {
    guard case .senderPrivate(let key) = try JWK(parsing: text).key else {
      throw FormatError(.key, "a private Ed25519 key was expected")
    }
    self = key
  }

  /// Its private JWK (RFC 8037), one line of JSON, for a file of the owner's.
  package func privateJWK() throws(FormatError) -> SecretBytes {
    try withSeed { secret throws(FormatError) in
      try JWK.privateText(
        curve: .ed25519, x: publicKey.rawBytes, thumbprint: publicKey.thumbprint, secret: secret)
    }
  }
}
