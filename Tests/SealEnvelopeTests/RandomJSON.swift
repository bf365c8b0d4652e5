import SealEnvelope
import TestSupport

/// Values of the I-JSON profile, with a liking for what goes wrong.
enum RandomJSON {
  private static let pieces = [
    "", "a", "name", "\u{e9}", "e\u{301}", "\u{212b}", "\u{c5}", "A\u{30a}", "\u{1100}\u{1161}", "\u{ac00}", "😀", "👨‍👩‍👧",
    "\u{0}", "\u{1f}",
    "\"", "\\", "/", "\n", "\r\n", "\u{7f}", "\u{85}", "\u{2028}", "\u{202e}", "\u{feff}", "\u{fffd}", "\u{10fffd}",
    "\u{d7ff}", "0", " ",
  ]

  static func string(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  static func value(_ generator: inout SeededGenerator, depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int64.random(in: JSONValue.integers, using: &generator))
    case 3: return .integer([0, -1, 1, 10, JSONValue.integers.upperBound].randomElement(using: &generator) ?? 0)
    case 4:
      let number = Double(bitPattern: generator.next())
      return .number(number.isFinite ? number : 1.0)
    case 5: return .string(string(&generator))
    case 6:
      return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(&generator, depth: depth - 1) })
    default: return .object(object(&generator, depth: depth - 1))
    }
  }

  static func object(_ generator: inout SeededGenerator, depth: Int = 4) -> JSONObject {
    var object = JSONObject()
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      object[string(&generator)] = value(&generator, depth: depth)
    }
    return object
  }
}
