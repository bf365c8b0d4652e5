import SealEnvelope

/// Versions, lengths and key ids that are not the format's, around envelopes that are sealed so that they would open if
/// nobody looked.
enum WrongFrames {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [versions(cast), lengths(cast), keys(cast)]
  }

  private static func plaintext(_ cast: Cast, _ name: String, to bucket: Int) throws -> [UInt8] {
    let body = try Spoken.call(name).text
    let signature = try cast.carol.sign(Plaintext.statement(body, to: cast.alice))
    return Plaintext.pad(Plaintext.signed(body, id: cast.carol.id, signature: signature), to: bucket)
  }

  private static func versions(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Other versions, sealed as such")
    for version: UInt8 in [0x00, 0x02, 0x03, 0x7f, 0x81, 0xff] {
      let name = "version \(version)"
      var forge = Forge(to: cast.alice)
      forge.header = [version] + cast.alice.id
      group.invalid(name, [.version], .version, try forge.envelope(plaintext(cast, name, to: 512), ephemeral: name))
    }
    group.invalid("version 2 and nothing else", [.version, .precedence], .version, [0x02])
    group.invalid(
      "version 2 with a post-quantum key's length", [.version, .precedence], .version,
      [0x02] + [UInt8](repeating: 0x5a, count: 1144 + 512 + 16))
    group.invalid("an Ed25519 or X25519 key's DER", [.version, .precedence], .version, [0x30, 0x2a, 0x30, 0x05])
    return group.draft
  }

  private static func lengths(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Lengths that no bucket gives, sealed as such")
    for bucket in [300, 511, 513, 768, 1023, 1025, 1536, 2047, 2049, 2559, 2561, 3072] {
      let name = "a bucket of \(bucket) bytes"
      group.invalid(
        name, [.envelopeLength], .length,
        try Forge(to: cast.alice).envelope(plaintext(cast, name, to: bucket), ephemeral: name))
    }
    let name = "the largest text that is decoded, 3840 bytes"
    group.invalid(
      name, [.envelopeLength, .boundary], .length,
      try Forge(to: cast.alice).envelope(plaintext(cast, name, to: 3840 - 57), ephemeral: name))
    let whole = try WrongTexts.signed(cast, "cut")
    for count in [1, 8, 9, 10, 40, 41, 42, 56, 57, 58, 568] {
      group.invalid("cut after \(count) bytes", [.envelopeLength, .boundary], .length, Array(whole.prefix(count)))
    }
    group.invalid("a byte more", [.envelopeLength, .boundary], .length, whole + [0])
    group.invalid("twice the same envelope", [.envelopeLength], .length, whole + whole)
    group.invalid("without its enc", [.envelopeLength], .length, Array(whole.prefix(9)) + whole.dropFirst(41))
    group.invalid("without its tag", [.envelopeLength], .length, Array(whole.dropLast(16)))
    return group.draft
  }

  private static func keys(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Key ids that the phone has no key for")
    func add(_ name: String, _ id: [UInt8]) throws {
      var forge = Forge(to: cast.alice)
      forge.header = [Forge.version] + id
      group.invalid(name, [.keyID], .key, try forge.envelope(plaintext(cast, name, to: 512), ephemeral: name))
    }
    let id = cast.alice.id
    try add("sealed to the phone's key, with a key id of zeros", [UInt8](repeating: 0, count: 8))
    try add("sealed to the phone's key, with another device's key id", cast.bob.id)
    for index in 0..<8 {
      var changed = id
      changed[index] ^= 0x01
      try add("sealed to the phone's key, with a bit of byte \(index) of its key id flipped", changed)
    }
    try add("sealed to the phone's key, with its key id backwards", id.reversed())
    try add(
      "sealed to the phone's key, with the first 8 characters of its thumbprint's text",
      Array(cast.alice.thumbprint.description.utf8.prefix(8)))
    try add("sealed to the phone's key, with the last 8 bytes of its thumbprint", cast.alice.thumbprint.bytes.suffix(8))
    try add("sealed to the phone's key, with a trusted sender's key id", cast.carol.id)
    let name = "sealed to another device"
    group.invalid(
      name, [.keyID, .binding], .key,
      try Forge(to: cast.bob).envelope(plaintext(cast, name, to: 512), ephemeral: name))
    return group.draft
  }
}
