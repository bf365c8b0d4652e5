import SealEnvelope

/// Any JSON that the I-JSON profile has, as text: with all that a property list lacks or holds otherwise.
struct AnyJSON {
  var dice: Dice

  private static let names = [
    "a", "b", "", " ", "é", "e\u{301}", "\u{212b}", "\u{c5}", "A\u{30a}", "\u{1112}\u{1161}\u{11ab}", "\u{d55c}",
    "\u{0}",
    "x\u{0}y", "null", "callseal", "sealed", "id", "\u{1d11e}", "\u{200b}", "$uid", "CF$UID",
  ]

  mutating func object(depth: Int) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<dice.below(5) { object[dice.one(of: Self.names)] = value(depth: depth - 1) }
    return object
  }

  mutating func value(depth: Int) -> JSONValue {
    switch dice.below(depth > 0 ? 14 : 10) {
    case 0: .null
    case 1: .bool(dice.below(2) == 0)
    case 2: .integer(Int64.random(in: JSONValue.integers, using: &dice))
    case 3: .integer(dice.one(of: [0, 1, -1, JSONValue.integers.lowerBound, JSONValue.integers.upperBound]))
    case 4: .number(dice.one(of: [10.0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, 9_007_199_254_740_992, -1.5]))
    case 5: .number(Double.random(in: -1e18...1e18, using: &dice))
    case 6: .string(dice.one(of: Self.names))
    case 7: .string(String(String.UnicodeScalarView((0..<dice.below(12)).map { _ in scalar() })))
    case 8: .array([])
    case 9: .object([:])
    case 10, 11: .array((0..<dice.below(4)).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth))
    }
  }

  /// Any scalar but the 66 that are never characters.
  private mutating func scalar() -> Unicode.Scalar {
    while true {
      let limit: UInt32 = dice.one(of: [0x80, 0x800, 0x1_0000, 0x11_0000])
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &dice)) else { continue }
      if scalar.value & 0xfffe != 0xfffe, !(0xfdd0...0xfdef ~= scalar.value) { return scalar }
    }
  }

  /// An object within objects, as deep as may be, with something at the bottom.
  static func nested(_ levels: Int, _ bottom: JSONValue) -> JSONValue {
    (0..<levels).reduce(bottom) { value, level in level % 2 == 0 ? .object(["a": value]) : .array([value, .null]) }
  }
}
