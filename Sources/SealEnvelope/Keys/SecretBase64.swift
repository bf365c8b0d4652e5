/// Base64 (RFC 4648) of private keys, in a time that depends on lengths alone: no table that a secret's bits index, as
/// `Base64URL` has, and no branch on one. JWK, PEM and keyrings read and write their secrets here and nowhere else.
package enum SecretBase64 {
  /// The two alphabets, which differ in their last two characters.
  package enum Alphabet {
    /// JWK and keyrings.
    case url
    /// PEM.
    case standard

    var last: (Int, Int) {
      switch self {
      case .url: (Int(UInt8(ascii: "-")), Int(UInt8(ascii: "_")))
      case .standard: (Int(UInt8(ascii: "+")), Int(UInt8(ascii: "/")))
      }
    }
  }

  /// Writes the encoding of `bytes`, without padding, over `text`, which has exactly the room for it.
  package static func encode(_ bytes: Span<UInt8>, _ alphabet: Alphabet, into text: inout MutableSpan<UInt8>) {
    precondition(text.count == Base64URL.encodedCount(bytes.count), "the room is that of the encoding")
    let last = alphabet.last
    var (bits, pending, place) = (0, 0, 0)
    for index in 0..<bytes.count {
      bits = bits << 8 | Int(bytes[index])
      pending += 8
      while pending >= 6 {
        pending -= 6
        text[place] = character(bits >> pending & 0x3f, last)
        place += 1
      }
      bits &= 0x3f
    }
    if pending > 0 { text[place] = character(bits << (6 - pending) & 0x3f, last) }
  }

  /// Writes the bytes that `text`, without padding, stands for to the front of `bytes`, which has room for the most
  /// there can be, and says how many they are; nothing for a foreign character, bits behind the last byte that are not
  /// zero, a length that no bytes have, or no bytes at all.
  package static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet, into bytes: inout MutableSpan<UInt8>
  ) -> Int? {
    guard text.count > 0, text.count % 4 != 1 else { return nil }
    precondition(bytes.count >= Base64URL.largestDecodedCount(text.count), "there is room for the most there can be")
    let last = alphabet.last
    // Below zero once anything is wrong.
    var fault = 0
    var (bits, pending, count) = (0, 0, 0)
    for index in 0..<text.count {
      let value = value(Int(text[index]), last)
      fault |= value
      bits = (bits & 0x3f) << 6 | value & 0x3f
      pending += 6
      if pending >= 8 {
        pending -= 8
        bytes[count] = UInt8(truncatingIfNeeded: bits >> pending)
        count += 1
      }
    }
    fault |= -(bits & ((1 << pending) - 1))
    return fault < 0 ? nil : count
  }

  /// The character of six bits: an offset into ASCII for each of the alphabet's five runs, added where the value lies
  /// beyond the run before.
  private static func character(_ value: Int, _ last: (Int, Int)) -> UInt8 {
    var character = value + 65  // A to Z
    character += beyond(value, 25) & (97 - 65 - 26)  // a to z
    character += beyond(value, 51) & (48 - 97 - 26)  // 0 to 9
    character += beyond(value, 61) & (last.0 - 48 - 10)
    character += beyond(value, 62) & (last.1 - last.0 - 1)
    return UInt8(truncatingIfNeeded: character)
  }

  /// The six bits of a character; −1 for a foreign one.
  private static func value(_ character: Int, _ last: (Int, Int)) -> Int {
    // One more than the value, of the one run that the character is in; zero in none.
    let next =
      within(character, 65, 90) & (character - 65 + 1)
      | within(character, 97, 122) & (character - 97 + 27)
      | within(character, 48, 57) & (character - 48 + 53)
      | within(character, last.0, last.0) & 63
      | within(character, last.1, last.1) & 64
    return next - 1
  }

  /// All bits set where `value` is greater, else none. Both are small.
  private static func beyond(_ value: Int, _ limit: Int) -> Int { (limit - value) >> 8 }

  /// All bits set where `value` lies between both or is one of them, else none.
  private static func within(_ value: Int, _ first: Int, _ last: Int) -> Int {
    beyond(value, first - 1) & beyond(last + 1, value)
  }
}
