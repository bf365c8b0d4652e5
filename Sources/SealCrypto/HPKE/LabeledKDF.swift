/// LabeledExtract and LabeledExpand (RFC 9180 §4) for one suite id.
struct LabeledKDF: Sendable {
  /// "KEM" ‖ I2OSP(0x0020, 2): DHKEM(X25519, HKDF-SHA256), RFC 9180 §4.1.
  static let kem = LabeledKDF(suiteID: Array("KEM".utf8) + [0x00, 0x20])
  /// "HPKE" ‖ 0x0020 ‖ 0x0001 (HKDF-SHA256) ‖ 0x0003 (ChaCha20Poly1305), RFC 9180 §5.1.
  static let hpke = LabeledKDF(suiteID: Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x03])

  private let prefix: [UInt8]

  private init(suiteID: [UInt8]) { prefix = Array("HPKE-v1".utf8) + suiteID }

  /// The pseudo-random key, taken in for expanding. Without a salt there is nothing secret in the one that is used, so
  /// it is made once.
  func extract(
    salt: Span<UInt8>? = nil, label: StaticString, inputKeyMaterial: Span<UInt8>
  ) throws(CryptoError) -> Backend.HMACKey {
    try withTemporarySecret(count: HKDF.hashByteCount) { key throws(CryptoError) in
      try extract(salt: salt, label: label, inputKeyMaterial: inputKeyMaterial, into: &key)
      return try Backend.hmacKey(key.span)
    }
  }

  /// The same, written over the 32 bytes of `key`.
  func extract(
    salt: Span<UInt8>? = nil, label: StaticString, inputKeyMaterial: Span<UInt8>, into key: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    let salt = if let salt { try Backend.hmacKey(salt) } else { try Self.noSalt.get() }
    try Backend.hmacSHA256(salt, labeled(label, room: 0).span, inputKeyMaterial, into: &key)
  }

  func expand(
    _ key: Backend.HMACKey, label: StaticString, info: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    var all = labeled(label, length: output.count, room: info.count)
    all.append(copying: info)
    try HKDF.expand(key, info: all, into: &output)
  }

  private static let noSalt = Result { () throws(CryptoError) in
    let nothing: [UInt8] = []
    return try Backend.hmacKey(nothing.span)
  }

  /// I2OSP(length, 2), where there is one, ‖ "HPKE-v1" ‖ suite id ‖ label, in an array with room for more.
  private func labeled(_ label: StaticString, length: Int? = nil, room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 + prefix.count + label.utf8CodeUnitCount + room)
    if let length {
      bytes.append(UInt8(truncatingIfNeeded: length >> 8))
      bytes.append(UInt8(truncatingIfNeeded: length))
    }
    bytes += prefix
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: label.utf8Start, count: label.utf8CodeUnitCount))
    return bytes
  }
}
