/// Text of a push as a person may see it: nothing invisible that steers, no line that runs away.
package enum DisplayText {
  /// The most graphemes of a name that are shown.
  package static let longestName = 64

  /// `text` for display: white space becomes one space and is trimmed at the ends; C0, C1 and the bidi controls are
  /// removed.
  ///
  /// White space is looked at first, so that a tab or a line break parts two words and does not join them. In a
  /// notification's body each line break (LF, CR, CRLF, U+0085, U+2028, U+2029) stays, as LF without space around it.
  package static func clean(_ text: String, keepsLineBreaks: Bool = false) -> String {
    if isPlain(text) { return text }
    var result = String.UnicodeScalarView()
    var pending = false
    var previousWasReturn = false
    for scalar in text.unicodeScalars {
      defer { previousWasReturn = scalar == "\r" }
      if keepsLineBreaks, isLineBreak(scalar) {
        if scalar == "\n", previousWasReturn { continue }
        pending = false
        result.append("\n")
      } else if scalar.properties.isWhitespace {
        pending = true
      } else if !isControl(scalar) {
        if pending, let last = result.last, last != "\n" { result.append(" ") }
        pending = false
        result.append(scalar)
      }
    }
    while result.last == "\n" { result.removeLast() }
    return String(result.drop { $0 == "\n" })
  }

  /// A name for display, or nothing where it has nothing visible.
  package static func name(_ text: String) -> String? {
    var name = String(clean(text).prefix(longestName))
    if name.last == " " { name.removeLast() }
    // After the cut, so that a row of invisible characters cannot push out what could be seen.
    return isVisible(name) ? name : nil
  }

  /// A phone number without its spaces, hyphens, dots and brackets; as it is where nothing would be left.
  package static func phoneNumber(_ text: String) -> String {
    let stripped = String(text.unicodeScalars.filter { !phoneSeparators.contains($0) })
    return isVisible(stripped) ? stripped : text
  }

  /// Text for display, or an empty string where it has nothing visible.
  package static func visible(_ text: String, keepsLineBreaks: Bool = false) -> String {
    let clean = clean(text, keepsLineBreaks: keepsLineBreaks)
    return isVisible(clean) ? clean : ""
  }

  /// Whether a person would see anything of cleaned text.
  package static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x200b...0x200d, 0x2060, 0x3164, 0xfeff: false
      default: !scalar.properties.isWhitespace && !isControl(scalar)
      }
    }
  }

  /// Printable ASCII with single spaces inside: what most text is, and what stays as it is.
  private static func isPlain(_ text: String) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in text.utf8 {
      guard 0x20...0x7e ~= byte, byte != UInt8(ascii: " ") || previous != UInt8(ascii: " ") else { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ")
  }

  /// C0 with DEL, C1, and the controls of bidirectional text: U+061C, U+200E–F, U+202A–E, U+2066–9.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1f, 0x7f...0x9f, 0x061c, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0a, 0x0d, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static let phoneSeparators: Set<Unicode.Scalar> = [
    " ", "-", "\u{2010}", "\u{2011}", ".", "(", ")", "[", "]", "{", "}",
  ]
}
