import SealEnvelope
import Testing

struct BucketTests {
  /// The format's table (§2): bucket, envelope, largest body unsigned and signed.
  private static let table: [(Bucket, Int, Int, Int, Int)] = [
    (.bytes512, 512, 569, 510, 438), (.bytes1024, 1024, 1081, 1022, 950), (.bytes2048, 2048, 2105, 2046, 1974),
    (.bytes2560, 2560, 2617, 2558, 2486),
  ]

  @Test func hasTheSizesOfTheFormat() {
    #expect(Bucket.allCases.count == Self.table.count)
    for (bucket, plaintext, envelope, unsigned, signed) in Self.table {
      #expect(bucket.plaintextByteCount == plaintext)
      #expect(bucket.envelopeByteCount == envelope)
      #expect(bucket.largestBody(signed: false) == unsigned)
      #expect(bucket.largestBody(signed: true) == signed)
    }
  }

  @Test func knowsItsEnvelopesByTheirLength() {
    for count in -1...3000 {
      #expect(Bucket(envelopeByteCount: count) == Self.table.first { $0.2 == count }?.0)
    }
  }

  /// Every size of body, signed or not, from every floor.
  @Test func isTheSmallestThatFits() {
    for (floor, _, _, _, _) in Self.table {
      for signed in [false, true] {
        for count in 0...2600 {
          let expected = Self.table.first { bucket, _, _, unsignedBody, signedBody in
            bucket >= floor && (signed ? signedBody : unsignedBody) >= count
          }
          #expect(Bucket(fitting: count, signed: signed, floor: floor) == expected?.0)
        }
      }
    }
    #expect(Bucket(fitting: .max, signed: false, floor: .bytes512) == nil)
  }
}
