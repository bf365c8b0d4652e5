import SealEnvelope

/// `enc` that must not be taken, in envelopes whose keys are derived from it as it stands: a reader without the check
/// opens them.
enum WrongEncapsulations {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [nonCanonical(cast), lowOrder(cast)]
  }

  private static func envelope(
    _ cast: Cast, _ name: String, _ encapsulated: [UInt8], isSecretZero: Bool = false
  ) throws -> [UInt8] {
    let body = try Spoken.call(name).text
    let signature = try cast.carol.sign(Plaintext.statement(body, to: cast.alice))
    var forge = Forge(to: cast.alice)
    forge.encapsulated = encapsulated
    forge.isSecretZero = isSecretZero
    return try forge.envelope(
      Plaintext.pad(Plaintext.signed(body, id: cast.carol.id, signature: signature)), ephemeral: name)
  }

  /// p + `u`, which fits 255 bits for `u` up to 18.
  static func p(plus u: UInt8) -> [UInt8] { [0xed + u] + [UInt8](repeating: 0xff, count: 30) + [0x7f] }

  private static func settingTopBit(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + [(bytes.last ?? 0) | 0x80] }

  private static func nonCanonical(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Encapsulated keys that are not canonical, and open for a reader that takes them")
    for (name, source) in [("an ordinary point", "enc 1"), ("another ordinary point", "enc 2")] {
      let point = try DeviceKey(source).publicKey
      let comment = "\(name) with bit 255 set"
      group.invalid(comment, [.nonCanonical], .encapsulation, try envelope(cast, comment, settingTopBit(point)))
    }
    for u: UInt8 in 2...18 {
      let comment = u == 9 ? "p + 9, the base point's other encoding" : "p + \(u)"
      group.invalid(comment, [.nonCanonical], .encapsulation, try envelope(cast, comment, p(plus: u)))
    }
    for u: UInt8 in [9, 18] {
      let comment = "p + \(u) with bit 255 set"
      group.invalid(comment, [.nonCanonical], .encapsulation, try envelope(cast, comment, settingTopBit(p(plus: u))))
    }
    let comment = "the base point with bit 255 set"
    group.invalid(
      comment, [.nonCanonical], .encapsulation,
      try envelope(cast, comment, [9] + [UInt8](repeating: 0, count: 30) + [0x80]))
    return group.draft
  }

  /// The encodings of the points whose multiple by a clamped scalar is zero.
  static let lowOrderPoints: [(String, [UInt8])] = [
    ("0", [UInt8](repeating: 0, count: 32)),
    ("1", [1] + [UInt8](repeating: 0, count: 31)),
    ("p - 1", [0xec] + [UInt8](repeating: 0xff, count: 30) + [0x7f]),
    (
      "of order 8",
      [
        0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
        0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
      ]
    ),
    (
      "also of order 8",
      [
        0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
        0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
      ]
    ),
    ("p, which is 0", p(plus: 0)), ("p + 1, which is 1", p(plus: 1)),
  ]

  private static func lowOrder(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Encapsulated keys of low order, sealed with the secret of zeros that they give")
    for (name, point) in lowOrderPoints {
      for (comment, point) in [("u = \(name)", point), ("u = \(name), with bit 255 set", settingTopBit(point))] {
        group.invalid(
          comment, [.lowOrder], .encapsulation, try envelope(cast, comment, point, isSecretZero: true))
      }
    }
    return group.draft
  }
}
