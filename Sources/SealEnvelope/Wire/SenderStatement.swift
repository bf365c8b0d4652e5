import SealCrypto

/// What a sender signs: the body, bound to one recipient and one audience, so that a recipient cannot pass a signed
/// body on to someone else as new.
///
/// ```
/// "callseal/v1 sender" | 0x00 | recipient's public key (32) | audience | 0x00 | body
/// ```
package struct SenderStatement {
  package let bytes: [UInt8]

  package init(recipient: RecipientPublicKey, audience: Audience, body: Span<UInt8>) {
    var bytes: [UInt8] = []
    let audience = audience.bundleIdentifier.utf8
    bytes.reserveCapacity(52 + audience.count + body.count)
    bytes += "callseal/v1 sender\0".utf8
    bytes += recipient.rawBytes
    bytes += audience
    bytes.append(0)
    unsafe body.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    self.bytes = bytes
  }
}
