import SealEnvelope

/// Padding and first bytes that are wrong under a tag that is right.
enum WrongPlaintexts {
  static func groups(_ cast: Cast) throws -> [GroupDraft] { try [paddings(cast), layouts(cast)] }

  private static func paddings(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Padding that is not one 0x80 and zeros, though the tag is right")
    group.acceptUnsigned = true
    func add(_ name: String, to bucket: Int = 512, _ plaintext: ([UInt8]) -> [UInt8]) throws {
      let body = Plaintext.unsigned(try Spoken.call(name).text)
      let padded = plaintext(body)
      let rest = [UInt8](repeating: 0, count: max(0, bucket - padded.count))
      group.invalid(name, [.padding], .padding, try Forge(to: cast.alice).envelope(padded + rest, ephemeral: name))
    }
    try add("zeros alone behind the body") { $0 }
    try add("0x01 in place of 0x80") { $0 + [0x01] }
    try add("0x81 in place of 0x80") { $0 + [0x81] }
    try add("0xff in place of 0x80") { $0 + [0xff] }
    try add("0x40 in place of 0x80") { $0 + [0x40] }
    try add("a byte behind the mark that is not zero") { $0 + [0x80, 0x01] }
    try add("the last byte not zero") { body in
      body + [0x80] + [UInt8](repeating: 0, count: 510 - body.count) + [0x01]
    }
    try add("white space behind the mark") { $0 + [0x80] + Array("   ".utf8) }
    try add("white space in place of the padding") { body in
      body + [UInt8](repeating: 0x20, count: 512 - body.count)
    }
    try add("the number of bytes, as PKCS #7 pads, up to 255 bytes") { body in
      body + [UInt8](repeating: UInt8(truncatingIfNeeded: 512 - body.count), count: 512 - body.count)
    }
    try add("random bytes with the mark far before them") { body in
      body + [0x80] + (0..<(511 - body.count)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) | 1 }
    }
    let full = "a body to the last byte of the bucket, without a mark"
    let frame = try Spoken.data(full, ["fill": ""]).text.count
    let body = try Spoken.data(full, ["fill": .string(String(repeating: "x", count: 511 - frame))]).text
    group.invalid(
      full, [.padding, .boundary], .padding,
      try Forge(to: cast.alice).envelope(Plaintext.unsigned(body), ephemeral: full))
    group.invalid(
      "nothing but zeros", [.padding], .padding,
      try Forge(to: cast.alice).envelope([UInt8](repeating: 0, count: 512), ephemeral: "nothing but zeros"))
    return group.draft
  }

  private static func layouts(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(
      cast, "First bytes that are not known, and fields that are cut short, though the tag is right")
    group.acceptUnsigned = true
    func add(_ name: String, _ plaintext: [UInt8], _ flags: [VectorFlag] = [.layout]) throws {
      group.invalid(
        name, flags, .plaintext, try Forge(to: cast.alice).envelope(Plaintext.pad(plaintext), ephemeral: name))
    }
    let call = try Spoken.call("layouts").text
    for mark: UInt8 in [0x02, 0x03, 0x10, 0x7b, 0x7f, 0x81, 0xff] {
      try add("the first byte is \(mark)", [mark] + call)
    }
    try add("the first byte is 128, as the padding's mark is", [0x80] + call)
    try add("no first byte: the body alone", call)
    try add("nothing before the padding", [], [.layout, .boundary])
    let signature = try cast.carol.sign(Plaintext.statement(call, to: cast.alice))
    let signed = Plaintext.signed(call, id: cast.carol.id, signature: signature)
    for count in [1, 2, 8, 9, 10, 72] {
      // What is left must not end in a byte that reads as padding.
      var cut = Array(signed.prefix(count))
      if cut.last == 0x80 || cut.last == 0 { cut[count - 1] = 0x55 }
      try add("signed, cut after \(count) of the 73 bytes before the body", cut, [.layout, .boundary])
    }
    return group.draft
  }
}
