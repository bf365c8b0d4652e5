#if !canImport(CryptoKit)
  import CSodiumSystem

  /// The second and last file that imports C: a file of its own, so that a build on another backend can leave it out
  /// together with the keyrings, and `SodiumBackend.swift` stays what the extension needs.
  extension SodiumBackend: PassphraseBackend {
    package static func argon2id(
      passphrase: Span<UInt8>, salt: Span<UInt8>, operations: Int, memory: Int, into key: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
      try requireReady()
      let count = UInt64(key.count)
      let status = unsafe key.withAddress { key in
        unsafe passphrase.withAddress { text in
          unsafe text.withMemoryRebound(to: CChar.self, capacity: passphrase.count) { text in
            unsafe salt.withAddress {
              unsafe crypto_pwhash(
                key, count, text, UInt64(passphrase.count), $0, UInt64(operations), memory,
                crypto_pwhash_alg_argon2id13())
            }
          }
        }
      }
      // The lengths and costs are checked before, so what is left is memory that the system does not give.
      try check(status)
    }

    package static func xchachaPolySeal(
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
                unsafe crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
                  text, tag, nil, text, count, $0, UInt64(additionalData.count), nil, nonce, key)
              }
            }
          }
        }
      }
      try check(status)
    }

    package static func xchachaPolyOpen(
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
                unsafe crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
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
