/// HPKE (RFC 9180) in the one shape CallSeal uses: base mode, single shot, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256,
/// ChaCha20Poly1305, empty `aad`. There is no other mode and nothing to negotiate.
package enum HPKE {
  package static let encapsulatedKeyByteCount = 32
  package static let tagByteCount = 16

  /// Seals `message` in place: enc ‖ plaintext ‖ room for the tag becomes enc ‖ ciphertext ‖ tag.
  ///
  /// The layout is what single-shot HPKE APIs of other languages return and take. `message` is 32 bytes that are
  /// overwritten, the plaintext, and 16 bytes that are overwritten; `ephemeral` is for this message and no other.
  package static func seal(
    _ message: inout MutableSpan<UInt8>, to recipient: X25519PublicKey, context: KeyScheduleContext,
    ephemeral: X25519PrivateKey
  ) throws(CryptoError) {
    let shared = try DHKEM.encapsulate(to: recipient, ephemeral: ephemeral)
    let keys = try MessageKeys(sharedSecret: shared, context: context)
    for index in 0..<encapsulatedKeyByteCount { message[index] = ephemeral.publicKey.bytes[index] }
    var tag = [UInt8](repeating: 0, count: tagByteCount)
    let end = message.count - tagByteCount
    var tagSpan = tag.memory.mutableSpan
    try message.withSlice(encapsulatedKeyByteCount..<end) { text throws(CryptoError) in
      let noData: [UInt8] = []
      try keys.seal(&text, tag: &tagSpan, additionalData: noData.memory.span)
    }
    for index in 0..<tagByteCount { message[end + index] = tagSpan[index] }
  }

  /// Opens enc ‖ ciphertext ‖ tag: the plaintext.
  ///
  /// - Throws: `wrongLength`, `nonCanonical` or `lowOrder` for the encapsulated key, `notAuthentic` for the tag.
  package static func open(
    _ message: Span<UInt8>, with recipient: X25519PrivateKey, context: KeyScheduleContext
  ) throws(CryptoError) -> [UInt8] {
    let end = message.count - tagByteCount
    guard end >= encapsulatedKeyByteCount else { throw CryptoError(.wrongLength) }
    let encapsulated = try X25519PublicKey(validating: message.extracting(0..<encapsulatedKeyByteCount))
    let shared = try DHKEM.decapsulate(encapsulated, recipient: recipient)
    let keys = try MessageKeys(sharedSecret: shared, context: context)
    var text = [UInt8](copying: message.extracting(encapsulatedKeyByteCount..<end))
    var span = text.memory.mutableSpan
    let noData: [UInt8] = []
    try keys.open(&span, tag: message.extracting(end..<message.count), additionalData: noData.memory.span)
    return text
  }
}
