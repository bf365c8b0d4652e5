/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03) for secrets at rest, lengths checked.
package enum XChaChaPoly {
  package static let keyByteCount = 32
  package static let nonceByteCount = 24
  package static let tagByteCount = 16

  /// Ciphertext ‖ tag.
  package static func seal(
    _ secret: Span<UInt8>, key: SecretBytes, nonce: [UInt8], additionalData: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    guard key.count == keyByteCount, nonce.count == nonceByteCount else { throw CryptoError(.wrongLength) }
    var text = [UInt8](copying: secret)
    var tag = [UInt8](repeating: 0, count: tagByteCount)
    var textSpan = text.memory.mutableSpan
    var tagSpan = tag.memory.mutableSpan
    do throws(CryptoError) {
      // In place, so the copy of the secret is the ciphertext when this returns.
      try key.withSpan { key throws(CryptoError) in
        try PassphraseLibrary.xchachaPolySeal(
          &textSpan, tag: &tagSpan, key: key, nonce: nonce.memory.span, additionalData: additionalData.memory.span)
      }
    } catch {
      Backend.wipe(&textSpan)
      throw error
    }
    return text + tag
  }

  /// The secret, of ciphertext ‖ tag.
  ///
  /// - Throws: `wrongLength` where a field has not its length, `notAuthentic` where anything was altered.
  package static func open(
    _ sealed: Span<UInt8>, key: SecretBytes, nonce: [UInt8], additionalData: [UInt8]
  ) throws(CryptoError) -> SecretBytes {
    guard key.count == keyByteCount, nonce.count == nonceByteCount, sealed.count >= tagByteCount else {
      throw CryptoError(.wrongLength)
    }
    let count = sealed.count - tagByteCount
    return try SecretBytes(count: count) { text throws(CryptoError) in
      for index in 0..<count { text[index] = sealed[index] }
      try key.withSpan { key throws(CryptoError) in
        try PassphraseLibrary.xchachaPolyOpen(
          &text, tag: sealed.extracting(count..<sealed.count), key: key, nonce: nonce.memory.span,
          additionalData: additionalData.memory.span)
      }
    }
  }
}
