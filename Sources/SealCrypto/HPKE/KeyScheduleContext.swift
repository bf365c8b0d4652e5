/// `key_schedule_context` of base mode (RFC 9180 §5.1): what the key schedule takes of `info`, and all it takes.
///
/// It depends on public data alone, so whoever seals or opens many times with the same `info` makes it once.
package struct KeyScheduleContext: Hashable, Sendable {
  /// mode 0x00 ‖ psk_id_hash ‖ info_hash, 65 bytes.
  package let bytes: [UInt8]

  package init(info: Span<UInt8>) throws(CryptoError) {
    var bytes = try Self.head.get()
    bytes.reserveCapacity(65)
    bytes += repeatElement(0, count: HKDF.hashByteCount)
    var span = bytes.memory.mutableSpan
    try span.withSlice(33..<65) { hash throws(CryptoError) in
      try LabeledKDF.extract(.infoHash, info, into: &hash)
    }
    self.bytes = bytes
  }

  /// 0x00 ‖ psk_id_hash: the same for everyone, since base mode's psk_id is empty.
  private static let head = Result { () throws(CryptoError) in
    var bytes = [UInt8](repeating: 0, count: 33)
    var span = bytes.memory.mutableSpan
    try span.withSlice(1..<33) { hash throws(CryptoError) in
      let nothing: [UInt8] = []
      try LabeledKDF.extract(.pskIDHash, nothing.memory.span, into: &hash)
    }
    return bytes
  }
}
