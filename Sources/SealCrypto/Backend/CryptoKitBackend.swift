#if canImport(CryptoKit)
  import CryptoKit
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Apple's CryptoKit, from iOS 13 on: no third-party binary in an extension. Only what swift-crypto has too is used, so
  /// that the two can be compared. The one file that imports it.
  ///
  /// CryptoKit gives results as `Data`, whose memory it does not wipe; no key is ever in one but for the length of a call.
  /// It does not refuse points of low order, so the check is here.
  package enum CryptoKitBackend: CryptoBackend {
    package static func random(into bytes: inout MutableSpan<UInt8>) throws(CryptoError) {
      // CryptoKit's way to random bytes is a key.
      guard bytes.count > 0 else { return }
      let key = SymmetricKey(size: SymmetricKeySize(bitCount: bytes.count * 8))
      unsafe key.withUnsafeBytes { source in unsafe copy(source, into: &bytes) }
    }

    package static func wipe(_ bytes: inout MutableSpan<UInt8>) {
      let count = bytes.count
      unsafe bytes.withAddress { address in
        #if canImport(Darwin)
          _ = unsafe memset_s(address, count, 0, count)
        #else
          unsafe explicit_bzero(address, count)
        #endif
      }
    }

    /// Not inlined, so that no caller's knowledge of the bytes can turn it into a comparison that ends early.
    @inline(never)
    package static func constantTimeEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
      guard a.count == b.count else { return false }
      var difference: UInt8 = 0
      for index in a.indices { difference |= a[index] ^ b[index] }
      return difference == 0
    }

    package static func sha256(
      _ message: Span<UInt8>, into digest: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      var hash = CryptoKit.SHA256()
      unsafe message.withBytes { unsafe hash.update(bufferPointer: $0) }
      unsafe hash.finalize().withUnsafeBytes { result in unsafe copy(result, into: &digest) }
    }

    /// CryptoKit wipes its own. Unchecked: `HMAC` is `Sendable` in current SDKs only, and this one never changes.
    package final class HMACKey: @unchecked Sendable {
      fileprivate let start: HMAC<CryptoKit.SHA256>

      fileprivate init(_ key: SymmetricKey) { start = HMAC(key: key) }
    }

    package static func hmacKey(_ key: Span<UInt8>) throws(CryptoError) -> HMACKey { HMACKey(symmetricKey(key)) }

    package static func hmacSHA256(
      _ key: HMACKey, _ head: Span<UInt8>, _ tail: Span<UInt8>, counter: UInt8?, into code: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      var hmac = key.start
      unsafe head.withBytes { unsafe hmac.update(data: $0) }
      unsafe tail.withBytes { unsafe hmac.update(data: $0) }
      if let counter { unsafe withUnsafeBytes(of: counter) { unsafe hmac.update(data: $0) } }
      unsafe hmac.finalize().withUnsafeBytes { result in unsafe copy(result, into: &code) }
    }

    // MARK: X25519

    package static func x25519Base(
      scalar: Span<UInt8>, into point: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      copy(try agreementKey(scalar).publicKey.rawRepresentation, into: &point)
    }

    package static func x25519(
      scalar: Span<UInt8>, point: Span<UInt8>, into secret: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      let key = try agreementKey(scalar)
      let shared = try run(else: .lowOrder) {
        let peer = try unsafe point.withBytes { try unsafe Curve25519.KeyAgreement.PublicKey(rawRepresentation: $0) }
        return try key.sharedSecretFromKeyAgreement(with: peer)
      }
      unsafe shared.withUnsafeBytes { result in unsafe copy(result, into: &secret) }
      // All bytes are looked at, whatever they are.
      var bits: UInt8 = 0
      for index in secret.indices { bits |= secret[index] }
      guard bits != 0 else { throw CryptoError(.lowOrder) }
    }

    private static func agreementKey(
      _ scalar: Span<UInt8>
    ) throws(CryptoError) -> Curve25519.KeyAgreement.PrivateKey {
      try run {
        try unsafe scalar.withBytes { try unsafe Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
      }
    }

    // MARK: Ed25519

    package static func ed25519Expand(
      seed: Span<UInt8>, into keyPair: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      let publicKey = try signingKey(seed).publicKey.rawRepresentation
      guard publicKey.count == 32 else { throw CryptoError(.failed) }
      for index in seed.indices { keyPair[index] = seed[index] }
      keyPair.withSlice(32..<64) { copy(publicKey, into: &$0) }
    }

    package static func ed25519Sign(
      _ message: Span<UInt8>, keyPair: Span<UInt8>, into signature: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      let key = try signingKey(keyPair.extracting(0..<32))
      let made = try run { try unsafe message.withBytes { try unsafe key.signature(for: $0) } }
      guard made.count == signature.count else { throw CryptoError(.failed) }
      copy(made, into: &signature)
    }

    package static func ed25519Verify(
      _ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>
    ) throws(CryptoError) -> Bool {
      let key = try run {
        try unsafe publicKey.withBytes { try unsafe Curve25519.Signing.PublicKey(rawRepresentation: $0) }
      }
      return unsafe signature.withBytes { signature in
        unsafe message.withBytes { unsafe key.isValidSignature(signature, for: $0) }
      }
    }

    private static func signingKey(_ seed: Span<UInt8>) throws(CryptoError) -> Curve25519.Signing.PrivateKey {
      try run { try unsafe seed.withBytes { try unsafe Curve25519.Signing.PrivateKey(rawRepresentation: $0) } }
    }

    // MARK: ChaCha20-Poly1305

    package static func chachaPolySeal(
      _ text: inout MutableSpan<UInt8>, tag: inout MutableSpan<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
      additionalData: Span<UInt8>
    ) throws(CryptoError) {
      let box = try sealedBox(text.span, symmetricKey(key), nonce, additionalData)
      guard box.ciphertext.count == text.count, box.tag.count == tag.count else { throw CryptoError(.failed) }
      copy(box.ciphertext, into: &text)
      copy(box.tag, into: &tag)
    }

    package static func chachaPolyOpen(
      _ text: inout MutableSpan<UInt8>, tag: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
      additionalData: Span<UInt8>
    ) throws(CryptoError) {
      let plaintext = try opened(text.span, tag, symmetricKey(key), nonce, additionalData)
      guard plaintext.count == text.count else { throw CryptoError(.failed) }
      copy(plaintext, into: &text)
    }

    private static func sealedBox(
      _ message: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>, _ additionalData: Span<UInt8>
    ) throws(CryptoError) -> ChaChaPoly.SealedBox {
      try run {
        let nonce = try unsafe nonce.withBytes { try unsafe ChaChaPoly.Nonce(data: $0) }
        return try unsafe message.withBytes { message in
          try unsafe additionalData.withBytes {
            try unsafe ChaChaPoly.seal(message, using: key, nonce: nonce, authenticating: $0)
          }
        }
      }
    }

    private static func opened(
      _ message: Span<UInt8>, _ tag: Span<UInt8>, _ key: SymmetricKey, _ nonce: Span<UInt8>,
      _ additionalData: Span<UInt8>
    ) throws(CryptoError) -> Data {
      try run(else: .notAuthentic) {
        let nonce = try unsafe nonce.withBytes { try unsafe ChaChaPoly.Nonce(data: $0) }
        let box = try unsafe message.withBytes { message in
          try unsafe tag.withBytes { try unsafe ChaChaPoly.SealedBox(nonce: nonce, ciphertext: message, tag: $0) }
        }
        return try unsafe additionalData.withBytes {
          try unsafe ChaChaPoly.open(box, using: key, authenticating: $0)
        }
      }
    }

    // MARK: Bytes

    /// A key for HMAC or the cipher. No bytes are as good as a block of zeros to HMAC (RFC 2104 §2), and CryptoKit says
    /// nothing about an empty key.
    private static func symmetricKey(_ key: Span<UInt8>) -> SymmetricKey {
      guard key.count > 0 else { return SymmetricKey(data: [UInt8](repeating: 0, count: 32)) }
      return unsafe key.withBytes { unsafe SymmetricKey(data: $0) }
    }

    /// Runs a step of CryptoKit's; which error it throws says nothing that the caller does not know.
    private static func run<Result>(
      else code: CryptoError.Code = .failed, _ step: () throws -> Result
    ) throws(CryptoError) -> Result {
      do { return try step() } catch { throw CryptoError(code) }
    }

    private static func copy(_ data: Data, into bytes: inout MutableSpan<UInt8>) {
      unsafe data.withUnsafeBytes { source in unsafe copy(source, into: &bytes) }
    }

    /// Copies as many bytes as there are and fit.
    @unsafe private static func copy(_ source: UnsafeRawBufferPointer, into bytes: inout MutableSpan<UInt8>) {
      for index in 0..<min(source.count, bytes.count) { bytes[index] = unsafe source[index] }
    }
  }

  extension Span<UInt8> {
    /// Lends the bytes as CryptoKit takes them.
    @unsafe fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try unsafe withUnsafeBufferPointer { try unsafe body(UnsafeRawBufferPointer($0)) }
    }
  }
#endif
