/// Writes JSON that `JSONReader` takes: no white space, `/` as it is, numbers as short as they can be.
package enum JSONWriter {
  /// The text of an object, with containers down to level `levels`: 32 for a body, more for what holds one.
  ///
  /// - Throws: `json` for what the profile does not have: an integer beyond ±(2^53 − 1), a number that is not finite,
  ///   a noncharacter, a container deeper than `levels`.
  package static func text(
    _ object: JSONObject, levels: Int = JSONReader.deepestLevel
  ) throws(FormatError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(512)
    try write(object, levels: levels, onto: &text)
    return text
  }

  private static func write(_ value: JSONValue, levels: Int, onto text: inout [UInt8]) throws(FormatError) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .integer(let value):
      guard JSONValue.integers.contains(value) else { throw FormatError(.json, "an integer beyond ±(2^53 − 1)") }
      text += String(value).utf8
    case .number(let value):
      guard value.isFinite else { throw FormatError(.json, "a number that JSON does not have") }
      text += value.description.utf8
    case .string(let value): try write(value, onto: &text)
    case .array(let elements):
      guard levels > 0 else { throw tooDeep }
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        try write(element, levels: levels - 1, onto: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let object): try write(object, levels: levels, onto: &text)
    }
  }

  private static func write(_ object: JSONObject, levels: Int, onto text: inout [UInt8]) throws(FormatError) {
    guard levels > 0 else { throw tooDeep }
    text.append(UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      try write(member.name, onto: &text)
      text.append(UInt8(ascii: ":"))
      try write(member.value, levels: levels - 1, onto: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  private static var tooDeep: FormatError {
    FormatError(.json, "containers nested too deep")
  }

  private static func write(_ string: String, onto text: inout [UInt8]) throws(FormatError) {
    guard !string.unicodeScalars.contains(where: { Unicode.isNoncharacter($0.value) }) else {
      throw FormatError(.json, "a noncharacter")
    }
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): text += #"\""#.utf8
      case UInt8(ascii: "\\"): text += #"\\"#.utf8
      case 0x08: text += #"\b"#.utf8
      case 0x0c: text += #"\f"#.utf8
      case 0x0a: text += #"\n"#.utf8
      case 0x0d: text += #"\r"#.utf8
      case 0x09: text += #"\t"#.utf8
      case 0..<0x20:
        text += #"\u00"#.utf8
        text.append(hexadecimal(byte >> 4))
        text.append(hexadecimal(byte & 0x0f))
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
