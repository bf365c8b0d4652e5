import Seal
import SealCrypto
import Testing

struct SealerTests {
  private let device: Device
  private let sender: SenderPrivateKey

  init() throws {
    device = try Device()
    sender = try SenderPrivateKey.generate()
  }

  private func sealer(signed: Bool = true, floor: Bucket = .bytes2560) -> Sealer {
    Sealer(audience: device.audience, signingKey: signed ? sender : nil, floor: floor)
  }

  @Test func sealsWhatTheDeviceOpens() throws {
    for (kind, draft) in ordinaryDrafts() {
      let event = try EncodedEvent(draft)
      let envelope = try sealer().seal(event, to: device.key.publicKey)
      let opened = try device.open(envelope, sender: sender.publicKey)
      #expect(opened.body == event.body, "\(kind)")
      #expect(opened.sender == sender.keyID)
      #expect(opened.isVerified)
      // As text, as a push carries it, too.
      #expect(try Envelope(parsingText: envelope.text) == envelope)
    }
  }

  @Test func sealsWithoutASender() throws {
    let event = try EncodedEvent(.data(["a": 1]))
    let opened = try device.open(sealer(signed: false).seal(event, to: device.key.publicKey))
    #expect(opened.body == event.body)
    #expect(opened.sender == nil)
  }

  /// The largest bucket for every kind, signed or not, unless the sealer was told otherwise.
  @Test func makesEveryEnvelopeTheSame() throws {
    for signed in [true, false] {
      for (_, draft) in ordinaryDrafts() {
        let envelope = try Sealer(audience: device.audience, signingKey: signed ? sender : nil)
          .seal(draft, to: device.key.publicKey)
        #expect(envelope.bucket == .bytes2560)
        #expect(envelope.bytes.count == 2617)
        #expect(envelope.text.utf8.count == 3490)
      }
    }
  }

  @Test(arguments: Bucket.allCases) func holdsToItsFloor(_ floor: Bucket) throws {
    for signed in [true, false] {
      for (_, draft) in ordinaryDrafts() {
        #expect(try sealer(signed: signed, floor: floor).seal(draft, to: device.key.publicKey).bucket == floor)
      }
    }
  }

  @Test func bindsTheAudience() throws {
    let other = Sealer(audience: try Audience("com.example.App"), signingKey: nil)
    let envelope = try other.seal(.data([:]), to: device.key.publicKey)
    #expect(throws: CryptoError(.notAuthentic)) { try device.open(envelope) }
  }

  /// A signature is of one recipient: the body passed on to another device does not verify there.
  @Test func bindsTheSignatureToTheRecipient() throws {
    let other = try Device()
    let envelope = try sealer().seal(.data([:]), to: device.key.publicKey)
    let header = EnvelopeHeader(recipient: envelope.recipient)
    let message = Array(envelope.bytes[EnvelopeHeader.byteCount...])
    let padded = try HPKE.open(
      message.memory.span, with: device.key.key, context: header.keyScheduleContext(for: device.audience))
    let layout = try PlaintextLayout(of: padded.memory.span)
    let range = try #require(layout.signature).range
    let (signature, body) = (Array(padded[range]), Array(padded[layout.body]))
    for (recipient, isVerified) in [(device.key.publicKey, true), (other.key.publicKey, false)] {
      let statement = SenderStatement(recipient: recipient, audience: device.audience, body: body.memory.span)
      let accepted = try sender.publicKey.point.accepts(signature.memory.span, of: statement.bytes.memory.span)
      #expect(accepted == isVerified)
    }
  }

  @Test func encodesOnceForManyDevices() throws {
    let devices = try (0..<20).map { _ in try Device() }
    let envelopes = try sealer().seal(.call(from: "+14155550123"), to: devices.map(\.key.publicKey))
    #expect(envelopes.map(\.recipient) == devices.map { $0.key.keyID })
    #expect(Set(envelopes.map(\.encapsulatedKey)).count == 20)
    let opened = try zip(devices, envelopes).map { try $0.open($1, sender: sender.publicKey) }
    // Random id and time of sending and all.
    #expect(Set(opened.map(\.body)).count == 1)
    #expect(opened.filter(\.isVerified).count == 20)
    #expect(try sealer().seal(.data([:]), to: []) == [])
  }

  @Test func sealsAThousandAtOnceAndNeverTwiceTheSame() async throws {
    let sealer = sealer()
    let recipient = device.key.publicKey
    let event = try EncodedEvent(.data(["a": 1]))
    let envelopes = try await withThrowingTaskGroup(of: Envelope.self, returning: [Envelope].self) { group in
      for _ in 0..<1000 { group.addTask { try sealer.seal(event, to: recipient) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(envelopes.count == 1000)
    #expect(Set(envelopes.map(\.encapsulatedKey)).count == 1000)
    #expect(Set(envelopes.map { Array($0.bytes[41...]) }).count == 1000)
    for envelope in envelopes.prefix(20) {
      #expect(try device.open(envelope, sender: sender.publicKey).body == event.body)
    }
  }

  /// With the same ephemeral key, the same bytes: for vectors. (Signing may be randomized, so unsigned.)
  @Test func dependsOnItsEphemeralKeyAlone() throws {
    let ephemeral = try X25519PrivateKey.generate()
    let body = Array("not even JSON".utf8)
    let envelopes = try (0..<2).map { _ in
      try sealer(signed: false).seal(body: body, to: device.key.publicKey, ephemeral: ephemeral)
    }
    #expect(envelopes[0] == envelopes[1])
    #expect(envelopes[0].encapsulatedKey == ephemeral.publicKey.bytes)
    #expect(try device.open(envelopes[0]).body == body)
  }

  @Test func printsNoSigningKey() throws {
    let seed = sender.withSeed { [UInt8](copying: $0) }
    var dumped = ""
    dump(sealer(), to: &dumped)
    dumped += String(reflecting: sealer()) + "\(sealer())"
    #expect(!dumped.contains(seed.prefix(4).map(String.init).joined(separator: ", ")))
    #expect(dumped.contains("redacted"))
  }
}
