private import SealCrypto

/// Base64url without padding (RFC 4648 §5), and the one reading of it that the format allows.
package enum Base64URL {
  /// What a reader takes.
  package enum Reading {
    /// base64url without padding and nothing else: JWK members (RFC 7515 §2).
    case exact
    /// Either alphabet but not both in one text, with exact padding or none: an envelope in JSON.
    case lenient
  }

  /// The characters that `count` bytes become.
  package static func encodedCount(_ count: Int) -> Int { (count * 4 + 2) / 3 }

  /// Writes the encoding of `bytes` over `text`, which has exactly the room for it.
  package static func encode(_ bytes: Span<UInt8>, into text: inout MutableSpan<UInt8>) {
    precondition(text.count == encodedCount(bytes.count), "the room is that of the encoding")
    // Every index below is in bounds by the line above; to look again for each would take longer than to encode.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe text.withUnsafeMutableBufferPointer { text in
        unsafe pairs.withUnsafeBufferPointer { unsafe encode(bytes, into: text, $0) }
      }
    }
  }

  @unsafe private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>,
    _ pairs: UnsafeBufferPointer<UInt16>
  ) {
    var index = 0
    var place = 0
    while index &+ 3 <= bytes.count {
      let group = unsafe Int(bytes[index]) << 16 | Int(bytes[index &+ 1]) << 8 | Int(bytes[index &+ 2])
      let (first, second) = unsafe (pairs[group >> 12], pairs[group & 0xfff])
      unsafe text[place] = UInt8(truncatingIfNeeded: first)
      unsafe text[place &+ 1] = UInt8(truncatingIfNeeded: first >> 8)
      unsafe text[place &+ 2] = UInt8(truncatingIfNeeded: second)
      unsafe text[place &+ 3] = UInt8(truncatingIfNeeded: second >> 8)
      index &+= 3
      place &+= 4
    }
    let left = bytes.count - index
    guard left > 0 else { return }
    let group = unsafe Int(bytes[index]) << 16 | (left == 2 ? Int(bytes[index + 1]) << 8 : 0)
    let (first, second) = unsafe (pairs[group >> 12], pairs[group & 0xfff])
    unsafe text[place] = UInt8(truncatingIfNeeded: first)
    unsafe text[place + 1] = UInt8(truncatingIfNeeded: first >> 8)
    if left == 2 { unsafe text[place + 2] = UInt8(truncatingIfNeeded: second) }
  }

  /// Appends the encoding of `bytes` to `text`.
  package static func encode(_ bytes: Span<UInt8>, onto text: inout [UInt8]) {
    let start = text.count
    text.append(contentsOf: repeatElement(0, count: encodedCount(bytes.count)))
    var span = text.memory.mutableSpan
    span.withSlice(start..<span.count) { encode(bytes, into: &$0) }
  }

  /// The encoding of `bytes`, as a string.
  package static func encode(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    encode(bytes, onto: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` stands for.
  ///
  /// - Throws: As `decode(_:_:into:)`.
  package static func decode(_ text: Span<UInt8>, _ reading: Reading) throws(FormatError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: largestDecodedCount(text.count))
    var span = bytes.memory.mutableSpan
    let count = try decode(text, reading, into: &span)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// The most bytes that a text of `count` characters can stand for.
  package static func largestDecodedCount(_ count: Int) -> Int { count / 4 * 3 + max(0, count % 4 - 1) }

  /// Writes the bytes that `text` stands for to the front of `bytes`, which has room for the most there can be, and
  /// says how many they are.
  ///
  /// - Throws: `encoding` for a foreign character (white space too), both alphabets in one text, padding that is not
  ///   exact, bits behind the last byte that are not zero, a length that no bytes have, or no bytes at all.
  package static func decode(
    _ text: Span<UInt8>, _ reading: Reading, into bytes: inout MutableSpan<UInt8>
  ) throws(FormatError) -> Int {
    var end = text.count
    if reading == .lenient, end % 4 == 0 {
      while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    }
    guard end > 0 else { throw FormatError(.encoding, "base64url text that holds no bytes") }
    guard end % 4 != 1 else { throw FormatError(.encoding, "base64url text of an impossible length") }

    precondition(bytes.count >= largestDecodedCount(text.count), "there is room for the most there can be")
    let whole = end / 4
    var seen: UInt8 = 0
    // In bounds by the line before the last, as in `encode`.
    unsafe text.withUnsafeBufferPointer { text in
      unsafe bytes.withUnsafeMutableBufferPointer { bytes in
        unsafe values.withUnsafeBufferPointer { values in
          for group in 0..<whole {
            let (place, start) = (group &* 4, group &* 3)
            let a = unsafe values[Int(text[place])]
            let b = unsafe values[Int(text[place &+ 1])]
            let c = unsafe values[Int(text[place &+ 2])]
            let d = unsafe values[Int(text[place &+ 3])]
            seen |= a | b | c | d
            unsafe bytes[start] = a << 2 | b >> 4 & 0x03
            unsafe bytes[start &+ 1] = b << 4 | c >> 2 & 0x0f
            unsafe bytes[start &+ 2] = c << 6 | d & 0x3f
          }
        }
      }
    }
    let index = whole * 4
    var count = whole * 3
    func value(_ index: Int) -> UInt32 {
      let entry = values[Int(text[index])]
      seen |= entry
      return UInt32(entry & 0x3f)
    }
    var spareBits: UInt32 = 0
    if index < end {
      let last = end - index == 3 ? value(index + 2) : 0
      let group = value(index) << 18 | value(index + 1) << 12 | last << 6
      bytes[count] = UInt8(truncatingIfNeeded: group >> 16)
      count += 1
      spareBits = group & 0xffff
      if end - index == 3 {
        bytes[count] = UInt8(truncatingIfNeeded: group >> 8)
        count += 1
        spareBits = group & 0xff
      }
    }
    // A foreign character is entered as one of both alphabets, so one look at the end is enough for both faults.
    guard seen & foreign != foreign, reading == .lenient || seen & standardOnly == 0 else {
      throw FormatError(.encoding, "a character outside the base64url alphabet, or two alphabets mixed")
    }
    guard spareBits == 0 else { throw FormatError(.encoding, "base64url text with bits set behind its last byte") }
    return count
  }

  private static let standardOnly: UInt8 = 0x40
  private static let urlOnly: UInt8 = 0x80
  private static let foreign = standardOnly | urlOnly

  /// For each byte its six bits, with a mark on the characters that only one of the alphabets has.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] |= urlOnly
    values[Int(UInt8(ascii: "_"))] |= urlOnly
    values[Int(UInt8(ascii: "+"))] = 62 | standardOnly
    values[Int(UInt8(ascii: "/"))] = 63 | standardOnly
    return values
  }()

  /// For each 12 bits their two characters, the first in the low byte: half the look-ups, for 8 KiB.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3f]) << 8
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
