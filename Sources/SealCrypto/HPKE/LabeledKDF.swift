/// LabeledExtract and LabeledExpand (RFC 9180 §4).
enum LabeledKDF {
  /// What stands before the input: the same bytes for every message, so they are put together once.
  struct Label: Sendable {
    /// I2OSP(length, 2) where it is for expanding ‖ "HPKE-v1" ‖ suite id ‖ label.
    let bytes: [UInt8]

    fileprivate init(_ suiteID: [UInt8], _ word: String, outputByteCount: UInt8? = nil) {
      let length: [UInt8] = if let outputByteCount { [0x00, outputByteCount] } else { [] }
      bytes = length + Array("HPKE-v1".utf8) + suiteID + Array(word.utf8)
    }

    /// "KEM" ‖ I2OSP(0x0020, 2): DHKEM(X25519, HKDF-SHA256), RFC 9180 §4.1.
    private static let kem = Array("KEM".utf8) + [0x00, 0x20]
    /// "HPKE" ‖ 0x0020 ‖ 0x0001 (HKDF-SHA256) ‖ 0x0003 (ChaCha20Poly1305), RFC 9180 §5.1.
    private static let hpke = Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x03]

    static let encapsulation = Label(kem, "eae_prk")
    static let sharedSecret = Label(kem, "shared_secret", outputByteCount: 32)
    static let pskIDHash = Label(hpke, "psk_id_hash")
    static let infoHash = Label(hpke, "info_hash")
    static let secret = Label(hpke, "secret")
    static let key = Label(hpke, "key", outputByteCount: 32)
    static let baseNonce = Label(hpke, "base_nonce", outputByteCount: 12)
  }

  /// Writes the 32 bytes of the pseudo-random key. Without a salt the key of the HMAC is no secret, and made once.
  static func extract(
    salt: Span<UInt8>? = nil, _ label: Label, _ inputKeyMaterial: Span<UInt8>, into key: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    let salt = if let salt { try Backend.hmacKey(salt) } else { try noSalt.get() }
    try Backend.hmacSHA256(salt, label.bytes.memory.span, inputKeyMaterial, counter: nil, into: &key)
  }

  /// Writes as many bytes as the label is for. At most 32, so they are the front of HKDF's first block.
  static func expand(
    _ key: Backend.HMACKey, _ label: Label, info: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    precondition(output.count == label.bytes[1], "the label says how many bytes")
    try withTemporarySecret { block throws(CryptoError) in
      try Backend.hmacSHA256(key, label.bytes.memory.span, info, counter: 1, into: &block)
      for index in 0..<output.count { output[index] = block[index] }
    }
  }

  private static let noSalt = Result { () throws(CryptoError) in
    let nothing: [UInt8] = []
    return try Backend.hmacKey(nothing.memory.span)
  }
}
