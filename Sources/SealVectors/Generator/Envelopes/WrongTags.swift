import SealEnvelope

/// Envelopes whose tag does not verify: altered ones, and ones that were sealed for something else.
enum WrongTags {
  static func groups(_ cast: Cast) throws -> [GroupDraft] { try [altered(cast), bound(cast)] }

  private static func altered(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Envelopes in which one bit was flipped")
    let whole = try WrongTexts.signed(cast, "altered")
    for (index, bit, name) in [
      (9, 0x01, "the first bit of enc"), (40, 0x40, "the last bit of enc that counts"),
      (41, 0x01, "the first bit of the ciphertext"), (42, 0x80, "the mark of what is signed"),
      (50, 0x10, "the sender's key id"), (90, 0x02, "the signature"), (200, 0x04, "the body"),
      (500, 0x08, "the padding"), (552, 0x80, "the last bit of the ciphertext"),
      (553, 0x01, "the first bit of the tag"),
      (560, 0x20, "the middle of the tag"), (568, 0x80, "the last bit of the tag"),
    ] as [(Int, UInt8, String)] {
      var bytes = whole
      bytes[index] ^= bit
      group.invalid("\(name) flipped", [.altered], .tag, bytes)
    }
    group.invalid("the tag cut to zeros", [.altered], .tag, whole.dropLast(16) + [UInt8](repeating: 0, count: 16))
    group.invalid(
      "the last 15 bytes of the tag zeros", [.altered], .tag,
      whole.dropLast(15) + [UInt8](repeating: 0, count: 15))
    let other = try WrongTexts.signed(cast, "altered, another")
    group.invalid(
      "enc of one envelope, the rest of another", [.altered], .tag, Array(whole.prefix(41)) + other.dropFirst(41))
    group.invalid("the tag of another envelope", [.altered], .tag, whole.dropLast(16) + other.suffix(16))
    return group.draft
  }

  private static func bound(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Envelopes that were sealed for something else")
    func add(_ name: String, _ change: (inout Forge) -> Void, to key: DeviceKey? = nil) throws {
      let body = try Spoken.call(name).text
      let signature = try cast.carol.sign(Plaintext.statement(body, to: cast.alice))
      var forge = Forge(to: key ?? cast.alice)
      change(&forge)
      group.invalid(
        name, [.binding], .tag,
        try forge.envelope(
          Plaintext.pad(Plaintext.signed(body, id: cast.carol.id, signature: signature)), ephemeral: name))
    }
    let header = [Forge.version] + cast.alice.id
    let label = Array("callseal/v1\0".utf8)
    try add("for another app") { $0.audience = "org.example.other" }
    try add("for the same app in other letter case") { $0.audience = "org.example.App" }
    try add("for the app's extension") { $0.audience = "org.example.app.extension" }
    try add("for no app") { $0.audience = "" }
    try add("for the app's VoIP topic") { $0.audience = "org.example.app.voip" }
    try add("to another device, under this one's key id", { $0.header = header }, to: cast.bob)
    try add("info and aad swapped") {
      $0.info = []
      $0.additionalData = label + header + Array(Forge.audience.utf8)
    }
    try add("info as aad as well") { $0.additionalData = label + header + Array(Forge.audience.utf8) }
    try add("info without the zero byte") {
      $0.info = Array("callseal/v1".utf8) + header + Array(Forge.audience.utf8)
    }
    try add("info without the header") { $0.info = label + Array(Forge.audience.utf8) }
    try add("info with a zero byte behind it") { $0.info = label + header + Array("org.example.app\0".utf8) }
    try add("info of version 2") {
      $0.info = Array("callseal/v2\0".utf8) + header + Array(Forge.audience.utf8)
    }
    try add("info with another key id than the header's") {
      $0.info = label + [Forge.version] + cast.bob.id + Array(Forge.audience.utf8)
      $0.header = header
    }
    try add("no info") { $0.info = [] }
    try add("the header as aad") { $0.additionalData = header }
    try add("the second message of a sequence") { $0.sequenceNumber = 1 }
    return group.draft
  }
}
