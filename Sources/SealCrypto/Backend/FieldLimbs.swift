#if !canImport(CryptoKit)
  /// A number modulo p = 2^255 − 19 in five limbs of 51 bits, the least significant first. For public numbers.
  ///
  /// What comes out of `*` has limbs below 2^51 + 2^13; a difference of two such has limbs below 2^53 + 2^52, and a sum
  /// of two of those below 2^55. One factor of `*` may be as large as that where the other's limbs are below 2^52: then
  /// every sum of products stays below 5 · 19 · 2^107 < 2^114, and 19 times the carry out of the highest, which has no 19
  /// in it, below 2^63.
  struct FieldLimbs {
    private var a: UInt64
    private var b: UInt64
    private var c: UInt64
    private var d: UInt64
    private var e: UInt64

    static let mask: UInt64 = 1 << 51 - 1

    static let zero = FieldLimbs(0, 0, 0, 0, 0)
    static let one = FieldLimbs(1, 0, 0, 0, 0)

    init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64) {
      (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    }

    /// Reads 32 little-endian bytes, without bit 255.
    init(_ bytes: Span<UInt8>) {
      func word(_ start: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<8 { word |= UInt64(bytes[start + index]) << (8 * UInt64(index)) }
        return word
      }
      let (w0, w1, w2, w3) = (word(0), word(8), word(16), word(24))
      a = w0 & Self.mask
      b = (w0 >> 51 | w1 << 13) & Self.mask
      c = (w1 >> 38 | w2 << 26) & Self.mask
      d = (w2 >> 25 | w3 << 39) & Self.mask
      e = w3 >> 12 & Self.mask
    }

    /// The number below p in words of 64 bits, the least significant first.
    var words: (UInt64, UInt64, UInt64, UInt64) {
      let n = reduced
      return (n.a | n.b << 51, n.b >> 13 | n.c << 38, n.c >> 26 | n.d << 25, n.d >> 39 | n.e << 12)
    }

    /// Writes the 32 bytes of the number below p.
    func write(into bytes: inout MutableSpan<UInt8>) {
      let words = words
      for index in 0..<8 {
        let shift = 8 * UInt64(index)
        bytes[index] = UInt8(truncatingIfNeeded: words.0 >> shift)
        bytes[index + 8] = UInt8(truncatingIfNeeded: words.1 >> shift)
        bytes[index + 16] = UInt8(truncatingIfNeeded: words.2 >> shift)
        bytes[index + 24] = UInt8(truncatingIfNeeded: words.3 >> shift)
      }
    }

    var isZero: Bool {
      let n = reduced
      return n.a | n.b | n.c | n.d | n.e == 0
    }

    static func + (x: FieldLimbs, y: FieldLimbs) -> FieldLimbs {
      FieldLimbs(x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d, x.e &+ y.e)
    }

    /// 4p is added, so that no limb goes below zero.
    static func - (x: FieldLimbs, y: FieldLimbs) -> FieldLimbs {
      let least: UInt64 = 4 * (1 << 51 - 19)
      let other: UInt64 = 4 * (1 << 51 - 1)
      return FieldLimbs(
        x.a &+ least &- y.a, x.b &+ other &- y.b, x.c &+ other &- y.c, x.d &+ other &- y.d, x.e &+ other &- y.e)
    }

    /// Schoolbook; what stands above 2^255 comes back 19-fold.
    static func * (x: FieldLimbs, y: FieldLimbs) -> FieldLimbs {
      let (b19, c19, d19, e19) = (y.b &* 19, y.c &* 19, y.d &* 19, y.e &* 19)
      return carried(
        wide(x.a, y.a) &+ wide(x.b, e19) &+ wide(x.c, d19) &+ wide(x.d, c19) &+ wide(x.e, b19),
        wide(x.a, y.b) &+ wide(x.b, y.a) &+ wide(x.c, e19) &+ wide(x.d, d19) &+ wide(x.e, c19),
        wide(x.a, y.c) &+ wide(x.b, y.b) &+ wide(x.c, y.a) &+ wide(x.d, e19) &+ wide(x.e, d19),
        wide(x.a, y.d) &+ wide(x.b, y.c) &+ wide(x.c, y.b) &+ wide(x.d, y.a) &+ wide(x.e, e19),
        wide(x.a, y.e) &+ wide(x.b, y.d) &+ wide(x.c, y.c) &+ wide(x.d, y.b) &+ wide(x.e, y.a))
    }

    private static func wide(_ x: UInt64, _ y: UInt64) -> UInt128 {
      let (high, low) = x.multipliedFullWidth(by: y)
      return UInt128(high) << 64 | UInt128(low)
    }

    private static func carried(
      _ a: UInt128, _ b: UInt128, _ c: UInt128, _ d: UInt128, _ e: UInt128
    ) -> FieldLimbs {
      let b = b &+ (a >> 51)
      let c = c &+ (b >> 51)
      let d = d &+ (c >> 51)
      let e = e &+ (d >> 51)
      func low(_ sum: UInt128) -> UInt64 { UInt64(truncatingIfNeeded: sum) & mask }
      let first = low(a) &+ UInt64(truncatingIfNeeded: e >> 51) &* 19
      return FieldLimbs(first & mask, low(b) &+ first >> 51, low(c), low(d), low(e))
    }

    private var carriedOnce: FieldLimbs {
      let b = b &+ a >> 51
      let c = c &+ b >> 51
      let d = d &+ c >> 51
      let e = e &+ d >> 51
      return FieldLimbs(
        a & Self.mask &+ (e >> 51) &* 19, b & Self.mask, c & Self.mask, d & Self.mask, e & Self.mask)
    }

    /// The number below p.
    private var reduced: FieldLimbs {
      // Twice, since the first carry out of the top may bring the lowest limb over its 51 bits again.
      let n = carriedOnce.carriedOnce
      // n is below 2^255 + 2^13 now: p is taken off where n + 19 reaches 2^255.
      var carry = (n.a &+ 19) >> 51
      carry = (n.b &+ carry) >> 51
      carry = (n.c &+ carry) >> 51
      carry = (n.d &+ carry) >> 51
      carry = (n.e &+ carry) >> 51
      // The carry out of the top is 2^255, which goes with p: it does not come back as 19.
      let a = n.a &+ 19 &* carry
      let b = n.b &+ a >> 51
      let c = n.c &+ b >> 51
      let d = n.d &+ c >> 51
      let e = n.e &+ d >> 51
      return FieldLimbs(a & Self.mask, b & Self.mask, c & Self.mask, d & Self.mask, e & Self.mask)
    }
  }
#endif
