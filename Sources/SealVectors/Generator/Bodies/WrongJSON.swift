import SealEnvelope

/// Bodies that are no JSON, or none in the I-JSON profile.
enum WrongJSON {
  static func groups(_ cast: Cast) throws -> [GroupDraft] { try [texts(cast), profile(cast)] }

  private static func group(_ cast: Cast, _ comment: String) -> EnvelopeGroup {
    var group = EnvelopeGroup(cast, comment)
    group.acceptUnsigned = true
    return group
  }

  /// A body that is right.
  private static func right() throws -> [UInt8] { try Spoken.data("wrong json", ["a": 1]).text }

  /// The same with another member's text, or its bytes, behind the last one.
  private static func with(_ member: String) throws -> [UInt8] { try with(Array(member.utf8)) }
  private static func with(_ member: [UInt8]) throws -> [UInt8] { try right().dropLast() + member + [0x7d] }

  private static func texts(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "Bodies that are no JSON object")
    func add(_ comment: String, _ body: [UInt8]) throws { try group.wrongBody(comment, [.json], body) }
    func add(_ comment: String, _ body: String) throws { try add(comment, Array(body.utf8)) }
    let right = try right()
    try add("no bytes", [])
    try add("white space alone", " \n")
    try add("an array", "[]")
    try add("a string", "\"call\"")
    try add("a number", "5")
    try add("null", "null")
    try add("a body in an array", [0x5b] + right + [0x5d])
    try add("a byte order mark before it", [0xef, 0xbb, 0xbf] + right)
    try add("UTF-16", right.flatMap { [0x00, $0] })
    try add("a zero byte behind it", right + [0])
    try add("two objects", right + right)
    try add("a letter behind it", right + [0x78])
    try add("a no-break space around it", [0xc2, 0xa0] + right)
    try add("a vertical tab around it", [0x0b] + right)
    try add("cut before its last brace", Array(right.dropLast()))
    try add("cut in a string", Array(right.prefix(12)))
    try add("a brace too many", right + [0x7d])
    try add("a comma behind the last member", with(","))
    try add("a comma behind the last element", with(#","x":[1,]"#))
    try add("a comma before the first element", with(#","x":[,1]"#))
    try add("two commas", with(#",,"x":1"#))
    try add("no comma", with(#""x":1"#))
    try add("a comment", with("/* x */"))
    try add("a line comment", with("//x\n"))
    try add("a name without quotation marks", with(",x:1"))
    try add("single quotation marks", with(",'x':1"))
    try add("a number as a name", with(",1:1"))
    try add("a member without a value", with(#","x":"#))
    try add("a member without a colon", with(#","x" 1"#))
    try add("an equals sign for a colon", with(#","x"=1"#))
    try add("a bracket that closes a brace", with(#","x":{]"#))
    for word in ["True", "nul", "NaN", "Infinity", "undefined", "truex"] {
      try add("the word \(word)", with(#","x":\#(word)"#))
    }
    for (number, name) in [
      ("01", "a leading zero"), ("-", "a minus alone"), ("+1", "a plus"), (".5", "no digit before the point"),
      ("1.", "no digit behind the point"), ("1e", "no digit in the exponent"), ("1e+", "a sign alone in the exponent"),
      ("0x10", "hexadecimal"), ("1_000", "an underscore"), ("--1", "two minus signs"),
      ("-01", "a leading zero behind a minus"),
    ] { try add("a number with \(name)", with(#","x":\#(number)"#)) }
    for (escape, name) in [
      ("\\x41", "\\x"), ("\\'", "\\'"), ("\\a", "\\a"), ("\\u12g4", "\\u with a letter g"),
      ("\\u12", "\\u with two digits"),
      ("\\U0041", "\\U"), ("\\", "a backslash at the end"),
    ] { try add("the escape \(name)", with(#","x":"\#(escape)""#)) }
    try add("a line feed in a string", with(",\"x\":\"a\nb\""))
    try add("a tab in a string", with(",\"x\":\"a\tb\""))
    try add("U+001F in a string", with(",\"x\":\"a\u{1f}b\""))
    try add("U+0000 in a string", with(",\"x\":\"a\0b\""))
    return group.draft
  }

  private static func profile(_ cast: Cast) throws -> GroupDraft {
    var group = group(cast, "JSON that is none in the I-JSON profile")
    func add(_ comment: String, _ body: [UInt8]) throws { try add(comment, [.json], body) }
    func add(_ comment: String, _ flags: [VectorFlag], _ body: [UInt8]) throws {
      try group.wrongBody(comment, flags, body)
    }
    func string(_ bytes: [UInt8]) throws -> [UInt8] { try with(Array(#","x":"a"#.utf8) + bytes + Array("b\"".utf8)) }
    let id = try Seed.id("wrong json")
    let head = #""id":"\#(id)","sent":\#(Spoken.start),"expires":\#(Spoken.start + 1000)"#
    try add("a kind twice", Array(#"{"kind":"data","kind":"data",\#(head)}"#.utf8))
    try add("an unknown member twice", with(#","x":1,"x":1"#))
    try add("a name twice, once escaped", with(#","x":1,"\u0078":2"#))
    try add("a name twice in an inner object", with(#","x":{"a":1,"b":2,"a":3}"#))
    try add("a name twice in an object in an array", with(#","x":[{"a":1,"a":1}]"#))
    try add(
      "a name twice among 40", with("," + ((0..<40).map { "\"x\($0)\":0" } + ["\"x7\":1"]).joined(separator: ",")))
    try add("an empty name twice", with(#","":1,"":2"#))
    try add("a byte 0x80 by itself", string([0x80]))
    try add("a byte 0xff", string([0xff]))
    try add("a character of two bytes, cut", string([0xc3]))
    try add("a character of three bytes, cut", string([0xe2, 0x82]))
    try add("a character of four bytes, cut", string([0xf0, 0x9f, 0x98]))
    try add("an overlong slash of two bytes", string([0xc0, 0xaf]))
    try add("an overlong slash of three bytes", string([0xe0, 0x80, 0xaf]))
    try add("an overlong euro sign of four bytes", string([0xf0, 0x82, 0x82, 0xac]))
    try add("an overlong U+0000, as Java writes it", string([0xc0, 0x80]))
    try add("a surrogate in three bytes", string([0xed, 0xa0, 0x80]))
    try add("a surrogate pair in six bytes", string([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]))
    try add("a scalar above U+10FFFF", string([0xf4, 0x90, 0x80, 0x80]))
    try add("a character of five bytes", string([0xf8, 0x88, 0x80, 0x80, 0x80]))
    try add("Latin-1", string([0xe9]))
    try add("an invalid byte in a name", with(Array(",\"".utf8) + [0xff] + Array("\":1".utf8)))
    for (escape, name) in [
      (#"\ud800"#, "a high surrogate by itself"), (#"\udc00"#, "a low surrogate by itself"),
      (#"\ude00\ud83d"#, "a surrogate pair backwards"), (#"\ud83d\u0041"#, "a high surrogate before a letter"),
      (#"\ud83dx"#, "a high surrogate before a letter that is not escaped"), (#"\ud83d\ud83d"#, "two high surrogates"),
      (#"\udbff"#, "the last high surrogate"), (#"\udfff"#, "the last low surrogate"),
      (#"\uffff"#, "the noncharacter U+FFFF"), (#"\ufffe"#, "the noncharacter U+FFFE"),
      (#"\ufdd0"#, "the noncharacter U+FDD0"), (#"\ufdef"#, "the noncharacter U+FDEF"),
      (#"\ud83f\udffe"#, "the noncharacter U+1FFFE"), (#"\udbff\udfff"#, "the noncharacter U+10FFFF"),
    ] { try add("\(name), escaped", with(#","x":"\#(escape)""#)) }
    try add("a surrogate by itself in a name, escaped", with(#","\ud800":1"#))
    try add("a noncharacter in a name, escaped", with(#","\ufffe":1"#))
    try add("the noncharacter U+FFFF as it is", string([0xef, 0xbf, 0xbf]))
    try add("the noncharacter U+FDD0 as it is", string([0xef, 0xb7, 0x90]))
    try add("the noncharacter U+10FFFE as it is", string([0xf4, 0x8f, 0xbf, 0xbe]))
    try add("the integer 2^53", [.json, .boundary], with(#","x":9007199254740992"#))
    try add("the integer -2^53", [.json, .boundary], with(#","x":-9007199254740992"#))
    try add("the integer 2^64", with(#","x":18446744073709551616"#))
    try add("an integer of 100 digits", with(#","x":\#(String(repeating: "9", count: 100))"#))
    try add("a number that overflows a double", with(#","x":1e309"#))
    try add("a negative number that overflows a double", with(#","x":-1.8e308"#))
    try add("a number with an exponent of 20 digits", with(#","x":1e99999999999999999999"#))
    let arrays = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    try add("an array at level 33", [.json, .boundary], with(",\"x\":\(arrays)"))
    let objects = String(repeating: "{\"o\":", count: 31) + "{}" + String(repeating: "}", count: 31)
    try add("an object at level 33", [.json, .boundary], with(",\"x\":\(objects)"))
    try add(
      "an empty array at level 33 in an unknown member of data", [.json, .boundary],
      Array(
        #"{"kind":"data",\#(head),"data":{"a":\#(String(repeating: "[", count: 31))\#(String(repeating: "]", count: 31))}}"#
          .utf8))
    try add("2000 brackets", Array(#"{"kind":"data",\#(head),"x":"#.utf8) + [UInt8](repeating: 0x5b, count: 2000))
    return group.draft
  }
}
