import TestSupport
import Testing

@testable import SealCrypto

struct FieldElementTests {
  /// p + `offset`, for the 19 values from p to 2^255 − 1 and those just below.
  static func prime(plus offset: Int) -> [UInt8] {
    [UInt8(0xed + offset)] + [UInt8](repeating: 0xff, count: 30) + [0x7f]
  }

  @Test func endsAtP() {
    for offset in -0xed...(-1) { #expect(FieldElement.isCanonical(Self.prime(plus: offset))) }
    for offset in 0...18 { #expect(!FieldElement.isCanonical(Self.prime(plus: offset))) }
  }

  /// A value as high as can be, but for one bit: below p wherever the bit is, except among the lowest ones.
  @Test func seesEveryBit() {
    for bit in 0..<255 {
      var bytes = Self.prime(plus: 18)
      bytes[bit / 8] ^= 1 << (bit % 8)
      // 2^255 − 1 − 2^bit is below p = 2^255 − 19 as soon as 2^bit exceeds 18.
      #expect(FieldElement.isCanonical(bytes) == (bit >= 5))
    }
  }

  @Test func hasNoBit255ButForTheSignOfX() {
    for bytes in [[UInt8](repeating: 0, count: 32), Self.prime(plus: -1), Self.prime(plus: 0)] {
      var signed = bytes
      signed[31] |= 0x80
      #expect(!FieldElement.isCanonical(signed))
      #expect(FieldElement.isCanonicalIgnoringSign(signed) == FieldElement.isCanonical(bytes))
      #expect(FieldElement.isCanonicalIgnoringSign(bytes) == FieldElement.isCanonical(bytes))
    }
  }
}
