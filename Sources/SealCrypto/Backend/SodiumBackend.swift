#if !canImport(CryptoKit)
  import CSodiumSystem

  /// libsodium, 1.0.18 or later. This file and `SodiumPassphrase.swift` are the only ones that import C.
  package enum SodiumBackend: CryptoBackend {
    /// `sodium_init` runs once, before anything else of the library, whichever thread comes first.
    private static let isReady = sodium_init() >= 0

    static func requireReady() throws(CryptoError) {
      guard isReady else { throw CryptoError(.unavailable) }
    }

    /// libsodium promises these codes; a failure here is not the input's doing.
    static func check(_ status: Int32, else code: CryptoError.Code = .failed) throws(CryptoError) {
      guard status == 0 else { throw CryptoError(code) }
    }

    package static func random(into bytes: inout MutableSpan<UInt8>) throws(CryptoError) {
      try requireReady()
      let count = bytes.count
      unsafe bytes.withAddress { unsafe randombytes_buf($0, count) }
    }

    package static func wipe(_ bytes: inout MutableSpan<UInt8>) {
      let count = bytes.count
      unsafe bytes.withAddress { unsafe sodium_memzero($0, count) }
    }

    package static func constantTimeEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
      guard a.count == b.count else { return false }
      let count = a.count
      return unsafe a.withAddress { a in
        unsafe b.withAddress { b in unsafe sodium_memcmp(a, b, count) == 0 }
      }
    }

    package static func sha256(
      _ message: Span<UInt8>, into digest: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let status = unsafe digest.withAddress { digest in
        unsafe message.withAddress {
          unsafe crypto_hash_sha256(digest, $0, UInt64(message.count))
        }
      }
      try check(status)
    }

    /// Unchecked: the state is written by the initialiser alone, and every message works on a copy.
    @safe package final class HMACKey: @unchecked Sendable {
      fileprivate var state = crypto_auth_hmacsha256_state()

      fileprivate init(_ key: Span<UInt8>) throws(CryptoError) {
        try check(unsafe key.withAddress { unsafe crypto_auth_hmacsha256_init(&state, $0, key.count) })
      }

      deinit { unsafe sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size) }
    }

    package static func hmacKey(_ key: Span<UInt8>) throws(CryptoError) -> HMACKey {
      try requireReady()
      return try HMACKey(key)
    }

    package static func hmacSHA256(
      _ key: HMACKey, _ head: Span<UInt8>, _ tail: Span<UInt8>, counter: UInt8?, into code: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      var state = key.state
      // The last step of the library wipes what it has used of the state; this is for the rest, and for a failure.
      defer { unsafe sodium_memzero(&state, MemoryLayout<crypto_auth_hmacsha256_state>.size) }
      try check(unsafe head.withAddress { unsafe crypto_auth_hmacsha256_update(&state, $0, UInt64(head.count)) })
      try check(unsafe tail.withAddress { unsafe crypto_auth_hmacsha256_update(&state, $0, UInt64(tail.count)) })
      if var counter { try check(unsafe crypto_auth_hmacsha256_update(&state, &counter, 1)) }
      try check(unsafe code.withAddress { unsafe crypto_auth_hmacsha256_final(&state, $0) })
    }

    // MARK: X25519

    /// libsodium's `crypto_scalarmult_base` walks the Montgomery ladder, as if the point were anyone's. Its Ed25519 has
    /// tables for the base point and takes about half the time, clamps a scalar alike, and gives the same point of the
    /// same curve in other coordinates (RFC 7748 §4.1), whose conversion sees public bytes alone.
    package static func x25519Base(
      scalar: Span<UInt8>, into point: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let status = unsafe point.withAddress { point in
        unsafe scalar.withAddress { unsafe crypto_scalarmult_ed25519_base(point, $0) }
      }
      // The one scalar that it refuses is zero before it is clamped, which X25519 takes like any other.
      guard status == 0, BirationalMap.convertToMontgomery(&point) else {
        return try x25519BaseByLadder(scalar: scalar, into: &point)
      }
    }

    /// The plain way.
    static func x25519BaseByLadder(
      scalar: Span<UInt8>, into point: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let status = unsafe point.withAddress { point in
        unsafe scalar.withAddress { unsafe crypto_scalarmult_base(point, $0) }
      }
      try check(status)
    }

    package static func x25519(
      scalar: Span<UInt8>, point: Span<UInt8>, into secret: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let status = unsafe secret.withAddress { secret in
        unsafe scalar.withAddress { scalar in
          unsafe point.withAddress {
            unsafe crypto_scalarmult(secret, scalar, $0)
          }
        }
      }
      try check(status, else: .lowOrder)
    }

    // MARK: Ed25519

    package static func ed25519Expand(
      seed: Span<UInt8>, into keyPair: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let status = unsafe keyPair.withAddress { keyPair in
        unsafe seed.withAddress { seed in
          // The public half is also the second half of what is written; the library wants a place of its own for it.
          unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(crypto_sign_PUBLICKEYBYTES)) {
            unsafe crypto_sign_seed_keypair($0.baseAddress.unsafelyUnwrapped, keyPair, seed)
          }
        }
      }
      try check(status)
    }

    package static func ed25519Sign(
      _ message: Span<UInt8>, keyPair: Span<UInt8>, into signature: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let status = unsafe signature.withAddress { signature in
        unsafe message.withAddress { text in
          unsafe keyPair.withAddress {
            unsafe crypto_sign_detached(signature, nil, text, UInt64(message.count), $0)
          }
        }
      }
      try check(status)
    }

    package static func ed25519Verify(
      _ signature: Span<UInt8>, of message: Span<UInt8>, publicKey: Span<UInt8>
    ) throws(CryptoError) -> Bool {
      try requireReady()
      return unsafe signature.withAddress { signature in
        unsafe message.withAddress { text in
          unsafe publicKey.withAddress {
            unsafe crypto_sign_verify_detached(signature, text, UInt64(message.count), $0) == 0
          }
        }
      }
    }

    // MARK: ChaCha20-Poly1305

    package static func chachaPolySeal(
      _ text: inout MutableSpan<UInt8>, tag: inout MutableSpan<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
      additionalData: Span<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let count = UInt64(text.count)
      let status = unsafe text.withAddress { text in
        unsafe tag.withAddress { tag in
          unsafe key.withAddress { key in
            unsafe nonce.withAddress { nonce in
              unsafe additionalData.withAddress {
                unsafe crypto_aead_chacha20poly1305_ietf_encrypt_detached(
                  text, tag, nil, text, count, $0, UInt64(additionalData.count), nil, nonce, key)
              }
            }
          }
        }
      }
      try check(status)
    }

    package static func chachaPolyOpen(
      _ text: inout MutableSpan<UInt8>, tag: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
      additionalData: Span<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let count = UInt64(text.count)
      let status = unsafe text.withAddress { text in
        unsafe tag.withAddress { tag in
          unsafe key.withAddress { key in
            unsafe nonce.withAddress { nonce in
              unsafe additionalData.withAddress {
                unsafe crypto_aead_chacha20poly1305_ietf_decrypt_detached(
                  text, nil, text, count, tag, $0, UInt64(additionalData.count), nonce, key)
              }
            }
          }
        }
      }
      try check(status, else: .notAuthentic)
    }
  }
#endif
