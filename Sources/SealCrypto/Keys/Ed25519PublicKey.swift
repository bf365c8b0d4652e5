/// A canonical Ed25519 public key that is not of small order: 32 bytes (RFC 8032 §5.1.2).
package struct Ed25519PublicKey: Hashable, Sendable {
  package static let byteCount = 32
  package static let signatureByteCount = 64

  package let bytes: [UInt8]

  /// Takes a public key from outside.
  ///
  /// - Throws: `wrongLength`, `nonCanonical` or `lowOrder`.
  package init(validating bytes: Span<UInt8>) throws(CryptoError) {
    guard bytes.count == Self.byteCount else { throw CryptoError(.wrongLength) }
    guard FieldElement.isCanonicalIgnoringSign(bytes) else { throw CryptoError(.nonCanonical) }
    guard !Self.isOfSmallOrder(bytes) else { throw CryptoError(.lowOrder) }
    self.bytes = [UInt8](copying: bytes)
  }

  /// Takes what the library itself has just computed from a seed.
  init(computed bytes: [UInt8]) { self.bytes = bytes }

  /// Whether `signature` (R ‖ S) over `message` verifies.
  ///
  /// Libraries differ in what they accept, so what must never pass is decided here, before the library is asked:
  /// S at least L, and an R that is not canonical or of small order. The key was held to the same when it was made.
  package func accepts(_ signature: Span<UInt8>, of message: Span<UInt8>) throws(CryptoError) -> Bool {
    guard Self.isAcceptable(signature) else { return false }
    return try Backend.ed25519Verify(signature, of: message, publicKey: bytes.memory.span)
  }

  /// Whether a signature has the length and the form that one has to have, whatever it signs.
  static func isAcceptable(_ signature: Span<UInt8>) -> Bool {
    guard signature.count == signatureByteCount else { return false }
    let point = signature.extracting(0..<32)
    return FieldElement.isCanonicalIgnoringSign(point) && !isOfSmallOrder(point)
      && isReducedScalar(signature.extracting(32..<64))
  }

  /// S < L = 2^252 + 27742317777372353535851937790883648493 (RFC 8032 §5.1.7), little-endian. S is public.
  private static func isReducedScalar(_ scalar: Span<UInt8>) -> Bool {
    var index = 31
    while index >= 0 {
      if scalar[index] != groupOrder[index] { return scalar[index] < groupOrder[index] }
      index -= 1
    }
    return false
  }

  private static let groupOrder: [UInt8] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
  ]

  private static func isOfSmallOrder(_ point: Span<UInt8>) -> Bool {
    smallOrderPoints.contains { candidate in
      var difference: UInt8 = (candidate[31] ^ point[31]) & 0x7f
      for index in 0..<31 { difference |= candidate[index] ^ point[index] }
      return difference == 0
    }
  }

  /// The canonical y-coordinates of the eight points of order 1, 2, 4 and 8; either sign of x is refused, which also
  /// covers the two encodings of "x = 0, but negative". (The torsion subgroup is computed in `Ed25519PublicKeyTests`.)
  private static let smallOrderPoints: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f],
    [
      0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
      0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
    [
      0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
      0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
  ]
}
