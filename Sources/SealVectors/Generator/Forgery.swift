/// Signatures that satisfy Ed25519's equation and no honest signer makes: what separates libraries, and what the
/// format's own checks are there for.
enum Forgery {
  /// The same signature with S + L: the equation holds modulo L all the same.
  static func addingOrder(_ signature: [UInt8]) -> [UInt8] {
    Array(signature.prefix(32)) + sum(Array(signature.suffix(32)), order)
  }

  /// A signature with `point` for R and S = k·a: with R the neutral element, S·B = R + k·A holds for any message; with
  /// another point of small order it holds where the verifier multiplies by the cofactor.
  static func signature(of message: [UInt8], by sender: SenderKey, point: [UInt8]) -> [UInt8] {
    var scalar = Array(Sha512.hash(sender.seed).prefix(32))
    scalar[0] &= 0xf8
    scalar[31] = scalar[31] & 0x7f | 0x40
    let challenge = reduce(Sha512.hash(point + sender.publicKey + message))
    return point + multiply(challenge, reduce(scalar))
  }

  /// R that are not canonical or of small order, with their names.
  static let points: [(name: String, bytes: [UInt8])] = [
    ("the neutral element", [1] + zeros(31)),
    ("the neutral element with the sign bit set", [1] + zeros(30) + [0x80]),
    ("the neutral element in its other encoding, y = p + 1", [0xee] + [UInt8](repeating: 0xff, count: 30) + [0x7f]),
    ("the point of order 2, y = -1", [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f]),
    ("a point of order 4, y = 0", zeros(32)),
    ("a point of order 4, y = 0 in its other encoding, p", [0xed] + [UInt8](repeating: 0xff, count: 30) + [0x7f]),
    (
      "a point of order 8",
      [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
        0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
      ]
    ),
    (
      "another point of order 8",
      [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
        0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x85,
      ]
    ),
  ]

  /// L = 2^252 + 27742317777372353535851937790883648493, little-endian as all numbers here.
  static let order: [UInt8] =
    [
      0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    ] + zeros(15) + [0x10]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    var carry = 0
    return zip(a, b).map { a, b in
      carry += Int(a) + Int(b)
      defer { carry >>= 8 }
      return UInt8(carry & 0xff)
    }
  }

  /// `a`, which is below 2L, modulo L.
  private static func reduceOnce(_ a: [UInt8]) -> [UInt8] {
    guard !a.reversed().lexicographicallyPrecedes(order.reversed()) else { return a }
    var borrow = 0
    return zip(a, order).map { a, b in
      let difference = Int(a) - Int(b) - borrow
      borrow = difference < 0 ? 1 : 0
      return UInt8(difference & 0xff)
    }
  }

  /// The bits of a number, the first the most significant.
  private static func bits(_ a: [UInt8]) -> [Bool] {
    a.reversed().flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
  }

  private static func reduce(_ a: [UInt8]) -> [UInt8] { multiply(a, [1] + zeros(31)) }

  /// Doubling and adding; slow, and only ever on keys that everybody has.
  private static func multiply(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
    bits(a).reduce(zeros(32)) { product, bit in
      let doubled = reduceOnce(sum(product, product))
      return bit ? reduceOnce(sum(doubled, b)) : doubled
    }
  }
}
