/// Why the device's keys could not be read or kept. Equal by `code` alone; it holds no byte of a key.
public struct KeyStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure. New ones may be added, so a `switch` over them needs a `default`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as a word.
    public let rawValue: String

    /// Wraps a word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keychain does not answer now, as on a phone that has not been unlocked since it started. Whether there are
    /// keys is not known: try later, and make none.
    public static let unavailable = Code(rawValue: "unavailable")
    /// What the keychain holds is not what this version writes. It is left alone; `removeAll` clears it.
    public static let damaged = Code(rawValue: "damaged")
    /// So many keys are within their grace time that no more can be made.
    public static let tooManyKeys = Code(rawValue: "too-many-keys")
    /// The cryptographic library failed.
    public static let cryptography = Code(rawValue: "cryptography")
  }

  /// The kind of failure.
  public let code: Code
  /// The keychain's `OSStatus`, where it gave one: −25308 is a phone that is locked, −34018 a missing access group.
  public let status: Int32?

  package init(_ code: Code, status: Int32? = nil) {
    self.code = code
    self.status = status
  }

  /// Compares the codes.
  public static func == (a: KeyStoreError, b: KeyStoreError) -> Bool { a.code == b.code }

  /// The code, and the keychain's status.
  public var description: String { "the device's keys: \(code.rawValue)\(status.map { " (\($0))" } ?? "")" }
}
