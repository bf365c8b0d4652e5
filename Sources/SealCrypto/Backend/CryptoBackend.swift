/// The seam: everything CallSeal asks of a cryptographic library, byte by byte, and nothing else.
///
/// A backend is chosen when the package is compiled (`Backend`). Lengths are the caller's duty and are checked by the
/// key types; a backend checks its library's every return code. It computes, and has no opinion about which keys or
/// points are acceptable, except that an all-zero X25519 secret is always refused (RFC 7748 §6.1, RFC 9180 §7.1.4).
package protocol CryptoBackend {
  /// Fills `bytes` from the library's generator, the only source of randomness in CallSeal.
  static func random(into bytes: inout MutableSpan<UInt8>) throws(CryptoError)

  /// Overwrites `bytes` with zeros in a way that the optimiser does not remove.
  static func wipe(_ bytes: inout MutableSpan<UInt8>)

  /// Compares in a time that depends on the lengths alone.
  static func constantTimeEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool

  /// SHA-256 (FIPS 180-4) of `message` into the 32 bytes of `digest`.
  static func sha256(_ message: Span<UInt8>, into digest: inout MutableSpan<UInt8>) throws(CryptoError)

  /// A key of HMAC-SHA256 taken in, and wiped when it goes: of the four compressions that a short message costs, two are
  /// the key's, and are paid once for all messages under it.
  associatedtype HMACKey: AnyObject & Sendable

  /// Takes in a key of any length, also none (RFC 2104).
  static func hmacKey(_ key: Span<UInt8>) throws(CryptoError) -> HMACKey

  /// HMAC-SHA256 of `head` ‖ `tail` ‖ `counter`, where there is one, into the 32 bytes of `code`: the pieces that HKDF
  /// has, so that nobody puts them together first.
  static func hmacSHA256(
    _ key: HMACKey, _ head: Span<UInt8>, _ tail: Span<UInt8>, counter: UInt8?, into code: inout MutableSpan<UInt8>
  ) throws(CryptoError)

  /// The public point of a 32-byte X25519 scalar.
  static func x25519Base(scalar: Span<UInt8>, into point: inout MutableSpan<UInt8>) throws(CryptoError)

  /// The 32-byte shared secret; throws `lowOrder` where it would be all zeros.
  static func x25519(
    scalar: Span<UInt8>, point: Span<UInt8>, into secret: inout MutableSpan<UInt8>
  ) throws(CryptoError)

  /// The 64 bytes (seed ‖ public key) that signing takes, from a 32-byte seed (RFC 8032 §5.1.5).
  static func ed25519Expand(seed: Span<UInt8>, into keyPair: inout MutableSpan<UInt8>) throws(CryptoError)

  /// A 64-byte PureEdDSA signature by `keyPair` (seed ‖ public key).
  static func ed25519Sign(
    _ message: Span<UInt8>, keyPair: Span<UInt8>, into signature: inout MutableSpan<UInt8>
  ) throws(CryptoError)

  /// Whether the library accepts the signature. The checks that libraries differ in are `Ed25519PublicKey`'s.
  static func ed25519Verify(
    _ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>
  ) throws(CryptoError) -> Bool

  /// ChaCha20-Poly1305 (RFC 8439): encrypts `text` in place and writes the 16-byte tag.
  static func chachaPolySeal(
    _ text: inout MutableSpan<UInt8>, tag: inout MutableSpan<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
    additionalData: Span<UInt8>
  ) throws(CryptoError)

  /// ChaCha20-Poly1305: verifies `tag`, then decrypts `text` in place; throws `notAuthentic` and leaves no plaintext.
  static func chachaPolyOpen(
    _ text: inout MutableSpan<UInt8>, tag: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
    additionalData: Span<UInt8>
  ) throws(CryptoError)
}

#if canImport(CryptoKit)
  /// The backend this build uses: the system's own, where there is one and no flag says otherwise.
  package typealias Backend = CryptoKitBackend
#else
  /// The backend this build uses.
  package typealias Backend = SodiumBackend
#endif
