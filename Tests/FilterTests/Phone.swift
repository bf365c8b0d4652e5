@testable import Filter
import Seal
import SealCrypto

/// A device, its sender, and a filter with a ledger: what most tests start from.
struct Phone {
  static let audience: Audience = {
    guard let audience = try? Audience("com.example.app") else { preconditionFailure("a good identifier") }
    return audience
  }()
  static let start = UnixTime(milliseconds: 1_760_000_000_000)
  static let callID = "0f9a4e0e-1111-4222-8333-444455556666"

  let device: RecipientPrivateKey
  let sender: SenderPrivateKey
  var configuration: FilterConfiguration

  init(ledger: Ledger = .inMemory(), _ adjust: (inout FilterConfiguration) -> Void = { _ in }) throws {
    device = try .generate()
    sender = try .generate()
    configuration = FilterConfiguration(
      audience: Self.audience, keys: try KeySource([device]), senders: try KeySource([sender.publicKey]),
      ledger: ledger)
    adjust(&configuration)
  }

  var filter: PushFilter { PushFilter(configuration) }
  var reader: PayloadReader { PayloadReader(configuration) }

  /// The text of an event sealed for this phone; signed by its sender unless told otherwise.
  func seal(_ draft: EventDraft, by key: SenderPrivateKey?? = .none, floor: Bucket = .bytes512) throws -> String {
    let key = if let key { key } else { sender as SenderPrivateKey? }
    return try Sealer(audience: Self.audience, signingKey: key, floor: floor)
      .seal(draft, to: device.publicKey, now: Self.start).text
  }

  /// The text of any body at all, sealed and signed as an honest sender would.
  func seal(body: String, by key: SenderPrivateKey?? = .none) throws -> String {
    let key = if let key { key } else { sender as SenderPrivateKey? }
    return try Sealer(audience: Self.audience, signingKey: key, floor: .bytes512)
      .seal(body: Array(body.utf8), to: device.publicKey, ephemeral: nil).text
  }

  static func push(_ sealed: Any?) -> [AnyHashable: Any] {
    var push: [AnyHashable: Any] = ["aps": ["alert": ["title": "PLACEHOLDER"], "mutable-content": 1, "badge": 7]]
    if let sealed { push["sealed"] = sealed }
    return push
  }

  static func id(_ text: String = callID) -> EventID {
    guard let id = EventID(parsing: text) else { preconditionFailure("not an id: \(text)") }
    return id
  }

  static func call(
    _ id: EventID = id(), name: String? = "Ann", expires: Int64 = 45_000, sent: Int64 = 0, data: JSONObject? = nil
  ) -> EventDraft {
    .call(
      from: "+14155550123", name: name, id: id, sent: at(sent), expires: at(sent + expires), data: data)
  }

  static func end(_ reason: Event.CallEnd.Reason, _ id: EventID = id(), handle: String? = "+14155550123") -> EventDraft
  {
    .callEnded(id, reason: reason, handle: handle, name: "Ann", sent: start)
  }

  static func message(_ id: EventID = id(), data: JSONObject? = nil) -> EventDraft {
    .notification(.init(title: "Ann", body: "Hello"), id: id, sent: start, expires: at(60_000), data: data)
  }

  /// `offset` milliseconds after the start.
  static func at(_ offset: Int64) -> UnixTime { UnixTime(milliseconds: start.milliseconds + offset) }
}

extension Decision {
  /// The action as a word, for tables.
  var word: String {
    switch action {
    case .report: "report"
    case .notify: "notify"
    case .suppress: "suppress"
    case .passThrough: "pass-through"
    }
  }

  var outcome: String { "\(word), \(reason)\(withdrawsMissedCall ? ", withdraw" : "")" }

  var report: CallReport? { if case .report(let report) = action { report } else { nil } }
  var content: NotificationContent? { if case .notify(let content) = action { content } else { nil } }
}

extension Phone {
  var opener: Opener {
    Opener(
      audience: configuration.audience, keys: configuration.keys, senders: configuration.senders,
      acceptsUnsigned: configuration.policy.acceptsUnsigned)
  }

  /// The text of any plaintext at all under a right tag, zeros behind it up to 512 bytes.
  func seal(plaintext: [UInt8]) throws -> String {
    let header = EnvelopeHeader(recipient: device.keyID)
    var bytes = header.bytes + [UInt8](repeating: 0, count: 32) + plaintext
    bytes += [UInt8](repeating: 0, count: Bucket.bytes512.envelopeByteCount - bytes.count)
    let context = try header.keyScheduleContext(for: Self.audience)
    var span = bytes.mutableSpan
    let (point, ephemeral) = (device.publicKey.point, try X25519PrivateKey.generate())
    try span.withSlice(9..<Bucket.bytes512.envelopeByteCount) { message throws(CryptoError) in
      try HPKE.seal(&message, to: point, context: context, ephemeral: ephemeral)
    }
    return Base64URL.encode(bytes.span)
  }

  /// What an opened event of an unknown kind comes to.
  func opened(kind: String) -> OpenedEvent? {
    try? opener.open(seal(body: #"{"kind":"\#(kind)"}"#)).event
  }
}

extension OpenError {
  init(_ reason: DecisionReason, _ stage: String) { self.init(reason, Stage(rawValue: stage), "") }
}

extension NotificationContent {
  static let fallback = NotificationContent(fallback: Wording())
}
