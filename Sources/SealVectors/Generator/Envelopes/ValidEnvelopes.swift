import SealEnvelope

/// Envelopes that open.
enum ValidEnvelopes {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [
      everyday(cast), buckets(cast, isSigned: true), buckets(cast, isSigned: false), spellings(cast), strangers(cast),
      rotated(cast), audience(cast, "a", "one character"),
      audience(cast, "ABCDEFGHIJKLMNOPQRSTUVWXYZ.abcdefghijklmnopqrstuvwxyz-0123456789", "every character there is"),
      audience(cast, "org." + String(repeating: "x", count: 151), "155 characters"),
    ]
  }

  private static func everyday(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Everyday events, signed by a trusted sender")
    for (floor, name) in [
      (Bucket.bytes2560, "the usual floor"), (.bytes512, "a floor of 512"), (.bytes1024, "a floor of 1024"),
      (.bytes2048, "a floor of 2048"),
    ] {
      try group.valid("a call, \(name)", [.normal], .call("call \(name)"), floor: floor)
      try group.valid("the end of a call, \(name)", [.normal], .end("end \(name)"), floor: floor)
      try group.valid("a notification, \(name)", [.normal], .notification("notification \(name)"), floor: floor)
      try group.valid("data, \(name)", [.normal], .data("data \(name)"), floor: floor)
    }
    try group.valid("signed by the second of two trusted senders", [.trust], .call("second sender"), signer: .dave)
    return group.draft
  }

  /// The smallest and the largest body of each bucket.
  private static func buckets(_ cast: Cast, isSigned: Bool) throws -> GroupDraft {
    let word = isSigned ? "signed" : "unsigned"
    var group = EnvelopeGroup(cast, "The smallest and the largest body of each bucket, \(word)")
    group.acceptUnsigned = !isSigned
    var smallest = try Spoken.data("smallest \(word)", nil).text.count
    for bucket in Bucket.allCases {
      let largest = bucket.largestBody(signed: isSigned)
      for (size, name) in [(smallest, "smallest"), (largest, "largest")] {
        let comment = "the \(name) \(word) body of the bucket of \(bucket.rawValue) bytes, \(size) bytes"
        try group.valid(comment, [.boundary], try filled(comment, size), signer: isSigned ? .carol : .nobody)
      }
      smallest = largest + 1
    }
    return group.draft
  }

  /// Data whose body has `size` bytes.
  private static func filled(_ name: String, _ size: Int) throws -> Spoken {
    let empty = try Spoken.data(name, nil)
    if try empty.text.count == size { return empty }
    let frame = try Spoken.data(name, ["fill": ""]).text.count
    return try .data(name, ["fill": .string(String(repeating: "x", count: size - frame))])
  }

  private static func spellings(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Every spelling of base64 that a reader takes")
    for (floor, pad) in [(Bucket.bytes512, "="), (.bytes1024, "=="), (.bytes2048, "="), (.bytes2560, "==")] {
      let name = "an envelope of \(floor.envelopeByteCount) bytes"
      try group.valid(
        "\(name) in base64url with exact padding", [.spelling], .call("padded \(name)"), floor: floor
      ) { $0 + pad }
      try group.valid(
        "\(name) in the standard alphabet without padding", [.spelling], .call("standard \(name)"), floor: floor,
        spelled: Spelling.standard)
      try group.valid(
        "\(name) in the standard alphabet with exact padding", [.spelling], .call("standard padded \(name)"),
        floor: floor
      ) { Spelling.standard($0) + pad }
    }
    return group.draft
  }

  private static func strangers(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "A policy that takes unsigned events")
    group.acceptUnsigned = true
    try group.valid("an unsigned call", [.trust], .call("unsigned"), signer: .nobody)
    try group.valid(
      "a signed call from an unknown sender counts as unsigned", [.trust], .call("stranger"), signer: .stranger)
    try group.valid("a signed call from a known sender has its sender", [.trust], .call("known"))
    return group.draft
  }

  private static func rotated(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "A phone with two keys, as after a rotation")
    group.keys = [cast.bob, cast.alice]
    try group.valid("sealed to the first key", [.keyID], .call("first key"), to: cast.bob)
    try group.valid("sealed to the second key", [.keyID], .call("second key"))
    return group.draft
  }

  private static func audience(_ cast: Cast, _ audience: String, _ name: String) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "An audience of \(name)")
    group.audience = audience
    try group.valid("an audience of \(name)", [.boundary], .call("audience of \(name)"))
    return group.draft
  }
}

/// Base64 as senders' libraries write it.
enum Spelling {
  static func standard(_ text: String) -> String {
    String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
  }
}
