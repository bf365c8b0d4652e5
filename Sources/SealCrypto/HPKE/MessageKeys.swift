/// The key and nonce of one single-shot message (RFC 9180 §5.1, sequence number 0, so the nonce is the base nonce).
///
/// The exporter secret is not derived: nothing here exports.
package struct MessageKeys: Sendable {
  package let key: SecretBytes
  package let nonce: SecretBytes

  package init(sharedSecret: SecretBytes, context: KeyScheduleContext) throws(CryptoError) {
    let secret = try withTemporarySecret { secret throws(CryptoError) in
      try Self.extract(sharedSecret, into: &secret)
      return try Backend.hmacKey(secret.span)
    }
    key = try SecretBytes(count: 32) { key throws(CryptoError) in
      try LabeledKDF.expand(secret, .key, info: context.bytes.memory.span, into: &key)
    }
    nonce = try SecretBytes(count: 12) { nonce throws(CryptoError) in
      try LabeledKDF.expand(secret, .baseNonce, info: context.bytes.memory.span, into: &nonce)
    }
  }

  /// LabeledExtract(shared_secret, "secret", psk), with the default empty psk of base mode.
  static func secret(sharedSecret: SecretBytes) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: HKDF.hashByteCount) { secret throws(CryptoError) in
      try extract(sharedSecret, into: &secret)
    }
  }

  private static func extract(
    _ sharedSecret: SecretBytes, into secret: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    try sharedSecret.withSpan { salt throws(CryptoError) in
      let noPSK: [UInt8] = []
      try LabeledKDF.extract(salt: salt, .secret, noPSK.memory.span, into: &secret)
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
