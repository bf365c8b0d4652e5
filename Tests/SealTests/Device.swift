@testable import Seal
import SealCrypto
import SealEnvelope
import TestSupport
import Testing

/// A device and its app, who open what a sealer made: step by step, so that a test sees what each step gave.
struct Device {
  let key: RecipientPrivateKey
  let audience: Audience

  init() throws {
    key = try RecipientPrivateKey.generate()
    audience = try Audience("com.example.app")
  }

  struct Opened {
    let body: [UInt8]
    let sender: KeyID?
    let isVerified: Bool
  }

  /// Opens an envelope; a signature is checked with `sender`.
  func open(_ envelope: Envelope, sender: SenderPublicKey? = nil) throws -> Opened {
    #expect(envelope.recipient == key.keyID)
    let header = EnvelopeHeader(recipient: envelope.recipient)
    let message = Array(envelope.bytes[EnvelopeHeader.byteCount...])
    let padded = try HPKE.open(message.memory.span, with: key.key, context: header.keyScheduleContext(for: audience))
    #expect(padded.count == envelope.bucket.plaintextByteCount)
    let layout = try PlaintextLayout(of: padded.memory.span)
    let body = Array(padded[layout.body])
    guard let signature = layout.signature else { return Opened(body: body, sender: nil, isVerified: false) }
    let statement = SenderStatement(recipient: key.publicKey, audience: audience, body: body.memory.span)
    let bytes = Array(padded[signature.range])
    let isVerified = try sender?.point.accepts(bytes.memory.span, of: statement.bytes.memory.span) ?? false
    return Opened(body: body, sender: signature.sender, isVerified: isVerified)
  }
}

extension EventID {
  /// An id for tests.
  static let sample: EventID = {
    guard let id = EventID(parsing: "0f8fad5b-d9cb-469f-a165-70867728950e") else { fatalError("an id") }
    return id
  }()
}

extension EncodedEvent {
  /// From JSON, as the command line takes it.
  init(_ json: String, now: Int64 = 1_700_000_000_000) throws {
    try self.init(EventDraft(parsing: Array(json.utf8)), now: UnixTime(milliseconds: now))
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// One event of each kind, of ordinary size.
func ordinaryDrafts() -> [(String, EventDraft)] {
  [
    ("call", .call(from: "+14155550123", name: "Ann", video: true)),
    ("call-ended", .callEnded(.sample, reason: .cancelled, handle: "+14155550123", name: "Ann")),
    ("notification", .notification(Event.NotificationText(title: "Ann", body: "See you at eight?"))),
    ("data", .data(["sync": 7])),
  ]
}

/// An error with this code, for comparing: codes alone count.
func refusal(_ code: SealError.Code) -> SealError { SealError(code, "") }
