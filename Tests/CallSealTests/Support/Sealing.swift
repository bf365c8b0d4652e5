import Seal
import SealCrypto
import SealEnvelope

/// Envelopes that the command line itself would not make.
enum Sealing {
  /// The text of an envelope around any body.
  static func text(
    _ body: String, to device: RecipientPrivateKey = Keys.device, by sender: SenderPrivateKey? = Keys.sender,
    audience: String = Scratch.audience
  ) throws -> String {
    let sealer = Sealer(audience: try Audience(audience), signingKey: sender, floor: .bytes512)
    return try sealer.seal(body: Array(body.utf8), to: device.publicKey, ephemeral: nil).text
  }

  /// The text of an envelope around any padded plaintext.
  static func text(padded: [UInt8], encapsulatedKey: [UInt8]? = nil) throws -> String {
    let header = EnvelopeHeader(recipient: Keys.device.keyID)
    let context = try header.keyScheduleContext(for: Audience(Scratch.audience))
    var message = [UInt8](repeating: 0, count: 32) + padded + [UInt8](repeating: 0, count: 16)
    var span = message.memory.mutableSpan
    try HPKE.seal(&span, to: Keys.device.publicKey.point, context: context, ephemeral: X25519PrivateKey.generate())
    if let encapsulatedKey { message.replaceSubrange(0..<32, with: encapsulatedKey) }
    return Base64URL.encode((header.bytes + message).memory.span)
  }

  /// `content`, the mark, and zeros.
  static func pad(_ content: [UInt8]) -> [UInt8] {
    content + [0x80] + [UInt8](repeating: 0, count: 511 - content.count)
  }

  /// A push around an envelope's text.
  static func push(_ text: String) -> String {
    #"{"aps":{"alert":{"title":"t"},"mutable-content":1},"sealed":"\#(text)"}"#
  }
}
