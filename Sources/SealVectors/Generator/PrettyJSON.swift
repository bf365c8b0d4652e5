import SealEnvelope

/// JSON for people: an element to a line, short containers on one, and nothing but printable ASCII, so that no control
/// and no look-alike of a vector can play with whoever reads the file.
enum PrettyJSON {
  private static let width = 110

  static func text(_ object: JSONObject) -> [UInt8] {
    var text = ""
    write(.object(object), indent: 0, onto: &text)
    return Array((text + "\n").utf8)
  }

  private static func write(_ value: JSONValue, indent: Int, onto text: inout String) {
    let line = oneLine(value)
    let items: [(String, JSONValue)]
    let brackets: (String, String)
    switch value {
    case .object(let object):
      items = object.members.map { (quote($0.name) + ": ", $0.value) }
      brackets = ("{", "}")
    case .array(let elements):
      items = elements.map { ("", $0) }
      brackets = ("[", "]")
    default: return text += line
    }
    guard indent + line.utf8.count > width, !items.isEmpty else { return text += line }
    text += brackets.0 + "\n"
    for (index, (name, item)) in items.enumerated() {
      text += String(repeating: " ", count: indent + 2) + name
      write(item, indent: indent + 2, onto: &text)
      text += index + 1 < items.count ? ",\n" : "\n"
    }
    text += String(repeating: " ", count: indent) + brackets.1
  }

  private static func oneLine(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.description
    case .string(let value): quote(value)
    case .array(let elements): "[" + elements.map { oneLine($0) }.joined(separator: ", ") + "]"
    case .object(let object):
      "{" + object.members.map { "\(quote($0.name)): \(oneLine($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  private static func quote(_ string: String) -> String {
    var text = "\""
    for unit in string.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5c: text += "\\\\"
      case 0x20...0x7e: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text + "\""
  }
}
