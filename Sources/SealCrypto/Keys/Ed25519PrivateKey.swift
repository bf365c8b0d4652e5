/// An Ed25519 signing key, made from its 32-byte seed (RFC 8032 §5.1.5).
package struct Ed25519PrivateKey: Sendable {
  package static let seedByteCount = 32

  package let publicKey: Ed25519PublicKey
  /// Seed ‖ public key, so that nothing is derived twice.
  private let keyPair: SecretBytes

  package init(seed: SecretBytes) throws(CryptoError) {
    guard seed.count == Self.seedByteCount else { throw CryptoError(.wrongLength) }
    keyPair = try SecretBytes(count: 64) { keyPair throws(CryptoError) in
      try seed.withSpan { seed throws(CryptoError) in try Backend.ed25519Expand(seed: seed, into: &keyPair) }
    }
    publicKey = keyPair.withSpan { Ed25519PublicKey(computed: [UInt8](copying: $0.extracting(32..<64))) }
  }

  /// A fresh key from the library's randomness.
  package static func generate() throws(CryptoError) -> Ed25519PrivateKey {
    try Ed25519PrivateKey(seed: SecretBytes.random(count: seedByteCount))
  }

  /// Writes the 64-byte signature of `message`. It may be randomized: CryptoKit's is.
  package func sign(_ message: Span<UInt8>, into signature: inout MutableSpan<UInt8>) throws(CryptoError) {
    try keyPair.withSpan { keyPair throws(CryptoError) in
      try Backend.ed25519Sign(message, keyPair: keyPair, into: &signature)
    }
  }

  /// Lends the seed, for writing it to a file of the owner's.
  package func withSeed<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try keyPair.withSpan { keyPair throws(Failure) in try body(keyPair.extracting(0..<Self.seedByteCount)) }
  }
}
