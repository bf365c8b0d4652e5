#if !canImport(CryptoKit)
  /// From Ed25519's coordinates to X25519's: u = (1 + y) / (1 − y) modulo p = 2^255 − 19 (RFC 7748 §4.1).
  ///
  /// All of it is public: a public key in, the same public key out. So nothing here takes care of its time.
  enum BirationalMap {
    /// Replaces the 32 bytes of an Ed25519 point, which is on the curve and not the neutral one, by those of its
    /// u-coordinate. The neutral point has none: nothing is changed, and `false` returned.
    static func convertToMontgomery(_ point: inout MutableSpan<UInt8>) -> Bool {
      let y = FieldLimbs(point.span)  // Without bit 255, the sign of x.
      let denominator = FieldLimbs.one - y
      guard !denominator.isZero else { return false }
      let u = (FieldLimbs.one + y) * denominator.inverse
      u.write(into: &point)
      return true
    }
  }
#endif
