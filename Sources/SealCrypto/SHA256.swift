/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  package static let byteCount = 32

  package static func hash(_ message: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    var span = digest.memory.mutableSpan
    try Backend.sha256(message, into: &span)
    return digest
  }
}
