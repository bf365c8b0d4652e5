/// LabeledExtract and LabeledExpand (RFC 9180 §4) for one suite id.
struct LabeledKDF: Sendable {
  /// "KEM" ‖ I2OSP(0x0020, 2): DHKEM(X25519, HKDF-SHA256), RFC 9180 §4.1.
  static let kem = LabeledKDF(suiteID: Array("KEM".utf8) + [0x00, 0x20])
  /// "HPKE" ‖ 0x0020 ‖ 0x0001 (HKDF-SHA256) ‖ 0x0003 (ChaCha20Poly1305), RFC 9180 §5.1.
  static let hpke = LabeledKDF(suiteID: Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x03])

  private let prefix: [UInt8]

  private init(suiteID: [UInt8]) { prefix = Array("HPKE-v1".utf8) + suiteID }

  func extract(
    salt: Span<UInt8>, label: String, inputKeyMaterial: Span<UInt8>
  ) throws(CryptoError) -> SecretBytes {
    let label = prefix + label.utf8
    return try HKDF.extract(salt: salt, label: label.span, inputKeyMaterial: inputKeyMaterial)
  }

  func expand(
    _ key: SecretBytes, label: String, info: [UInt8], into output: inout MutableSpan<UInt8>
  ) throws(CryptoError) {
    let length = [UInt8(output.count >> 8), UInt8(output.count & 0xff)]
    try HKDF.expand(key, info: length + prefix + label.utf8 + info, into: &output)
  }
}
