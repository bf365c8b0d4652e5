import TestSupport

/// A number modulo p = 2^255 − 19, for working out in a test what the sources hold as lists. Slow, and plain.
struct FieldNumber: Hashable {
  /// Four words, the least significant first; below p.
  private let words: [UInt64]

  static let zero = FieldNumber(0)
  static let one = FieldNumber(1)
  static let two = FieldNumber(2)
  private static let prime: [UInt64] = [0xffff_ffff_ffff_ffed, .max, .max, 0x7fff_ffff_ffff_ffff]

  init(_ value: UInt64) { words = [value, 0, 0, 0] }

  /// 2^255 ≡ 19, so 2^256 ≡ 38: whatever is above the fourth word comes back 38-fold.
  private init(reducing product: [UInt64]) {
    var low = Array(product[..<4])
    var high = Array(product[4...])
    while high.contains(where: { $0 != 0 }) {
      let folded = Self.multiply(high, [38])
      high = [0]
      var carry = false
      for index in 0..<max(4, folded.count) {
        let addend = index < folded.count ? folded[index] : 0
        if index < 4 {
          let (sum, first) = low[index].addingReportingOverflow(addend)
          let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
          low[index] = total
          carry = first || second
        } else {
          high.append(addend)
        }
      }
      if high.count > 1 { high.removeFirst() }
      if carry { high[0] += 1 }
    }
    while !Self.isBelow(low, Self.prime) { low = Self.subtract(low, Self.prime) }
    words = low
  }

  private static func multiply(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var product = [UInt64](repeating: 0, count: a.count + b.count)
    for i in a.indices {
      var carry: UInt64 = 0
      for j in b.indices {
        let (high, low) = a[i].multipliedFullWidth(by: b[j])
        let (sum, first) = product[i + j].addingReportingOverflow(low)
        let (total, second) = sum.addingReportingOverflow(carry)
        product[i + j] = total
        carry = high + (first ? 1 : 0) + (second ? 1 : 0)
      }
      product[i + b.count] = carry
    }
    return product
  }

  private static func isBelow(_ a: [UInt64], _ b: [UInt64]) -> Bool {
    a.reversed().lexicographicallyPrecedes(b.reversed())
  }

  private static func subtract(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var borrow: UInt64 = 0
    return (0..<4).map { index in
      let (difference, first) = a[index].subtractingReportingOverflow(b[index])
      let (total, second) = difference.subtractingReportingOverflow(borrow)
      borrow = first || second ? 1 : 0
      return total
    }
  }

  static func * (a: FieldNumber, b: FieldNumber) -> FieldNumber {
    FieldNumber(reducing: multiply(a.words, b.words))
  }

  static func + (a: FieldNumber, b: FieldNumber) -> FieldNumber {
    // Both are below 2^255, so the sum has no fifth word.
    var carry = false
    let sum = (0..<4).map { index in
      let (sum, first) = a.words[index].addingReportingOverflow(b.words[index])
      let (total, second) = sum.addingReportingOverflow(carry ? 1 : 0)
      carry = first || second
      return total
    }
    return FieldNumber(reducing: sum + [0])
  }

  static prefix func - (a: FieldNumber) -> FieldNumber {
    FieldNumber(reducing: subtract(prime, a.words) + [0])
  }

  static func - (a: FieldNumber, b: FieldNumber) -> FieldNumber { a + -b }

  /// To the power of 2^`bits` − `minus`.
  func power(bits: Int, minus: UInt64) -> FieldNumber {
    // 2^bits − minus, bit by bit from the top: all ones, but for its last word.
    let last = UInt64.max - (minus - 1)
    var result = FieldNumber.one
    for bit in stride(from: bits - 1, through: 0, by: -1) {
      result = result * result
      if bit >= 64 || last >> UInt64(bit) & 1 == 1 { result = result * self }
    }
    return result
  }

  /// By Fermat: to the power of p − 2 = 2^255 − 21.
  var inverse: FieldNumber { power(bits: 255, minus: 21) }

  /// A square root, where there is one (RFC 8032 §5.1.3): (p + 3) / 8 = 2^252 − 2, (p − 1) / 4 = 2^253 − 5.
  var squareRoot: FieldNumber? {
    let root = power(bits: 252, minus: 2)
    if root * root == self { return root }
    let other = root * FieldNumber.two.power(bits: 253, minus: 5)
    return other * other == self ? other : nil
  }

  /// 32 bytes, the least significant first.
  var bytes: [UInt8] { words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } } }
}
