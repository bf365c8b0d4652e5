/// The first 8 of the 32 bytes of a key's thumbprint: a hint for which key to try, never a proof.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
  /// Bytes on the wire.
  public static let byteCount = 8

  /// The bytes, the first the most significant.
  public let rawValue: UInt64

  /// Takes the 8 bytes as a number, the first the most significant.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Takes the first 8 of `bytes`; there are that many.
  package init(_ bytes: Span<UInt8>) {
    var value: UInt64 = 0
    for index in 0..<Self.byteCount { value = value << 8 | UInt64(bytes[index]) }
    rawValue = value
  }

  /// The 8 bytes.
  package var bytes: [UInt8] {
    (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: rawValue >> (56 - 8 * UInt64($0))) }
  }

  /// 16 hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
