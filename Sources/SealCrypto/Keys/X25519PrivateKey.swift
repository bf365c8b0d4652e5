/// An X25519 scalar with its public half.
package struct X25519PrivateKey: Sendable {
  package static let byteCount = 32

  package let publicKey: X25519PublicKey
  private let scalar: SecretBytes

  /// Takes a 32-byte scalar, clamped or not: it is clamped where it is used (RFC 7748 §5).
  package init(scalar: SecretBytes) throws(CryptoError) {
    guard scalar.count == Self.byteCount else { throw CryptoError(.wrongLength) }
    var point = [UInt8](repeating: 0, count: X25519PublicKey.byteCount)
    var span = point.memory.mutableSpan
    try scalar.withSpan { scalar throws(CryptoError) in try Backend.x25519Base(scalar: scalar, into: &span) }
    self.scalar = scalar
    self.publicKey = X25519PublicKey(computed: point)
  }

  /// A fresh key from the library's randomness.
  package static func generate() throws(CryptoError) -> X25519PrivateKey {
    try X25519PrivateKey(scalar: SecretBytes.random(count: byteCount))
  }

  /// Lends the shared secret with `peer` for the length of `body`.
  ///
  /// - Throws: `lowOrder` where the secret would be all zeros.
  func withSharedSecret<Result>(
    with peer: X25519PublicKey, _ body: (Span<UInt8>) throws(CryptoError) -> Result
  ) throws(CryptoError) -> Result {
    try withTemporarySecret { secret throws(CryptoError) in
      try scalar.withSpan { scalar throws(CryptoError) in
        try Backend.x25519(scalar: scalar, point: peer.bytes.memory.span, into: &secret)
      }
      return try body(secret.span)
    }
  }

  /// Lends the scalar, for writing it to a file of the owner's.
  package func withScalar<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try scalar.withSpan(body)
  }
}
