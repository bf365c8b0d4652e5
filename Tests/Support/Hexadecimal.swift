extension [UInt8] {
  /// The bytes that hexadecimal digits stand for; white space between them is passed over.
  ///
  /// It is for figures typed into tests, so anything else stops the test.
  package init(hex text: String) {
    let digits = text.filter { !$0.isWhitespace }.map { character in
      guard let value = character.hexDigitValue else { fatalError("not hexadecimal: \(character)") }
      return UInt8(value)
    }
    precondition(digits.count.isMultiple(of: 2), "half a byte of hexadecimal")
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Two lower-case digits for each byte.
  package var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
