private import SealCrypto

/// The sizes an envelope comes in. Whatever is inside is padded to one of them, so that a length tells nothing.
///
/// | bucket | envelope | largest body, unsigned | largest body, signed |
/// |-------:|---------:|-----------------------:|---------------------:|
/// |    512 |      569 |                    510 |                  438 |
/// |   1024 |     1081 |                   1022 |                  950 |
/// |   2048 |     2105 |                   2046 |                 1974 |
/// |   2560 |     2617 |                   2558 |                 2486 |
public enum Bucket: Int, CaseIterable, Comparable, Sendable {
  /// 512 bytes of padded plaintext.
  case bytes512 = 512
  /// 1024 bytes of padded plaintext.
  case bytes1024 = 1024
  /// 2048 bytes of padded plaintext.
  case bytes2048 = 2048
  /// 2560 bytes of padded plaintext: the floor unless a sealer is told otherwise, and the largest there is.
  case bytes2560 = 2560

  /// The bytes of padded plaintext.
  public var plaintextByteCount: Int { rawValue }

  /// The bytes of the envelope: header, encapsulated key, ciphertext, tag.
  public var envelopeByteCount: Int {
    EnvelopeHeader.byteCount + HPKE.encapsulatedKeyByteCount + rawValue + HPKE.tagByteCount
  }

  /// The bytes of the largest body that fits, by whether the event is signed.
  public func largestBody(signed: Bool) -> Int { rawValue - PlaintextLayout.overhead(signed: signed) - 1 }

  /// The bucket whose envelopes have `byteCount` bytes.
  package init?(envelopeByteCount byteCount: Int) {
    guard let bucket = Bucket.allCases.first(where: { $0.envelopeByteCount == byteCount }) else { return nil }
    self = bucket
  }

  /// The smallest bucket from `floor` up that a body of `byteCount` bytes fits in.
  package init?(fitting byteCount: Int, signed: Bool, floor: Bucket) {
    let fitting = Bucket.allCases.first { $0 >= floor && $0.largestBody(signed: signed) >= byteCount }
    guard let fitting else { return nil }
    self = fitting
  }

  /// Smaller than.
  public static func < (a: Bucket, b: Bucket) -> Bool { a.rawValue < b.rawValue }
}
