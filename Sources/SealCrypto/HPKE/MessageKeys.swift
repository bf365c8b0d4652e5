/// The key and nonce of one single-shot message (RFC 9180 §5.1, sequence number 0, so the nonce is the base nonce).
///
/// The exporter secret is not derived: nothing here exports.
package struct MessageKeys: Sendable {
  package let key: SecretBytes
  package let nonce: SecretBytes

  package init(sharedSecret: SecretBytes, context: KeyScheduleContext) throws(CryptoError) {
    let secret = try Self.secret(sharedSecret: sharedSecret).withSpan { key throws(CryptoError) in
      try Backend.hmacKey(key)
    }
    key = try SecretBytes(count: 32) { key throws(CryptoError) in
      try LabeledKDF.hpke.expand(secret, label: "key", info: context.bytes.span, into: &key)
    }
    nonce = try SecretBytes(count: 12) { nonce throws(CryptoError) in
      try LabeledKDF.hpke.expand(secret, label: "base_nonce", info: context.bytes.span, into: &nonce)
    }
  }

  /// LabeledExtract(shared_secret, "secret", psk), with the default empty psk of base mode.
  static func secret(sharedSecret: SecretBytes) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: HKDF.hashByteCount) { key throws(CryptoError) in
      try sharedSecret.withSpan { salt throws(CryptoError) in
        let noPSK: [UInt8] = []
        try LabeledKDF.hpke.extract(salt: salt, label: "secret", inputKeyMaterial: noPSK.span, into: &key)
      }
    }
  }

  /// Encrypts `text` in place and writes the 16-byte tag.
  package func seal(
    _ text: inout MutableSpan<UInt8>, tag: inout MutableSpan<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) {
    try withKeyAndNonce { key, nonce throws(CryptoError) in
      try Backend.chachaPolySeal(&text, tag: &tag, key: key, nonce: nonce, additionalData: additionalData)
    }
  }

  /// Verifies `tag`, then decrypts `text` in place.
  ///
  /// - Throws: `notAuthentic`.
  package func open(
    _ text: inout MutableSpan<UInt8>, tag: Span<UInt8>, additionalData: Span<UInt8>
  ) throws(CryptoError) {
    try withKeyAndNonce { key, nonce throws(CryptoError) in
      try Backend.chachaPolyOpen(&text, tag: tag, key: key, nonce: nonce, additionalData: additionalData)
    }
  }

  private func withKeyAndNonce(
    _ body: (Span<UInt8>, Span<UInt8>) throws(CryptoError) -> Void
  ) throws(CryptoError) {
    try key.withSpan { key throws(CryptoError) in
      try nonce.withSpan { nonce throws(CryptoError) in try body(key, nonce) }
    }
  }
}
