/// Where APNs finds an app on one device: bytes that the app gets from the system and hands to its server.
///
/// They are opaque and of no fixed length (Apple, "Registering your app with APNs"); what is checked is that they can
/// stand in the path of a request.
public struct DeviceToken: Hashable, Sendable, CustomStringConvertible {
  /// Far more than any token has had: 32 bytes are usual, and some had 80.
  public static let mostBytes = 256

  /// In hexadecimal, lower case.
  public let hexadecimal: String

  /// Reads a token in hexadecimal.
  ///
  /// - Throws: `SealError` with code `invalidToken`.
  public init(parsing text: String) throws(SealError) {
    let digits = text.utf8
    guard !digits.isEmpty else { throw SealError(.invalidToken, "the device token is empty") }
    guard digits.prefix(2 * Self.mostBytes + 1).count <= 2 * Self.mostBytes else {
      throw SealError(.invalidToken, "a device token of more than \(Self.mostBytes) bytes")
    }
    guard digits.allSatisfy(Self.isHexadecimal) else {
      throw SealError(
        .invalidToken,
        "a device token is hexadecimal digits alone: write the bytes that the app got from the system as two digits "
          + "each, not as base64, and not as their description with brackets and spaces")
    }
    guard digits.count % 2 == 0 else {
      throw SealError(.invalidToken, "a device token has two hexadecimal digits for each byte; one is missing")
    }
    hexadecimal = text.lowercased()
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// The hexadecimal digits.
  public var description: String { hexadecimal }
}
