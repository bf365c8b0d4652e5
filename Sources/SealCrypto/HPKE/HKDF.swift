/// HKDF with SHA-256 (RFC 5869).
package enum HKDF {
  package static let hashByteCount = 32
  /// RFC 5869 §2.3: at most 255 blocks.
  package static let largestOutput = 255 * hashByteCount

  /// HMAC(salt, `label` ‖ `inputKeyMaterial`): RFC 9180's labeled form in one, or plain HKDF with an empty label.
  package static func extract(
    salt: Span<UInt8>, label: Span<UInt8>, inputKeyMaterial: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: hashByteCount) { key throws(CryptoError) in
      try Backend.hmacSHA256(key: salt, label, inputKeyMaterial, into: &key)
    }
  }

  /// Fills `output` from a pseudo-random key.
  ///
  /// - Throws: `wrongLength` above `largestOutput` bytes.
  package static func expand(
    _ key: SecretBytes, info: [UInt8], into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    guard output.count <= largestOutput else { throw CryptoError(.wrongLength) }
    var block = try SecretBytes(count: 0) { _ in }
    var counter: UInt8 = 0
    var filled = 0
    while filled < output.count {
      counter += 1  // At most 255, by the guard above.
      let tail = info + [counter]
      let next = try SecretBytes(count: hashByteCount) { next throws(CryptoError) in
        try key.withSpan { key throws(CryptoError) in
          try block.withSpan { block throws(CryptoError) in
            try Backend.hmacSHA256(key: key, block, tail.span, into: &next)
          }
        }
      }
      next.withSpan { next in
        for index in 0..<min(hashByteCount, output.count - filled) { output[filled + index] = next[index] }
      }
      filled += min(hashByteCount, output.count - filled)
      block = next
    }
  }
}
