/// A person's name for a line of keys: 1 to 64 characters that a terminal shows as they are.
///
/// Labels are printed, and a keyring may come from elsewhere: no control characters, so that none can move a cursor, no
/// bidirectional controls, so that none reads as another; no `#`, which divides a file's name from a label.
package struct Label: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ text: String) throws(KeyringError) {
    let isClean = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
      default: scalar != "#"
      }
    }
    guard (1...64).contains(text.unicodeScalars.count), isClean, text.first != " ", text.last != " " else {
      throw KeyringError(
        .invalid, "a label is 1 to 64 visible characters without '#' and without a space at either end")
    }
    description = text
  }

  /// The same bytes, not merely the same to Unicode.
  package static func == (a: Label, b: Label) -> Bool { a.description.utf8.elementsEqual(b.description.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in description.utf8 { hasher.combine(byte) } }
}
