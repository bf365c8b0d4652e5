private import SealCrypto

/// The plaintext of an envelope, before and after padding.
///
/// ```
/// unsigned:  0x00 | body
/// signed:    0x01 | sender key id (8) | Ed25519 signature (64) | body
/// then       0x80 | zeros up to the bucket            (ISO/IEC 7816-4)
/// ```
package struct PlaintextLayout {
  package static let unsignedMark: UInt8 = 0x00
  package static let signedMark: UInt8 = 0x01
  package static let paddingMark: UInt8 = 0x80

  /// Where the body begins.
  package static func overhead(signed: Bool) -> Int {
    signed ? 1 + KeyID.byteCount + Ed25519PublicKey.signatureByteCount : 1
  }

  /// The sender's key id and the place of the signature, where the event is signed.
  package let signature: (sender: KeyID, range: Range<Int>)?
  /// The place of the body.
  package let body: Range<Int>

  /// Finds the parts of a padded plaintext.
  ///
  /// - Throws: `padding`, then `plaintext` for an unknown first byte or fields cut short.
  package init(of padded: Span<UInt8>) throws(FormatError) {
    var end = padded.count
    // Eight zeros at once while there are that many: most of an envelope is padding.
    let raw = unsafe padded.bytes
    while end >= 8, unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
    while end > 0, padded[end - 1] == 0 { end -= 1 }
    guard end > 0, padded[end - 1] == Self.paddingMark else {
      throw FormatError(.padding, "padding that is not one 0x80 and zeros")
    }
    end -= 1
    guard end > 0 else { throw FormatError(.plaintext, "a plaintext without its first byte") }
    switch padded[0] {
    case Self.unsignedMark:
      signature = nil
    case Self.signedMark:
      let start = Self.overhead(signed: true)
      guard end >= start else { throw FormatError(.plaintext, "a signed plaintext cut short") }
      signature = (KeyID(padded.extracting(1..<9)), 9..<start)
    default:
      throw FormatError(.plaintext, "a plaintext of unknown kind")
    }
    body = Self.overhead(signed: signature != nil)..<end
  }
}
