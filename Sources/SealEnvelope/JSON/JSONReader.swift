/// A strict reader of JSON in the I-JSON profile (RFC 8259, RFC 7493), because a body must mean one thing everywhere:
/// Foundation's two parsers accept more, and differ from each other and between systems.
///
/// It refuses: a byte order mark, anything but white space around the value, trailing commas, names that are not
/// unique as the bytes of their unescaped UTF-8, UTF-8 that is not valid, surrogates and noncharacters even where they
/// are escaped, integers beyond ±(2^53 − 1), numbers that overflow a double, and a container at level 33.
///
/// It pulls: a caller that wants values calls `document`, one that must keep a secret out of a `String` reads the
/// object member by member.
package struct JSONReader {
  /// The outermost value is level 1.
  package static let deepestLevel = 32

  private let bytes: [UInt8]
  private var index = 0
  private var level = 0
  /// Whether more than JSON's grammar is asked for.
  private var isStrict = true

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The one value that `bytes` are the text of.
  package static func document(_ bytes: [UInt8]) throws(FormatError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    try reader.end()
    return value
  }

  /// The one object that `bytes` are the text of.
  package static func object(_ bytes: [UInt8]) throws(FormatError) -> JSONObject {
    guard case .object(let object) = try document(bytes) else {
      throw FormatError(.json, "JSON whose outermost value is not an object")
    }
    return object
  }

  /// One member of the object that `bytes` are the text of. All else in it is somebody else's: it has to be JSON, at
  /// most 512 levels deep as for Apple's reader, and numbers, names and strings in it are what they like.
  ///
  /// - Returns: The member's value; null where it is not of the strict profile, and nothing where it is not there.
  /// - Throws: What is no JSON object, and a member that is there twice.
  package static func member(_ name: String, of bytes: [UInt8]) throws(FormatError) -> JSONValue? {
    var reader = JSONReader(bytes)
    reader.isStrict = false
    var found: JSONValue?
    try reader.object { reader, other throws(FormatError) in
      reader.skipWhiteSpace()
      if other.hasSameUTF8(as: name) {
        guard found == nil else { throw reader.fault("\"\(name)\" is there twice") }
        var strict = reader
        strict.isStrict = true
        found = (try? strict.value()) ?? .null
      }
      try reader.skip()
    }
    try reader.end()
    return found
  }

  // MARK: Pulling

  /// Reads an object, giving `member` each name; it has to read the value.
  package mutating func object(
    _ member: (inout JSONReader, String) throws(FormatError) -> Void
  ) throws(FormatError) {
    var names: [String] = []
    names.reserveCapacity(8)  // As many as an event has, at most of its levels.
    try container(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { reader throws(FormatError) in
      guard reader.peek() == UInt8(ascii: "\"") else { throw reader.fault("a member's name was expected") }
      let name = try reader.string()
      names.append(name)
      reader.skipWhiteSpace()
      try reader.take(UInt8(ascii: ":"), "a colon was expected")
      try member(&reader, name)
    }
    guard !isStrict || Self.areUnique(names) else { throw fault("two members of one object have the same name") }
  }

  /// Reads an array, calling `element` before each value; it has to read the value.
  package mutating func array(
    _ element: (inout JSONReader) throws(FormatError) -> Void
  ) throws(FormatError) {
    try container(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), element)
  }

  /// Reads any value.
  package mutating func value() throws(FormatError) -> JSONValue {
    skipWhiteSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [JSONObject.Member] = []
      members.reserveCapacity(8)
      try object { reader, name throws(FormatError) in
        members.append(JSONObject.Member(name: name, value: try reader.value()))
      }
      return .object(JSONObject(unique: members))
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try array { reader throws(FormatError) in elements.append(try reader.value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  /// Checks any value as strictly as `value` does, and keeps nothing of it: what is skipped may be somebody's secret.
  package mutating func skip() throws(FormatError) {
    skipWhiteSpace()
    switch peek() {
    case UInt8(ascii: "{"): try object { reader, _ throws(FormatError) in try reader.skip() }
    case UInt8(ascii: "["): try array { reader throws(FormatError) in try reader.skip() }
    case UInt8(ascii: "\""): _ = try stringContent()
    default: _ = try value()
    }
  }

  /// Skips a value and tells where in the text it stands, for whoever keeps it as it is.
  package mutating func extent() throws(FormatError) -> Range<Int> {
    skipWhiteSpace()
    let start = index
    try skip()
    return start..<index
  }

  /// Reads a string.
  package mutating func string() throws(FormatError) -> String {
    let content = try stringContent()
    // Valid UTF-8 by `stringContent`, so nothing is repaired here.
    guard content.hasEscapes else {
      return String(decoding: bytes[content.range], as: UTF8.self)
    }
    var text: [UInt8] = []
    text.reserveCapacity(content.range.count)
    unescape(content.range) { text.append($0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a string and gives its unescaped bytes one by one, so that they need not become a `String`.
  package mutating func stringBytes(_ body: (UInt8) -> Void) throws(FormatError) {
    skipWhiteSpace()
    let content = try stringContent()
    unescape(content.range, body)
  }

  /// Nothing but white space is left.
  package mutating func end() throws(FormatError) {
    skipWhiteSpace()
    guard index == bytes.count else { throw fault("something stands behind the JSON value") }
  }

  // MARK: Grammar

  private mutating func container(
    from opening: UInt8, to closing: UInt8, _ item: (inout JSONReader) throws(FormatError) -> Void
  ) throws(FormatError) {
    skipWhiteSpace()
    try take(opening, "a container was expected")
    level += 1
    let deepest = isStrict ? Self.deepestLevel : 512
    guard level <= deepest else { throw fault("containers nested deeper than \(deepest) levels") }
    skipWhiteSpace()
    if peek() == closing {
      index += 1
      level -= 1
      return
    }
    while true {
      skipWhiteSpace()
      try item(&self)
      skipWhiteSpace()
      if peek() == closing { break }
      try take(UInt8(ascii: ","), "a comma or the end of a container was expected")
    }
    index += 1
    level -= 1
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(FormatError) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      try take(unsafe word.utf8Start[offset], "an unknown word")
    }
    return value
  }

  private mutating func number() throws(FormatError) -> JSONValue {
    let start = index
    if peek() == UInt8(ascii: "-") { index += 1 }
    if peek() == UInt8(ascii: "0") { index += 1 } else { try digits("a value was expected") }
    var isInteger = true
    if peek() == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      try digits("a digit was expected after the point")
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
      try digits("a digit was expected in the exponent")
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard isStrict else { return .number(0) }
    if isInteger {
      guard let integer = Int64(text), JSONValue.integers.contains(integer) else {
        throw fault("an integer beyond ±(2^53 − 1)")
      }
      return .integer(integer)
    }
    guard let number = Double(text), number.isFinite else { throw fault("a number too large for a double") }
    return .number(number)
  }

  private mutating func digits(_ expectation: StaticString) throws(FormatError) {
    let start = index
    while let byte = peek(), Self.isDigit(byte) { index += 1 }
    guard index > start else { throw fault("\(expectation)") }
  }

  // MARK: Bytes

  private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8, _ expectation: StaticString) throws(FormatError) {
    guard peek() == byte else { throw fault("\(expectation)") }
    index += 1
  }

  private mutating func skipWhiteSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { index += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private func fault(_ reason: String) -> FormatError { FormatError(.json, "\(reason), at byte \(index)") }

  /// Whether no two names have the same bytes. Sorted where there are many, so that a hostile text costs n log n.
  private static func areUnique(_ names: [String]) -> Bool {
    if names.count <= 16 {
      for (index, name) in names.enumerated() {
        for other in names[..<index] where other.hasSameUTF8(as: name) { return false }
      }
      return true
    }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return zip(sorted, sorted.dropFirst()).allSatisfy { !$0.hasSameUTF8(as: $1) }
  }
}

// MARK: - Strings

extension JSONReader {
  /// Checks a string from its opening quote to behind its closing one.
  private mutating func stringContent() throws(FormatError) -> (range: Range<Int>, hasEscapes: Bool) {
    try take(UInt8(ascii: "\""), "a string was expected")
    let start = index
    var hasEscapes = false
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return (start..<index - 1, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += 1
        try checkEscape()
      case 0..<0x20: throw fault("a control character in a string")
      case ..<0x80: index += 1
      default: try checkMultibyte(byte)
      }
    }
    throw fault("a string that does not end")
  }

  private mutating func checkEscape() throws(FormatError) {
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      index += 1
      var scalar = try hexadecimal()
      guard isStrict else { return }
      if 0xd800..<0xdc00 ~= scalar {
        guard peek() == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else {
          throw fault("a lone surrogate")
        }
        index += 2
        let low = try hexadecimal()
        guard 0xdc00..<0xe000 ~= low else { throw fault("a lone surrogate") }
        scalar = Self.combine(scalar, low)
      }
      guard !(0xdc00..<0xe000 ~= scalar) else { throw fault("a lone surrogate") }
      guard !Unicode.isNoncharacter(scalar) else { throw fault("a noncharacter") }
    default: throw fault("an unknown escape")
    }
  }

  private mutating func hexadecimal() throws(FormatError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Self.hexadecimalDigit(byte) else {
        throw fault("four hexadecimal digits were expected")
      }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  /// One scalar of two to four bytes (RFC 3629 §4: no overlong form, no surrogate, nothing above U+10FFFF).
  private mutating func checkMultibyte(_ first: UInt8) throws(FormatError) {
    let length: Int
    var scalar: UInt32
    switch first {
    case 0xc2...0xdf: (length, scalar) = (2, UInt32(first & 0x1f))
    case 0xe0...0xef: (length, scalar) = (3, UInt32(first & 0x0f))
    case 0xf0...0xf4: (length, scalar) = (4, UInt32(first & 0x07))
    default: throw fault("bytes that are not UTF-8")
    }
    guard index + length <= bytes.count else { throw fault("bytes that are not UTF-8") }
    for offset in 1..<length {
      let byte = bytes[index + offset]
      guard byte & 0xc0 == 0x80 else { throw fault("bytes that are not UTF-8") }
      scalar = scalar << 6 | UInt32(byte & 0x3f)
    }
    let smallest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
    guard scalar >= smallest, Unicode.Scalar(scalar) != nil else { throw fault("bytes that are not UTF-8") }
    guard !isStrict || !Unicode.isNoncharacter(scalar) else { throw fault("a noncharacter") }
    index += length
  }

  /// Gives the bytes of a string that `stringContent` has checked.
  private func unescape(_ range: Range<Int>, _ body: (UInt8) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        body(byte)
        continue
      }
      let escape = bytes[index]
      index += 1
      switch escape {
      case UInt8(ascii: "b"): body(0x08)
      case UInt8(ascii: "f"): body(0x0c)
      case UInt8(ascii: "n"): body(0x0a)
      case UInt8(ascii: "r"): body(0x0d)
      case UInt8(ascii: "t"): body(0x09)
      case UInt8(ascii: "u"):
        var scalar = checkedHexadecimal(at: index)
        index += 4
        if 0xd800..<0xdc00 ~= scalar, isStrict || hasLowSurrogate(at: index, before: range.upperBound) {
          scalar = Self.combine(scalar, checkedHexadecimal(at: index + 2))
          index += 6
        }
        // A lone surrogate, which the strict profile has refused, is what it becomes in every Unicode string.
        UTF8.encode(Unicode.Scalar(scalar) ?? "\u{fffd}")?.forEach(body)
      default: body(escape)
      }
    }
  }

  /// Whether the second half of a surrogate pair stands here, in a string whose escapes were checked for grammar alone.
  private func hasLowSurrogate(at index: Int, before end: Int) -> Bool {
    index + 6 <= end && bytes[index] == UInt8(ascii: "\\") && bytes[index + 1] == UInt8(ascii: "u")
      && 0xdc00..<0xe000 ~= checkedHexadecimal(at: index + 2)
  }

  private func checkedHexadecimal(at index: Int) -> UInt32 {
    bytes[index..<index + 4].reduce(0) { $0 << 4 | (Self.hexadecimalDigit($1) ?? 0) }
  }

  private static func combine(_ high: UInt32, _ low: UInt32) -> UInt32 {
    0x1_0000 + (high - 0xd800) << 10 + (low - 0xdc00)
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

extension Unicode {
  /// The 66 code points that are never characters (Unicode §23.7; RFC 7493 §2.1 bars them).
  static func isNoncharacter(_ scalar: UInt32) -> Bool {
    scalar & 0xfffe == 0xfffe || 0xfdd0...0xfdef ~= scalar
  }
}
