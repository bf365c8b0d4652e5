/// `key_schedule_context` of base mode (RFC 9180 §5.1): what the key schedule takes of `info`, and all it takes.
///
/// It depends on public data alone, so whoever seals or opens many times with the same `info` makes it once.
package struct KeyScheduleContext: Hashable, Sendable {
  /// mode 0x00 ‖ psk_id_hash ‖ info_hash, 65 bytes.
  package let bytes: [UInt8]

  package init(info: Span<UInt8>) throws(CryptoError) {
    let nothing: [UInt8] = []
    let pskIDHash = try LabeledKDF.hpke.extract(
      salt: nothing.span, label: "psk_id_hash", inputKeyMaterial: nothing.span)
    let infoHash = try LabeledKDF.hpke.extract(salt: nothing.span, label: "info_hash", inputKeyMaterial: info)
    bytes = [0x00] + pskIDHash.withSpan { [UInt8](copying: $0) } + infoHash.withSpan { [UInt8](copying: $0) }
  }
}
