/// What a keyring that is locked with a passphrase asks of a library, apart from `CryptoBackend`: CryptoKit has neither
/// of these, and the extension, which never sees a passphrase, needs neither.
package protocol PassphraseBackend {
  /// Argon2id version 1.3 (RFC 9106), one lane: a key of any length from a passphrase and a 16-byte salt, by `operations`
  /// passes over `memory` bytes.
  static func argon2id(
    passphrase: Span<UInt8>, salt: Span<UInt8>, operations: Int, memory: Int, into key: inout MutableSpan<UInt8>
  ) throws(CryptoError)

  /// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): encrypts `text` in place and writes the 16-byte tag. The nonce of
  /// 24 bytes is long enough to be drawn at random every time.
  static func xchachaPolySeal(
    _ text: inout MutableSpan<UInt8>, tag: inout MutableSpan<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
    additionalData: Span<UInt8>
  ) throws(CryptoError)

  /// XChaCha20-Poly1305: verifies `tag`, then decrypts `text` in place; throws `notAuthentic` and leaves no plaintext.
  static func xchachaPolyOpen(
    _ text: inout MutableSpan<UInt8>, tag: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
    additionalData: Span<UInt8>
  ) throws(CryptoError)
}

#if !canImport(CryptoKit)
  /// The library this build has for passphrases.
  typealias PassphraseLibrary = SodiumBackend
#else
  /// A build on CryptoKit has none: its keyrings cannot be locked, and locked ones not opened.
  enum PassphraseLibrary: PassphraseBackend {
    package static func argon2id(
      passphrase: Span<UInt8>, salt: Span<UInt8>, operations: Int, memory: Int, into key: inout MutableSpan<UInt8>
    ) throws(CryptoError) { throw CryptoError(.unavailable) }

    package static func xchachaPolySeal(
      _ text: inout MutableSpan<UInt8>, tag: inout MutableSpan<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
      additionalData: Span<UInt8>
    ) throws(CryptoError) { throw CryptoError(.unavailable) }

    package static func xchachaPolyOpen(
      _ text: inout MutableSpan<UInt8>, tag: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
      additionalData: Span<UInt8>
    ) throws(CryptoError) { throw CryptoError(.unavailable) }
  }
#endif
