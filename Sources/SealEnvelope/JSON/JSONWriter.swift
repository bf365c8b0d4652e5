/// Writes JSON that `JSONReader` takes: no white space, `/` as it is, numbers as short as they can be.
package enum JSONWriter {
  /// The text of an object. `spare` are levels allowed beyond the profile's 32, for who puts a reader's whole object inside
  /// an answer.
  ///
  /// - Throws: `json` for what the profile does not have: an integer beyond ±(2^53 − 1), a number that is not finite,
  ///   a noncharacter, a container at level 33.
  package static func text(_ object: JSONObject, spare: Int = 0) throws(FormatError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(512)
    try write(object, level: 1 - spare, onto: &text)
    return text
  }

  /// The text of any value.
  package static func text(_ value: JSONValue) throws(FormatError) -> [UInt8] {
    var text: [UInt8] = []
    try write(value, level: 1, onto: &text)
    return text
  }

  private static func write(_ value: JSONValue, level: Int, onto text: inout [UInt8]) throws(FormatError) {
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
      guard level <= JSONReader.deepestLevel else { throw tooDeep }
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        try write(element, level: level + 1, onto: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let object): try write(object, level: level, onto: &text)
    }
  }

  private static func write(_ object: JSONObject, level: Int, onto text: inout [UInt8]) throws(FormatError) {
    guard level <= JSONReader.deepestLevel else { throw tooDeep }
    text.append(UInt8(ascii: "{"))
    for (index, member) in object.members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      try write(member.name, onto: &text)
      text.append(UInt8(ascii: ":"))
      try write(member.value, level: level + 1, onto: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  private static var tooDeep: FormatError {
    FormatError(.json, "containers nested deeper than \(JSONReader.deepestLevel) levels")
  }

  private static func write(_ string: String, onto text: inout [UInt8]) throws(FormatError) {
    text.append(UInt8(ascii: "\""))
    if append(plain: string, onto: &text) {
      text.append(UInt8(ascii: "\""))
      return
    }
    guard !string.unicodeScalars.contains(where: { Unicode.isNoncharacter($0.value) }) else {
      throw FormatError(.json, "a noncharacter")
    }
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

  /// The bytes that text takes when it is written inside a string.
  package static func writtenCount(_ text: Substring) -> Int {
    text.utf8.reduce(0) { count, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x0c, 0x0a, 0x0d, 0x09: count + 2
      case 0..<0x20: count + 6
      default: count + 1
      }
    }
  }

  /// Writes, all at once, what most text is: printable ASCII without a quote or a backslash. Whether it was that.
  private static func append(plain string: String, onto text: inout [UInt8]) -> Bool {
    let isPlain = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      let isPlain = unsafe bytes.allSatisfy {
        0x20...0x7e ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      if isPlain { unsafe text.append(contentsOf: bytes) }
      return isPlain
    }
    return isPlain ?? false
  }

  private static func hexadecimal(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
