/// Encodings of integers modulo p = 2^255 − 19, on public bytes.
enum FieldElement {
  /// Whether 32 little-endian bytes are the canonical encoding of a field element: below p, bit 255 clear.
  static func isCanonical(_ bytes: Span<UInt8>) -> Bool {
    // p is 0x7fff…ffed. Below it: a top byte under 0x7f, or any byte between that is not 0xff, or a low byte under 0xed.
    guard bytes[31] <= 0x7f else { return false }
    if bytes[31] < 0x7f || bytes[0] < 0xed { return true }
    for index in 1..<31 where bytes[index] != 0xff { return true }
    return false
  }

  /// The same for an Ed25519 point's y, whose encoding holds the sign of x in bit 255 (RFC 8032 §5.1.2).
  static func isCanonicalIgnoringSign(_ bytes: Span<UInt8>) -> Bool {
    var copy = [UInt8](copying: bytes)
    copy[31] &= 0x7f
    return isCanonical(copy.memory.span)
  }
}
