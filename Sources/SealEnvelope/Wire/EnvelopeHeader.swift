package import SealCrypto

/// The 9 bytes before the encapsulated key: version and recipient key id.
package struct EnvelopeHeader {
  package static let version: UInt8 = 0x01
  package static let byteCount = 1 + KeyID.byteCount

  package let recipient: KeyID

  package init(recipient: KeyID) { self.recipient = recipient }

  package var bytes: [UInt8] { [Self.version] + recipient.bytes }

  /// HPKE's `info`: the ASCII bytes `callseal/v1`, a zero byte, the header, the audience.
  ///
  /// `info` and not `aad`, because that is all that the single-shot HPKE APIs of other languages take.
  package func info(for audience: Audience) -> [UInt8] {
    Array("callseal/v1\0".utf8) + bytes + Array(audience.bundleIdentifier.utf8)
  }

  /// What HPKE's key schedule takes of that.
  package func keyScheduleContext(for audience: Audience) throws(CryptoError) -> KeyScheduleContext {
    try KeyScheduleContext(info: info(for: audience).memory.span)
  }
}
