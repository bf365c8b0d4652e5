import Seal
import SealCrypto

@testable import Filter

/// A device with its key, two senders that it trusts, and one that it does not know.
struct Handset: Sendable {
  /// Whoever signs.
  enum Author: String, Sendable, CaseIterable {
    case sender, friend, stranger, nobody
  }

  let device: RecipientPrivateKey
  let sender: SenderPrivateKey
  let friend: SenderPrivateKey
  let stranger: SenderPrivateKey
  var configuration: FilterConfiguration

  init(ledger: Ledger = .inMemory(), _ adjust: (inout FilterConfiguration) -> Void = { _ in }) throws {
    device = try .generate()
    sender = try .generate()
    friend = try .generate()
    stranger = try .generate()
    configuration = FilterConfiguration(
      audience: try Audience("com.example.app"), keys: try KeySource([device]),
      senders: try KeySource([sender.publicKey, friend.publicKey]), ledger: ledger)
    adjust(&configuration)
  }

  /// The same device and settings with another memory.
  func remembering(in ledger: Ledger) -> Handset {
    var copy = self
    copy.configuration.ledger = ledger
    return copy
  }

  /// The same device and memory, set otherwise.
  func adjusted(_ adjust: (inout FilterConfiguration) -> Void) -> Handset {
    var copy = self
    adjust(&copy.configuration)
    return copy
  }

  var filter: PushFilter { PushFilter(configuration) }
  var app: PayloadReader { PayloadReader(configuration) }
  var opener: Opener { configuration.opener }

  func key(of author: Author) -> SenderPrivateKey? {
    switch author {
    case .sender: sender
    case .friend: friend
    case .stranger: stranger
    case .nobody: nil
    }
  }

  /// An envelope around any body, signed as an honest sealer does.
  func envelope(
    _ body: String, by author: Author = .sender, audience: String = "com.example.app", floor: Bucket = .bytes512
  ) throws -> Envelope {
    try envelope(Array(body.utf8), by: author, audience: audience, floor: floor)
  }

  /// The same around bytes that need not be text.
  func envelope(
    _ body: [UInt8], by author: Author = .sender, audience: String = "com.example.app", floor: Bucket = .bytes512
  ) throws -> Envelope {
    try Sealer(audience: Audience(audience), signingKey: key(of: author), floor: floor)
      .seal(body: body, to: device.publicKey, ephemeral: nil)
  }

  /// The text of one.
  func seal(_ body: String, by author: Author = .sender) throws -> String { try envelope(body, by: author).text }

  /// The push around one.
  func push(_ body: String, by author: Author = .sender) throws -> [AnyHashable: Any] {
    bait(try seal(body, by: author))
  }

  /// The text of an envelope around any plaintext, padding included: zeros up to 512 bytes, under a right tag.
  func seal(plaintext: [UInt8]) throws -> String {
    let header = EnvelopeHeader(recipient: device.keyID)
    let end = Bucket.bytes512.envelopeByteCount
    var bytes = header.bytes + [UInt8](repeating: 0, count: 32) + plaintext
    bytes += [UInt8](repeating: 0, count: end - bytes.count)
    let context = try header.keyScheduleContext(for: configuration.audience)
    let (point, ephemeral) = (device.publicKey.point, try X25519PrivateKey.generate())
    var span = bytes.memory.mutableSpan
    try span.withSlice(9..<end) { message throws(CryptoError) in
      try HPKE.seal(&message, to: point, context: context, ephemeral: ephemeral)
    }
    return text(bytes)
  }
}

/// base64url of any bytes.
func text(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes.memory.span) }

/// A push whose `aps` is full of what must never be shown.
func bait(_ sealed: Any?) -> [AnyHashable: Any] {
  var push: [AnyHashable: Any] = [
    "aps": [
      "alert": ["title": "BAIT", "subtitle": "BAIT", "body": "BAIT"], "mutable-content": 1, "badge": 99,
      "sound": "BAIT.caf", "thread-id": "BAIT", "category": "BAIT", "interruption-level": "critical",
    ] as [String: Any],
    "title": "BAIT", "attachment-url": "https://BAIT.example",
  ]
  if let sealed { push["sealed"] = sealed }
  return push
}
