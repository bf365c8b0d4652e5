/// Who calls, as the phone's contacts know them; a name is another thing.
public struct Handle: Hashable, Sendable {
  /// What the value is. An unknown type reads as generic.
  public enum Kind: String, Sendable {
    /// A telephone number; a sealer takes E.164 alone.
    case phone
    /// An e-mail address.
    case email
    /// Anything else.
    case generic
  }

  /// What the value is.
  public let kind: Kind
  /// The number, address or name, cleaned for display; a number has lost its spaces, hyphens, dots and brackets.
  public let value: String

  /// Cleans a value for display, or nothing where it has nothing visible.
  package init?(kind: Kind, cleaning value: String) {
    let clean = DisplayText.clean(value)
    guard DisplayText.isVisible(clean) else { return nil }
    self.kind = kind
    self.value = kind == .phone ? DisplayText.phoneNumber(clean) : clean
  }
}
