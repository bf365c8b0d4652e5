/// What a file of keys may be: a JWK, a JWK Set, or PEM. Which one is seen from its first byte.
package enum KeyText {
  /// The keys in it, one or more.
  ///
  /// - Throws: `encoding` where it is no such text at all, otherwise as `JWK.keys` and `PEM.key`.
  package static func keys(parsing text: [UInt8]) throws(FormatError) -> [JWK.Key] {
    let start = try start(of: text)
    if text[start] == UInt8(ascii: "{") { return try JWK.keys(parsing: text) }
    guard PEM.begins(text[start...]) else {
      throw FormatError(.encoding, "neither a JWK, a JWK Set nor PEM of a key")
    }
    return [try PEM.key(parsing: text[start...])]
  }

  /// Where the text begins, behind white space.
  ///
  /// - Throws: `encoding` for nothing but white space, a byte order mark, and UTF-16 or UTF-32 without one.
  package static func start(of text: [UInt8]) throws(FormatError) -> Int {
    if text.starts(with: [0xef, 0xbb, 0xbf]) {
      throw FormatError(.encoding, "begins with a byte order mark; save it as UTF-8 without one")
    }
    // The order matters: UTF-32's mark begins with that of UTF-16.
    if text.prefix(4).count(where: { $0 == 0 }) == 3 || text.starts(with: [0xff, 0xfe, 0, 0])
      || text.starts(with: [0, 0, 0xfe, 0xff])
    {
      throw FormatError(.encoding, "UTF-32, not UTF-8; save it as UTF-8 without a byte order mark")
    }
    if text.starts(with: [0xff, 0xfe]) || text.starts(with: [0xfe, 0xff]) || text.prefix(2).contains(0) {
      throw FormatError(.encoding, "UTF-16, not UTF-8; save it as UTF-8 without a byte order mark")
    }
    guard let start = text.firstIndex(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) else {
      throw FormatError(.encoding, "empty")
    }
    return start
  }
}
