/// DHKEM(X25519, HKDF-SHA256), RFC 9180 §4.1.
package enum DHKEM {
  /// The sender's side: the shared secret for `recipient`, whose encapsulated key is the ephemeral key's public half.
  package static func encapsulate(
    to recipient: X25519PublicKey, ephemeral: X25519PrivateKey
  ) throws(CryptoError) -> SecretBytes {
    try ephemeral.withSharedSecret(with: recipient) { secret throws(CryptoError) in
      try extractAndExpand(secret, encapsulated: ephemeral.publicKey, recipient: recipient)
    }
  }

  /// The recipient's side.
  ///
  /// - Throws: `lowOrder` where the Diffie-Hellman value is all zeros (RFC 9180 §7.1.4).
  package static func decapsulate(
    _ encapsulated: X25519PublicKey, recipient: X25519PrivateKey
  ) throws(CryptoError) -> SecretBytes {
    try recipient.withSharedSecret(with: encapsulated) { secret throws(CryptoError) in
      try extractAndExpand(secret, encapsulated: encapsulated, recipient: recipient.publicKey)
    }
  }

  private static func extractAndExpand(
    _ secret: Span<UInt8>, encapsulated: X25519PublicKey, recipient: X25519PublicKey
  ) throws(CryptoError) -> SecretBytes {
    let key = try withTemporarySecret { key throws(CryptoError) in
      try LabeledKDF.extract(.encapsulation, secret, into: &key)
      return try Backend.hmacKey(key.span)
    }
    let context = encapsulated.bytes + recipient.bytes
    return try SecretBytes(count: 32) { shared throws(CryptoError) in
      try LabeledKDF.expand(key, .sharedSecret, info: context.memory.span, into: &shared)
    }
  }
}
