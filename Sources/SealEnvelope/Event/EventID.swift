private import SealCrypto

/// What makes two pushes one call: an identity of 16 bytes, written 8-4-4-4-12 in hexadecimal, the same whatever its
/// letter case.
///
/// Whoever knows a call's id can end it, so a sealer makes them random.
public struct EventID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Reads `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`, or nothing where the text is anything else.
  public init?(parsing text: String) {
    var nibbles = 0
    var words: (UInt64, UInt64) = (0, 0)
    var length = 0
    for byte in text.utf8 {
      defer { length += 1 }
      guard length < 36 else { return nil }
      if length == 8 || length == 13 || length == 18 || length == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      if nibbles < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
      nibbles += 1
    }
    guard length == 36 else { return nil }
    (high, low) = words
  }

  /// Takes 16 bytes.
  package init(bytes: Span<UInt8>) {
    var words: (UInt64, UInt64) = (0, 0)
    for index in 0..<8 {
      words.0 = words.0 << 8 | UInt64(bytes[index])
      words.1 = words.1 << 8 | UInt64(bytes[index + 8])
    }
    (high, low) = words
  }

  /// A random id (a version 4 UUID, RFC 9562 §5.4).
  ///
  /// - Throws: `FormatError` with code `event` where the cryptographic library fails.
  public static func random() throws(FormatError) -> EventID {
    var bytes = [UInt8](repeating: 0, count: 16)
    do throws(CryptoError) {
      var span = bytes.memory.mutableSpan
      try Backend.random(into: &span)
    } catch { throw FormatError(.event, "no randomness to be had") }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    return EventID(bytes: bytes.memory.span)
  }

  /// A random id; where the library fails, one that is only unlikely to have been used. For an id that is no secret.
  package static func randomOrUnique() -> EventID {
    if let id = try? random() { return id }
    return EventID(high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))
  }

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Eight of the bytes, as they come to hand: what two ids hardly ever share.
  package var searchWord: UInt64 { low }

  /// The 16 bytes.
  package var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
  }

  /// The id in lower case.
  public var description: String {
    unsafe String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for nibble in 0..<32 {
        if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
          unsafe text[place] = UInt8(ascii: "-")
          place += 1
        }
        let shift = UInt64(60 - nibble % 16 * 4)
        unsafe text[place] = Self.digit((nibble < 16 ? high : low) >> shift)
        place += 1
      }
      return place
    }
  }

  private static func digit(_ word: UInt64) -> UInt8 {
    let nibble = UInt8(truncatingIfNeeded: word & 0x0f)
    return nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
  }
}
