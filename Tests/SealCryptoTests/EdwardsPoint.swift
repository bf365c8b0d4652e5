import TestSupport

/// A point of edwards25519, −x² + y² = 1 + d·x²·y², as the fractions X/Z and Y/Z (RFC 8032 §5.1).
struct EdwardsPoint {
  private let x: FieldNumber
  private let y: FieldNumber
  private let z: FieldNumber

  private static let d = -FieldNumber(121_665) * FieldNumber(121_666).inverse
  static let identity = EdwardsPoint(x: .zero, y: .one, z: .one)

  private init(x: FieldNumber, y: FieldNumber, z: FieldNumber) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// A point with this y, where the curve has one: x² = (y² − 1) / (d·y² + 1).
  init?(y: FieldNumber) {
    let square = y * y
    guard let x = ((square - .one) * (Self.d * square + .one).inverse).squareRoot else { return nil }
    self.init(x: x, y: y, z: .one)
  }

  /// The addition law of the curve, which holds for every two points, written without divisions.
  static func + (a: EdwardsPoint, b: EdwardsPoint) -> EdwardsPoint {
    let z = a.z * b.z
    let (xx, yy) = (a.x * b.x, a.y * b.y)
    let cross = a.x * b.y + a.y * b.x
    let product = d * xx * yy
    let (plus, minus) = (z * z + product, z * z - product)
    return EdwardsPoint(x: cross * z * minus, y: (yy + xx) * z * plus, z: plus * minus)
  }

  /// The point as often as a number says that is given as little-endian bytes.
  func times(_ scalar: [UInt8]) -> EdwardsPoint {
    var result = EdwardsPoint.identity
    for bit in stride(from: scalar.count * 8 - 1, through: 0, by: -1) {
      result = result + result
      if scalar[bit / 8] >> (bit % 8) & 1 == 1 { result = result + self }
    }
    return result
  }

  var affineY: FieldNumber { y * z.inverse }

  /// y, with the lowest bit of x in bit 255 (RFC 8032 §5.1.2).
  var encoding: [UInt8] {
    var bytes = affineY.bytes
    bytes[31] |= (x * z.inverse).bytes[0] << 7
    return bytes
  }

  /// L = 2^252 + 27742317777372353535851937790883648493, the order of the large subgroup, little-endian.
  static let largeOrder = [UInt8](hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")

  /// The eight points of the small subgroup: L times any point lies in it, and every second such point generates it.
  static let smallSubgroup: [EdwardsPoint] = {
    for y in 2... as PartialRangeFrom<UInt64> {
      guard let point = EdwardsPoint(y: FieldNumber(y))?.times(largeOrder) else { continue }
      if point.times([4]).encoding != identity.encoding {
        return (0..<8).map { point.times([$0]) }
      }
    }
    return []
  }()
}
