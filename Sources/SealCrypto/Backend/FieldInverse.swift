#if !canImport(CryptoKit)
  extension FieldLimbs {
    /// 1 / x, for an x that is not zero.
    ///
    /// Division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular inversion", 2019), 62 at a
    /// time on the low words alone, here in a time that depends on x: x is public. A fifth of the time of x^(p − 2).
    ///
    /// f and g start as p and x, and each batch replaces them by (u f + v g) / 2^62 and (q f + r g) / 2^62, until g is 0
    /// and f, coprime to begin with, ±1. d and e, which start as 0 and 1, keep f ≡ d x / s and g ≡ e x / s modulo p for
    /// s = 2^−62 per batch: the matrices are applied to them without dividing, and the divisions made up for at the end.
    var inverse: FieldLimbs {
      var (f, g) = (WideNumber.prime, WideNumber(self))
      var (d, e) = (FieldLimbs.zero, FieldLimbs.one)
      var scale = FieldLimbs.one
      var delta = 1
      // 742 steps are enough for any two numbers of 256 bits (ibid., theorem 11.2).
      for _ in 0..<12 where !g.isZero {
        let matrix = StepMatrix(f.lowWord, g.lowWord, &delta)
        (f, g) = (f.combined(with: g, matrix.u, matrix.v), f.combined(with: g, matrix.q, matrix.r))
        (d, e) = (
          d.scaled(by: matrix.u) + e.scaled(by: matrix.v), d.scaled(by: matrix.q) + e.scaled(by: matrix.r)
        )
        scale = scale * Self.batchDivisor
      }
      let inverse = d * scale
      return f.isNegative ? FieldLimbs.zero - inverse : inverse
    }

    /// 2^−62: one half, which is (p + 1) / 2, to the power of 62.
    private static let batchDivisor = {
      let half = FieldLimbs(1 << 51 - 9, 1 << 51 - 1, 1 << 51 - 1, 1 << 51 - 1, 1 << 50 - 1)
      return (0..<62).reduce(FieldLimbs.one) { power, _ in power * half }
    }()

    /// The product with a number of less than 2^63 either way.
    private func scaled(by factor: Int64) -> FieldLimbs {
      let size = factor.magnitude
      let product = self * FieldLimbs(size & Self.mask, size >> 51, 0, 0, 0)
      return factor < 0 ? FieldLimbs.zero - product : product
    }
  }

  /// What 62 division steps do to f and g, as a matrix times 2^62.
  private struct StepMatrix {
    private(set) var u: Int64 = 1
    private(set) var v: Int64 = 0
    private(set) var q: Int64 = 0
    private(set) var r: Int64 = 1

    /// From the low words of f, which is odd, and g. Twos are shifted out of g all at once.
    init(_ f: UInt64, _ g: UInt64, _ delta: inout Int) {
      var (f, g) = (f, g)
      var left = 62
      while true {
        // A bit is set above the steps that are left, so that no more are taken.
        let shift = (g | 1 << UInt64(left)).trailingZeroBitCount
        g >>= UInt64(shift)
        u <<= Int64(shift)
        v <<= Int64(shift)
        delta += shift
        left -= shift
        if left == 0 { return }
        if delta > 0 {
          delta = -delta
          (f, g) = (g, 0 &- f)
          (u, v, q, r) = (q, r, -u, -v)
        }
        // g is odd: adding f makes it even. The step itself halves, and that is the next round's shift.
        g = g &+ f
        q += u
        r += v
      }
    }
  }

  /// A signed number in five words of 62 bits, the least significant first, the last with the sign.
  private struct WideNumber {
    private var words: (Int64, Int64, Int64, Int64, Int64)
    private static let mask: Int64 = 1 << 62 - 1

    /// p = 2^255 − 19.
    static let prime = WideNumber(words: (1 << 62 - 19, mask, mask, mask, 1 << 7 - 1))

    private init(words: (Int64, Int64, Int64, Int64, Int64)) { self.words = words }

    init(_ number: FieldLimbs) {
      let n = number.words
      func part(_ word: UInt64) -> Int64 { Int64(bitPattern: word) & Self.mask }
      words = (
        part(n.0), part(n.0 >> 62 | n.1 << 2), part(n.1 >> 60 | n.2 << 4), part(n.2 >> 58 | n.3 << 6),
        Int64(bitPattern: n.3 >> 56)
      )
    }

    var isZero: Bool { words.0 | words.1 | words.2 | words.3 | words.4 == 0 }
    var isNegative: Bool { words.4 < 0 }
    var lowWord: UInt64 { UInt64(bitPattern: words.0 | words.1 << 62) }

    /// (a · self + b · other) / 2^62, which has no remainder.
    func combined(with other: WideNumber, _ a: Int64, _ b: Int64) -> WideNumber {
      func product(_ x: Int64, _ y: Int64) -> Int128 { Int128(a) &* Int128(x) &+ Int128(b) &* Int128(y) }
      func low(_ sum: Int128) -> Int64 { Int64(truncatingIfNeeded: sum) & Self.mask }
      let first = product(words.0, other.words.0) >> 62
      let second = product(words.1, other.words.1) &+ first
      let third = product(words.2, other.words.2) &+ (second >> 62)
      let fourth = product(words.3, other.words.3) &+ (third >> 62)
      let fifth = product(words.4, other.words.4) &+ (fourth >> 62)
      return WideNumber(
        words: (low(second), low(third), low(fourth), low(fifth), Int64(truncatingIfNeeded: fifth >> 62)))
    }
  }
#endif
