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
      try Backend.hmacSHA256(salt, label, inputKeyMaterial, counter: nil, into: &key)
    }
  }

  /// Fills `output` from a pseudo-random key.
  ///
  /// - Throws: `wrongLength` above `largestOutput` bytes.
  package static func expand(
    _ key: SecretBytes, info: [UInt8], into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard output.count <= largestOutput else { throw CryptoError(.wrongLength) }
    let key = try key.withSpan { key throws(CryptoError) in try Backend.hmacKey(key) }
    try withTemporarySecret { block throws(CryptoError) in
      try withTemporarySecret { before throws(CryptoError) in
        var counter: UInt8 = 0
        var filled = 0
        while filled < output.count {
          let headCount = filled == 0 ? 0 : hashByteCount
          counter += 1  // At most 255, by the guard above.
          try Backend.hmacSHA256(
            key, before.span.extracting(first: headCount), info.memory.span, counter: counter, into: &block)
          let count = min(hashByteCount, output.count - filled)
          for index in 0..<count { output[filled + index] = block[index] }
          for index in 0..<hashByteCount { before[index] = block[index] }
          filled += count
        }
      }
    }
  }
}
