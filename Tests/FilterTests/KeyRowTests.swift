import Seal
import SealCrypto
import Testing

@testable import Filter

/// Keys: missing, not readable now, several with one id; and the encapsulated key.
struct KeyRowTests {
  private let handset: Handset
  private let sealed: String

  init() throws {
    handset = try Handset()
    sealed = try handset.seal(Body.call())
  }

  private func told(
    keys: KeySource<RecipientPrivateKey>? = nil, senders: KeySource<SenderPublicKey>? = nil, unsigned: Bool = false,
    _ text: String? = nil
  ) -> String {
    let changed = handset.remembering(in: .inMemory()).adjusted {
      if let keys { $0.keys = keys }
      if let senders { $0.senders = senders }
      $0.policy.acceptsUnsigned = unsigned
    }
    let decision = changed.filter.decide(bait(text ?? sealed), now: at(0))
    // What cannot be opened shows the fallback, and nobody can tell why from looking.
    if decision.told.hasPrefix("notify") { #expect(decision.shown == changed.fallback && decision.event == nil) }
    return decision.told
  }

  @Test func aKeyThatIsMissingIsUnknown() throws {
    let other = try RecipientPrivateKey.generate()
    #expect(told(keys: try KeySource([])) == "notify unknown-key")
    #expect(told(keys: try KeySource([other])) == "notify unknown-key")
    #expect(told(keys: KeySource { _ in .found([]) }) == "notify unknown-key")
    // A key of another id is none, whatever a store answers.
    #expect(told(keys: KeySource { _ in .found([other]) }) == "notify unknown-key")
    #expect(told(keys: try KeySource([other, handset.device])) == "report call")
  }

  @Test func aKeyThatCannotBeReadNowIsNotMissing() throws {
    let (device, other) = (handset.device, try RecipientPrivateKey.generate())
    #expect(told(keys: KeySource { _ in .unavailable() }) == "notify keys-unavailable")
    #expect(told(keys: KeySource { _ in .unavailable(besides: [other]) }) == "notify keys-unavailable")
    // What can be read is enough where it opens, and where it does not the other half may be the one.
    #expect(told(keys: KeySource { _ in .unavailable(besides: [device]) }) == "report call")
    let wrong = other.posing(as: device.publicKey)
    #expect(told(keys: KeySource { _ in .unavailable(besides: [wrong]) }) == "notify keys-unavailable")
    // It is asked for the envelope's id, and only where the envelope has come that far.
    let refused = text([UInt8](repeating: 2, count: 569))
    #expect(told(keys: KeySource { _ in .unavailable() }, refused) == "notify unsupported-version")
    let id = device.keyID
    #expect(told(keys: KeySource { $0 == id ? .found([device]) : .unavailable() }) == "report call")
  }

  @Test func trustThatCannotBeReadNowIsNotMissing() throws {
    let (sender, other) = (handset.sender.publicKey, try SenderPrivateKey.generate())
    for unsigned in [false, true] {
      #expect(told(senders: KeySource { _ in .unavailable() }, unsigned: unsigned) == "notify keys-unavailable")
      #expect(
        told(senders: KeySource { _ in .unavailable(besides: [other.publicKey]) }, unsigned: unsigned)
          == "notify keys-unavailable")
      #expect(told(senders: KeySource { _ in .unavailable(besides: [sender]) }, unsigned: unsigned) == "report call")
      let wrong = other.publicKey.posing(as: sender)
      #expect(
        told(senders: KeySource { _ in .unavailable(besides: [wrong]) }, unsigned: unsigned)
          == "notify keys-unavailable")
    }
    // Nobody's signature needs no trust.
    let unsigned = try handset.seal(Body.call(), by: .nobody)
    #expect(told(senders: KeySource { _ in .unavailable() }, unsigned: true, unsigned) == "report call")
    #expect(told(senders: KeySource { _ in .unavailable() }, unsigned) == "notify untrusted-sender")
  }

  /// Key ids are hints: the tag decides among those that have the envelope's, four at most.
  @Test func triesEveryKeyOfTheID() throws {
    let device = handset.device
    let wrong = try (0..<4).map { _ in try RecipientPrivateKey.generate().posing(as: device.publicKey) }
    #expect(wrong.allSatisfy { $0.keyID == device.keyID })
    for place in 0..<4 {
      var keys = Array(wrong.prefix(3))
      keys.insert(device, at: place)
      #expect(told(keys: try KeySource(keys)) == "report call", "place \(place)")
      let given = keys
      #expect(told(keys: KeySource { _ in .found(given) }) == "report call", "place \(place)")
    }
    #expect(told(keys: try KeySource(wrong)) == "notify open-failed")
    // A fifth is an error where it can be told, and is not tried where it cannot.
    #expect(throws: FilterError(.tooManyKeys, "")) { try KeySource(wrong + [device]) }
    #expect(told(keys: KeySource { _ in .found(wrong + [device]) }) == "notify open-failed")
    // Keys of other ids between them do not count.
    let others = try (0..<9).map { _ in try RecipientPrivateKey.generate() }
    #expect(told(keys: KeySource { _ in .found(others + [device]) }) == "report call")
    #expect(told(keys: try KeySource(others + [device])) == "report call")
  }

  /// And the signature among senders.
  @Test func triesEverySenderOfTheID() throws {
    let sender = handset.sender.publicKey
    let wrong = try (0..<4).map { _ in try SenderPrivateKey.generate().publicKey.posing(as: sender) }
    for place in 0..<4 {
      var keys = Array(wrong.prefix(3))
      keys.insert(sender, at: place)
      #expect(told(senders: try KeySource(keys)) == "report call", "place \(place)")
    }
    #expect(told(senders: try KeySource(wrong)) == "notify untrusted-sender")
    #expect(told(senders: try KeySource(wrong), unsigned: true) == "notify untrusted-sender")
    #expect(throws: FilterError(.tooManyKeys, "")) { try KeySource(wrong + [sender]) }
    #expect(told(senders: KeySource { _ in .found(wrong + [sender]) }) == "notify untrusted-sender")
  }

  /// `enc` that is not canonical or of low order: RFC 7748 §5 and §6.1, in the place of a good one.
  @Test func refusesEncapsulatedKeys() throws {
    let p = [UInt8]([0xed]) + [UInt8](repeating: 0xff, count: 30) + [0x7f]
    func little(_ low: UInt8, _ rest: UInt8 = 0, _ top: UInt8 = 0) -> [UInt8] {
      [low] + [UInt8](repeating: rest, count: 30) + [top]
    }
    let order8: [[UInt8]] = [
      [
        0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
        0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
      ],
      [
        0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
        0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
      ],
    ]
    let good = Array(try handset.envelope(Body.call()).bytes[9..<41])
    let points: [(String, [UInt8])] = [
      ("zero", little(0)), ("one", little(1)), ("p - 1", little(0xec, 0xff, 0x7f)), ("order 8", order8[0]),
      ("order 8, the other", order8[1]), ("p", p), ("p + 1", little(0xee, 0xff, 0x7f)),
      ("p + 18", little(0xff, 0xff, 0x7f)), ("2^255", little(0, 0, 0x80)), ("all ones", little(0xff, 0xff, 0xff)),
      ("bit 255 of a good one", Array(good.dropLast()) + [good[31] | 0x80]),
      ("bit 255 of order 8", Array(order8[0].dropLast()) + [0x80]),
    ]
    #expect(points.count == 12 && points.allSatisfy { $0.1.count == 32 })
    for (id, point) in points {
      var bytes = try handset.envelope(Body.call()).bytes
      bytes.replaceSubrange(9..<41, with: point)
      #expect(throws: OpenError(.openFailed, .encapsulation, ""), "\(id)") { try handset.opener.open(text(bytes)) }
      #expect(told(text(bytes)) == "notify open-failed", "\(id)")
    }
  }

  /// Another key, another audience, another letter case of it: all are a tag that does not verify.
  @Test func opensForItsOwnAudienceAlone() throws {
    for audience in ["com.example.app2", "com.example.ap", "com.example.App", "com.example.app.voip"] {
      let sealed = try handset.envelope(Body.call(), audience: audience).text
      #expect(throws: OpenError(.openFailed, .tag, "")) { try handset.opener.open(sealed) }
      #expect(told(sealed) == "notify open-failed")
    }
    var readdressed = try handset.envelope(Body.call()).bytes
    let other = try RecipientPrivateKey.generate()
    readdressed.replaceSubrange(1..<9, with: other.keyID.bytes)
    #expect(told(keys: try KeySource([other]), text(readdressed)) == "notify open-failed")
  }
}

// MARK: - Two keys with one id

// Ids are 64 bits of a digest, so two keys that share one cannot be found: a key is given another's name instead. The
// two layouts are those of the structs, and a precondition compares their sizes.

extension RecipientPrivateKey {
  private struct Layout {
    var thumbprint: Thumbprint
    var point: X25519PublicKey
    var key: X25519PrivateKey
  }

  /// This key under the name of `other`.
  func posing(as other: RecipientPublicKey) -> RecipientPrivateKey {
    precondition(MemoryLayout<Layout>.size == MemoryLayout<RecipientPrivateKey>.size)
    return unsafeBitCast(
      Layout(thumbprint: other.thumbprint, point: publicKey.point, key: key), to: RecipientPrivateKey.self)
  }
}

extension SenderPublicKey {
  private struct Layout {
    var thumbprint: Thumbprint
    var point: Ed25519PublicKey
  }

  /// This key under the name of `other`.
  func posing(as other: SenderPublicKey) -> SenderPublicKey {
    precondition(MemoryLayout<Layout>.size == MemoryLayout<SenderPublicKey>.size)
    return unsafeBitCast(Layout(thumbprint: other.thumbprint, point: point), to: SenderPublicKey.self)
  }
}
