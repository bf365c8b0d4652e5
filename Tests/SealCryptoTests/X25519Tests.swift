import TestSupport
import Testing

@testable import SealCrypto

struct X25519Tests {
  /// The u-coordinates of low order: those of the small subgroup of the curve, u = (1 + y) / (1 − y) (RFC 7748 §4.1),
  /// and −1, which the twist adds: there u = −1 is of order 4, and the twist's cofactor is 4.
  static let lowOrder: [[UInt8]] = {
    let torsion = EdwardsPoint.smallSubgroup.map(\.affineY).filter { $0 != .one }
    let values = Set(torsion.map { (.one + $0) * (.one - $0).inverse } + [-.one])
    return values.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
  }()

  private static let scalars: [[UInt8]] = [
    [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xff, count: 32), (0..<32).map { UInt8($0) },
  ]

  @Test func refusesPointsOfLowOrder() throws {
    #expect(Self.lowOrder.count == 5)
    for point in Self.lowOrder {
      #expect(throws: CryptoError(.lowOrder)) { try X25519PublicKey(point) }
      // What the library itself finds, whoever hands it the point.
      for scalar in Self.scalars {
        #expect(throws: CryptoError(.lowOrder)) { try multiply(scalar, point) }
        let key = try X25519PrivateKey(scalar: secret(scalar))
        #expect(throws: CryptoError(.lowOrder)) { try key.sharedSecret(with: X25519PublicKey(computed: point)) }
      }
    }
  }

  /// The list is not too long either: the key type refuses exactly what multiplies to zero.
  @Test func refusesWhatMultipliesToZeroAndNothingElse() throws {
    var generator = SeededGenerator(printedFor: "refusesWhatMultipliesToZeroAndNothingElse")
    var points = (0..<40).map { [$0] + [UInt8](repeating: 0, count: 31) }
    points += (1...40).map { FieldElementTests.prime(plus: -$0) }
    points += (0..<300).map { _ in generator.bytes(31) + [UInt8.random(in: 0...0x7e, using: &generator)] }
    for point in Self.lowOrder {
      // Each one's neighbours, bit by bit.
      points += (0..<255).map { bit in
        var neighbour = point
        neighbour[bit / 8] ^= 1 << (bit % 8)
        return neighbour
      }
    }
    var refused = 0
    for point in points where FieldElement.isCanonical(point) {
      if Self.lowOrder.contains(point) {
        refused += 1
        #expect(throws: CryptoError(.lowOrder)) { try X25519PublicKey(point) }
        #expect(throws: CryptoError(.lowOrder)) { try multiply(Self.scalars[2], point) }
      } else {
        #expect(try X25519PublicKey(point).bytes == point)
        #expect(try multiply(Self.scalars[2], point).contains { $0 != 0 })
      }
    }
    #expect(refused >= 3)
  }

  /// Another spelling of a value is refused as such, whether or not the library would take it.
  @Test func refusesPointsThatAreNotCanonical() throws {
    for offset in 0...18 {
      #expect(throws: CryptoError(.nonCanonical)) {
        try X25519PublicKey(FieldElementTests.prime(plus: offset))
      }
    }
    // p and p + 1 are 0 and 1 again.
    for offset in [0, 1] {
      #expect(throws: CryptoError(.lowOrder)) {
        try multiply(Self.scalars[2], FieldElementTests.prime(plus: offset))
      }
    }
    for _ in 0..<100 {
      var point = try X25519PrivateKey.generate().publicKey.bytes
      #expect(try X25519PublicKey(point).bytes == point)
      point[31] |= 0x80
      #expect(throws: CryptoError(.nonCanonical)) { try X25519PublicKey(point) }
    }
  }

  @Test func refusesOtherLengths() throws {
    for count in Array(0...31) + Array(33...70) {
      let bytes = [UInt8](repeating: 0x09, count: count)
      #expect(throws: CryptoError(.wrongLength)) { try X25519PublicKey(bytes) }
      let scalar = try secret(bytes)
      #expect(throws: CryptoError(.wrongLength)) { try X25519PrivateKey(scalar: scalar) }
    }
  }

  /// RFC 7748 §5.2; the second point has bit 255 set, which is masked here and refused by the key type.
  @Test(arguments: [
    (
      "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
      "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
      "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
    ),
    (
      "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
      "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
      "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
    ),
  ])
  func multipliesAsTheRFC(_ scalar: String, _ point: String, _ product: String) throws {
    #expect(try multiply([UInt8](hex: scalar), [UInt8](hex: point)).hex == product)
  }

  /// The RFC's chain: the result becomes the scalar, the scalar the point.
  @Test func multipliesAThousandTimesAsTheRFC() throws {
    var scalar = [9] + [UInt8](repeating: 0, count: 31)
    var point = scalar
    for round in 1...1000 {
      (scalar, point) = (try multiply(scalar, point), scalar)
      if round == 1 { #expect(scalar.hex == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079") }
    }
    #expect(scalar.hex == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
  }

  /// RFC 7748 §6.1.
  @Test func agreesAsTheRFC() throws {
    let alice = try X25519PrivateKey(
      scalar: secret([UInt8](hex: "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")))
    let bob = try X25519PrivateKey(
      scalar: secret([UInt8](hex: "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")))
    #expect(alice.publicKey.bytes.hex == "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    #expect(bob.publicKey.bytes.hex == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    #expect(try alice.sharedSecret(with: bob.publicKey).copied.hex == shared)
    #expect(try bob.sharedSecret(with: alice.publicKey).copied.hex == shared)
  }

  /// A scalar is kept as it was given and clamped where it is used (RFC 7748 §5).
  @Test func keepsAScalarAsItIs() throws {
    let scalar = [UInt8](repeating: 0xff, count: 32)
    var clamped = scalar
    clamped[0] = 0xf8
    clamped[31] = 0x7f
    let (a, b) = (try X25519PrivateKey(scalar: secret(scalar)), try X25519PrivateKey(scalar: secret(clamped)))
    #expect(a.publicKey == b.publicKey)
    #expect(a.withScalar { [UInt8](copying: $0) } == scalar)
    let peer = try X25519PrivateKey.generate().publicKey
    #expect(try a.sharedSecret(with: peer) == b.sharedSecret(with: peer))
  }
}
