/// A person's name for a line of keys: 1 to 64 characters that a terminal shows as they are.
///
/// Labels are printed, and a keyring may come from elsewhere: no control characters, so that none can move a cursor, no
/// bidirectional controls, so that none reads as another; no `#`, which divides a file's name from a label.
package struct Label: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  private static let longest = 64

  package init(_ text: String) throws(KeyringError) {
    // Counted first, and by scalars: the text may be anyone's, and however long.
    let scalars = text.unicodeScalars.prefix(Self.longest + 1)
    let isClean = scalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
      default: scalar != "#"
      }
    }
    guard (1...Self.longest).contains(scalars.count), isClean, scalars.first != " ", scalars.last != " " else {
      throw KeyringError(
        .invalid, "a label is 1 to \(Self.longest) visible characters without '#' and without a space at either end")
    }
    description = text
  }

  /// The same bytes, not merely the same to Unicode.
  package static func == (a: Label, b: Label) -> Bool { a.description.utf8.elementsEqual(b.description.utf8) }

  package func hash(into hasher: inout Hasher) { for byte in description.utf8 { hasher.combine(byte) } }
}
