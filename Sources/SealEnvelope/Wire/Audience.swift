/// The app an envelope is for: its bundle identifier, as in `apns-topic`, case-sensitive.
///
/// It is the *app's* identifier, not the extension's own, and given by the developer, never read from the bundle.
public struct Audience: Hashable, Sendable, CustomStringConvertible {
  /// The identifier.
  public let bundleIdentifier: String

  /// Takes a bundle identifier: 1 to 155 of `A-Z a-z 0-9 . -`.
  ///
  /// - Throws: `FormatError` with code `audience` for anything else.
  public init(_ bundleIdentifier: String) throws(FormatError) {
    guard 1...155 ~= bundleIdentifier.utf8.count, bundleIdentifier.utf8.allSatisfy(Self.isAllowed) else {
      throw FormatError(.audience, "an audience is an app's bundle identifier: 1 to 155 of A-Z a-z 0-9 . -")
    }
    self.bundleIdentifier = bundleIdentifier
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The identifier.
  public var description: String { bundleIdentifier }
}
