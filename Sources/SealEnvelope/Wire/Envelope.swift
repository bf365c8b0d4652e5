import SealCrypto

/// An envelope of version 1: a recipient key id in the clear and a sealed event, in one of four lengths.
///
/// | offset | bytes       | field                                            |
/// |-------:|------------:|--------------------------------------------------|
/// |      0 |           1 | version, 0x01                                    |
/// |      1 |           8 | recipient key id                                 |
/// |      9 |          32 | `enc`, the KEM's encapsulated key (RFC 9180 §4)  |
/// |     41 | bucket + 16 | ciphertext and tag (ChaCha20Poly1305)            |
///
/// To parse one says nothing of what is inside: that takes the key.
public struct Envelope: Hashable, Sendable {
  /// The most characters a reader takes as the base64url text of an envelope, before it decodes anything.
  public static let largestText = 5120

  /// All bytes of it: 569, 1081, 2105 or 2617.
  public let bytes: [UInt8]
  /// Which of the four lengths it has.
  public let bucket: Bucket

  /// The id of the key it is sealed to.
  public var recipient: KeyID { KeyID(bytes.memory.span.extracting(1..<EnvelopeHeader.byteCount)) }

  /// The encapsulated key, 32 bytes; whether it is a usable point is seen when the envelope is opened.
  public var encapsulatedKey: [UInt8] { Array(bytes[EnvelopeHeader.byteCount..<EnvelopeHeader.byteCount + 32]) }

  /// Its base64url text without padding, as it stands in JSON.
  public var text: String { Base64URL.encode(bytes.memory.span) }

  /// Takes what a sealer has just written.
  package init(sealed bytes: [UInt8], bucket: Bucket) {
    self.bytes = bytes
    self.bucket = bucket
  }

  /// Takes an envelope's bytes.
  ///
  /// - Throws: `FormatError` with code `length` for no bytes, `version` for another version, else `length` for a
  ///   length that no bucket gives.
  public init(parsing bytes: [UInt8]) throws(FormatError) {
    guard let version = bytes.first else { throw FormatError(.length, "an envelope of no bytes") }
    guard version == EnvelopeHeader.version else {
      throw FormatError(.version, "an envelope of version \(version); this library reads version 1")
    }
    guard let bucket = Bucket(envelopeByteCount: bytes.count) else {
      throw FormatError(.length, "an envelope of \(bytes.count) bytes; there are 569, 1081, 2105 and 2617")
    }
    self.bytes = bytes
    self.bucket = bucket
  }

  /// Takes an envelope's text: base64url without padding, or the standard alphabet, or with exact padding.
  ///
  /// - Throws: `FormatError` with code `length` above `largestText` characters, `encoding`, and as `init(parsing:)`.
  public init(parsingText text: String) throws(FormatError) { self = try Self.parse(text).envelope }

  /// The same, and whether the text is `text` of the envelope to the byte.
  package static func parse(_ text: String) throws(FormatError) -> (envelope: Envelope, isCanonical: Bool) {
    // A longer text is not even counted to its end.
    guard text.utf8.prefix(largestText + 1).count <= largestText else {
      throw FormatError(.length, "an envelope's text of more than \(largestText) characters")
    }
    let characters = Array(text.utf8)
    // What the exact reading takes has one text alone; nearly every envelope comes in it.
    if let bytes = try? Base64URL.decode(characters.memory.span, .exact) { return (try Envelope(parsing: bytes), true) }
    return (try Envelope(parsing: Base64URL.decode(characters.memory.span, .lenient)), false)
  }
}
