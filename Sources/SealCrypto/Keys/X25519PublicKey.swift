/// A canonical X25519 public key of high order: 32 bytes, the little-endian u-coordinate (RFC 7748 §5).
package struct X25519PublicKey: Hashable, Sendable {
  package static let byteCount = 32

  package let bytes: [UInt8]

  /// Takes a public key from outside.
  ///
  /// - Throws: `wrongLength`, `nonCanonical` (bit 255 set, or the value at least p) or `lowOrder`.
  package init(validating bytes: Span<UInt8>) throws(CryptoError) {
    guard bytes.count == Self.byteCount else { throw CryptoError(.wrongLength) }
    guard FieldElement.isCanonical(bytes) else { throw CryptoError(.nonCanonical) }
    let copy = [UInt8](copying: bytes)
    guard !Self.lowOrderPoints.contains(copy) else { throw CryptoError(.lowOrder) }
    self.bytes = copy
  }

  /// Takes what the library itself has just computed from a scalar; a clamped scalar times the base point is canonical
  /// and never of low order.
  init(computed bytes: [UInt8]) { self.bytes = bytes }

  /// The canonical encodings of the u-coordinates of order 1, 2, 4 and 8 on the curve and its twist:
  /// 0, 1, p − 1 and the two of order 8 (RFC 7748 §6.1; D. J. Bernstein, "Curve25519", list of public keys to reject).
  private static let lowOrderPoints: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
    [
      0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
      0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
    ],
    [
      0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
      0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
    ],
  ]
}
