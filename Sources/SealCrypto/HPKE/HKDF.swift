/// HKDF with SHA-256 (RFC 5869).
package enum HKDF {
  package static let hashByteCount = 32
  /// RFC 5869 §2.3: at most 255 blocks.
  package static let largestOutput = 255 * hashByteCount

  /// HMAC(salt, `label` ‖ `inputKeyMaterial`): RFC 9180's labeled form in one, or plain HKDF with an empty label.
  package static func extract(
    salt: Span<UInt8>, label: Span<UInt8>, inputKeyMaterial: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    let salt = try Backend.hmacKey(salt)
    return try SecretBytes(count: hashByteCount) { key throws(CryptoError) in
      try Backend.hmacSHA256(salt, label, inputKeyMaterial, into: &key)
    }
  }

  /// Fills `output` from a pseudo-random key.
  ///
  /// - Throws: `wrongLength` above `largestOutput` bytes.
  package static func expand(
    _ key: SecretBytes, info: [UInt8], into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    try expand(key.withSpan { key throws(CryptoError) in try Backend.hmacKey(key) }, info: info, into: &output)
  }

  /// The same, from a key that has been taken in.
  package static func expand(
    _ key: Backend.HMACKey, info: [UInt8], into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard output.count <= largestOutput else { throw CryptoError(.wrongLength) }
    var tail = info
    tail.append(0)
    try withTemporarySecret(count: hashByteCount) { block throws(CryptoError) in
      try withTemporarySecret(count: hashByteCount) { before throws(CryptoError) in
        var filled = 0
        while filled < output.count {
          tail[tail.count - 1] += 1  // The counter: at most 255, by the guard above.
          let headCount = filled == 0 ? 0 : hashByteCount
          try Backend.hmacSHA256(key, before.span.extracting(first: headCount), tail.span, into: &block)
          let count = min(hashByteCount, output.count - filled)
          for index in 0..<count { output[filled + index] = block[index] }
          for index in 0..<hashByteCount { before[index] = block[index] }
          filled += count
        }
      }
    }
  }
}
