import Seal
import SealCrypto
import SealEnvelope

/// A group of envelopes that one phone gets.
struct EnvelopeGroup {
  let cast: Cast
  let comment: String
  var audience = Forge.audience
  var keys: [DeviceKey]
  var trust: [SenderKey]
  var acceptUnsigned = false
  var policyAccepts = true
  private(set) var tests: [TestDraft] = []

  /// Alice's phone, which trusts Carol and Dave.
  init(_ cast: Cast, _ comment: String) {
    (self.cast, self.comment) = (cast, comment)
    keys = [cast.alice]
    trust = [cast.carol, cast.dave]
  }

  var draft: GroupDraft {
    GroupDraft(
      type: .envelope, comment: comment,
      members: [
        ("audience", .string(audience)), ("keys", .array(keys.map { .object($0.privateJWK) })),
        ("trust", .array(trust.map { .object($0.publicJWK) })), ("acceptUnsigned", .bool(acceptUnsigned)),
        ("policyAccepts", .bool(policyAccepts)),
      ], tests: tests)
  }

  /// An envelope that opens. `signer` is who signs it, by default Carol; `sender` who is known to have, by default the
  /// signer.
  mutating func valid(
    _ comment: String, _ flags: [VectorFlag], _ body: [UInt8], reads event: (SenderKey?, DeviceKey) -> JSONObject,
    to recipient: DeviceKey? = nil, signer: Signer = .carol, floor: Bucket = .bytes512,
    spelled: (String) -> String = { $0 }
  ) throws {
    let recipient = recipient ?? cast.alice
    let (signing, known): (SenderKey?, SenderKey?) =
      switch signer {
      case .carol: (cast.carol, cast.carol)
      case .dave: (cast.dave, cast.dave)
      case .nobody: (nil, nil)
      case .stranger: (cast.eve, nil)
      }
    let ephemeral = try Seed.ephemeral(comment)
    let sealer = Sealer(audience: try Audience(audience), signingKey: signing?.key, floor: floor)
    let envelope = try sealer.seal(
      body: body, to: recipient.key.publicKey,
      ephemeral: X25519PrivateKey(scalar: SecretBytes(copying: ephemeral.memory.span)))
    var seal: JSONObject = [
      "floor": .integer(Int64(floor.rawValue)), "ephemeral": .string(Hexadecimal.text(ephemeral)),
    ]
    seal["signer"] = signing.map { .object($0.privateJWK) }
    tests.append(
      TestDraft(
        comment: comment, flags: flags, inputs: [("sealed", .string(spelled(envelope.text)))],
        outputs: [
          Self.member(body), ("event", .object(event(known, recipient))), ("seal", .object(seal)),
        ]))
  }

  enum Signer {
    case carol, dave, nobody
    /// Eve, whom the phone does not know.
    case stranger
  }

  /// An envelope of an event, which opens.
  mutating func valid(
    _ comment: String, _ flags: [VectorFlag], _ event: Spoken, to recipient: DeviceKey? = nil,
    signer: Signer = .carol, floor: Bucket = .bytes512, spelled: (String) -> String = { $0 }
  ) throws {
    try valid(
      comment, flags, try event.text, reads: { event.event(from: $0, to: $1) }, to: recipient, signer: signer,
      floor: floor, spelled: spelled)
  }

  /// A text that does not open.
  mutating func invalid(_ comment: String, _ flags: [VectorFlag], _ expect: VectorLayer, text: String) {
    tests.append(TestDraft(comment: comment, flags: flags, inputs: [("sealed", .string(text))], expect: expect))
  }

  /// An envelope that does not open.
  mutating func invalid(_ comment: String, _ flags: [VectorFlag], _ expect: VectorLayer, _ envelope: [UInt8]) {
    invalid(comment, flags, expect, text: Base64URL.encode(envelope.memory.span))
  }

  /// An envelope, unsigned and right in all else, around a body that is wrong.
  mutating func wrongBody(_ comment: String, _ flags: [VectorFlag], _ body: [UInt8]) throws {
    let bucket = [512, 1024, 2048, 2560].first { $0 >= body.count + 2 } ?? 2560
    let envelope = try Forge(to: cast.alice).envelope(
      Plaintext.pad(Plaintext.unsigned(body), to: bucket), ephemeral: comment)
    tests.append(
      TestDraft(
        comment: comment, flags: flags,
        inputs: [("sealed", .string(Base64URL.encode(envelope.memory.span))), Self.member(body)], expect: .body))
  }

  /// A body as text, where it is text that JSON can hold.
  private static func member(_ body: [UInt8]) -> (String, JSONValue) {
    // What comes back as other bytes was no UTF-8, and a writer refuses noncharacters.
    let text = String(decoding: body, as: UTF8.self)
    let isText = Array(text.utf8) == body && (try? JSONWriter.text(["": .string(text)])) != nil
    return isText ? ("body", .string(text)) : ("bodyHex", .string(Hexadecimal.text(body)))
  }
}
