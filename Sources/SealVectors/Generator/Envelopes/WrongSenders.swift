import SealEnvelope

/// Events that nobody trusted has signed, and signatures that must not pass.
enum WrongSenders {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try [untrusted(cast), signatures(cast), forgeries(cast), knownSender(cast), policy(cast), precedence(cast)]
  }

  private static func envelope(
    _ cast: Cast, _ name: String, id: [UInt8], body: [UInt8]? = nil, _ signature: ([UInt8]) throws -> [UInt8]
  ) throws -> [UInt8] {
    let body = try body ?? Spoken.call(name).text
    return try Forge(to: cast.alice).envelope(
      Plaintext.pad(Plaintext.signed(body, id: id, signature: signature(body))), ephemeral: name)
  }

  private static func untrusted(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Events that nobody trusted has signed, under the default policy")
    for (name, event) in [
      ("an unsigned call", try Spoken.call("untrusted")), ("an unsigned end", try .end("untrusted")),
      ("an unsigned notification", try .notification("untrusted")), ("unsigned data", try .data("untrusted")),
    ] {
      group.invalid(
        name, [.trust], .sender,
        try Forge(to: cast.alice).envelope(Plaintext.pad(Plaintext.unsigned(event.text)), ephemeral: name))
    }
    let stranger = "a call signed by somebody unknown"
    group.invalid(
      stranger, [.trust], .sender,
      try envelope(cast, stranger, id: cast.eve.id) { try cast.eve.sign(Plaintext.statement($0, to: cast.alice)) })
    let bad = "a signature of zeros by somebody unknown"
    group.invalid(
      bad, [.trust], .sender,
      try envelope(cast, bad, id: cast.eve.id) { _ in [UInt8](repeating: 0, count: 64) })
    for index in [0, 7] {
      let name = "a trusted sender's signature, a bit of byte \(index) of the key id flipped"
      var id = cast.carol.id
      id[index] ^= 0x80
      group.invalid(
        name, [.trust], .sender,
        try envelope(cast, name, id: id) { try cast.carol.sign(Plaintext.statement($0, to: cast.alice)) })
    }
    return group.draft
  }

  private static func signatures(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Signatures that do not verify, under a trusted sender's key id")
    func add(_ name: String, _ flags: [VectorFlag], _ signature: ([UInt8]) throws -> [UInt8]) throws {
      group.invalid(name, flags, .signature, try envelope(cast, name, id: cast.carol.id, signature))
    }
    func statement(_ body: [UInt8]) -> [UInt8] { Plaintext.statement(body, to: cast.alice) }
    try add("by a stranger", [.trust]) { try cast.eve.sign(statement($0)) }
    try add("by another trusted sender", [.trust]) { try cast.dave.sign(statement($0)) }
    try add("over another device: the body was passed on", [.binding]) {
      try cast.carol.sign(Plaintext.statement($0, to: cast.bob))
    }
    try add("over another app", [.binding]) {
      try cast.carol.sign(Plaintext.statement($0, to: cast.alice, audience: "org.example.other"))
    }
    try add("over another body", [.binding]) { try cast.carol.sign(statement($0 + [0x20])) }
    try add("over the body alone", [.binding]) { try cast.carol.sign($0) }
    try add("over another label", [.binding]) {
      try cast.carol.sign(Plaintext.statement($0, to: cast.alice, label: "callseal/v2 sender\0"))
    }
    try add("over a label without its zero byte", [.binding]) {
      try cast.carol.sign(Plaintext.statement($0, to: cast.alice, label: "callseal/v1 sender"))
    }
    try add("over the statement without the zero byte behind the audience", [.binding]) {
      let whole = Plaintext.statement([], to: cast.alice).dropLast()
      return try cast.carol.sign(whole + $0)
    }
    try add("over the statement without the recipient", [.binding]) {
      try cast.carol.sign(Array("callseal/v1 sender\0org.example.app\0".utf8) + $0)
    }
    try add("over SHA-512 of the statement", [.binding]) { try cast.carol.sign(Sha512.hash(statement($0))) }
    for (index, name) in [(0, "R"), (31, "the sign of R"), (32, "S"), (62, "S's high bytes")] {
      try add("a bit of \(name) flipped", [.altered]) {
        var signature = try cast.carol.sign(statement($0))
        signature[index] ^= index == 31 ? 0x80 : 0x01
        return signature
      }
    }
    try add("R and S swapped", [.altered]) {
      let signature = try cast.carol.sign(statement($0))
      return Array(signature.suffix(32) + signature.prefix(32))
    }
    try add("zeros", [.altered]) { _ in [UInt8](repeating: 0, count: 64) }
    return group.draft
  }

  private static func forgeries(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Signatures that satisfy an equation and must not pass all the same")
    func statement(_ body: [UInt8]) -> [UInt8] { Plaintext.statement(body, to: cast.alice) }
    func add(_ name: String, _ signature: ([UInt8]) throws -> [UInt8]) throws {
      group.invalid(name, [.malleable], .signature, try envelope(cast, name, id: cast.carol.id, signature))
    }
    try add("S + L in place of S") { Forgery.addingOrder(try cast.carol.sign(statement($0))) }
    try add("S = L in place of 0, R the neutral element") { _ in Forgery.points[0].bytes + Forgery.order }
    for (name, point) in Forgery.points {
      try add("R is \(name)") { Forgery.signature(of: statement($0), by: cast.carol, point: point) }
    }
    return group.draft
  }

  private static func knownSender(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(
      cast, "A policy that takes unsigned events: a known sender's signature has to verify still")
    group.acceptUnsigned = true
    for (name, signature) in [
      ("zeros under a known sender's key id", { _ in [UInt8](repeating: 0, count: 64) }),
      (
        "a stranger's signature under a known sender's key id",
        { try cast.eve.sign(Plaintext.statement($0, to: cast.alice)) }
      ),
    ] as [(String, ([UInt8]) throws -> [UInt8])] {
      group.invalid(name, [.trust], .signature, try envelope(cast, name, id: cast.carol.id, signature))
    }
    return group.draft
  }

  private static func policy(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "A policy whose own check says no")
    group.policyAccepts = false
    for (name, event) in [
      ("a call that the policy refuses", try Spoken.call("policy")),
      ("data that the policy refuses", try .data("policy")),
    ] {
      group.invalid(
        name, [.trust], .policy,
        try envelope(cast, name, id: cast.carol.id, body: event.text) {
          try cast.carol.sign(Plaintext.statement($0, to: cast.alice))
        })
    }
    let malformed = "a body that is malformed, before the policy is asked"
    group.invalid(
      malformed, [.precedence], .body,
      try envelope(cast, malformed, id: cast.carol.id, body: Array("{}".utf8)) {
        try cast.carol.sign(Plaintext.statement($0, to: cast.alice))
      })
    return group.draft
  }

  private static func precedence(_ cast: Cast) throws -> GroupDraft {
    var group = EnvelopeGroup(cast, "Two faults at once: the first in the reader's order counts")
    func add(_ name: String, _ expect: VectorLayer, _ forge: Forge, _ padded: [UInt8]) throws {
      group.invalid(name, [.precedence], expect, try forge.envelope(padded, ephemeral: name))
    }
    let body = Array("{\"kind\":1}".utf8)
    let alice = Forge(to: cast.alice)
    func signed(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
      Plaintext.signed(body, id: id, signature: [UInt8](repeating: 7, count: 64))
    }
    try add("an unsigned body that is malformed", .sender, alice, Plaintext.pad(Plaintext.unsigned(body)))
    try add(
      "a bad signature over a body that is malformed", .signature, alice, Plaintext.pad(signed(cast.carol.id, body)))
    try add("an unknown sender of a body that is malformed", .sender, alice, Plaintext.pad(signed(cast.eve.id, body)))
    try add("an unknown first byte and no padding", .padding, alice, [0x02] + [UInt8](repeating: 1, count: 511))
    try add("an unknown first byte and a sender's unknown key", .plaintext, alice, Plaintext.pad([0x03] + cast.eve.id))
    var wrong = Forge(to: cast.alice)
    wrong.header = [0x02] + cast.bob.id
    try add("another version and an unknown key id", .version, wrong, Plaintext.pad(body))
    var unknown = Forge(to: cast.alice)
    unknown.header = [Forge.version] + cast.bob.id
    try add("an unknown key id and a wrong length", .length, unknown, Plaintext.pad(body, to: 600))
    unknown.encapsulated = [UInt8](repeating: 0, count: 32)
    unknown.isSecretZero = true
    try add("an unknown key id and an enc of low order", .key, unknown, Plaintext.pad(body))
    var low = Forge(to: cast.alice)
    low.encapsulated = [UInt8](repeating: 0, count: 32)
    low.isSecretZero = true
    low.audience = "org.example.other"
    try add("an enc of low order and another audience", .encapsulation, low, Plaintext.pad(body))
    var other = Forge(to: cast.alice)
    other.audience = "org.example.other"
    try add("another audience and no padding", .tag, other, [UInt8](repeating: 1, count: 512))
    return group.draft
  }
}
