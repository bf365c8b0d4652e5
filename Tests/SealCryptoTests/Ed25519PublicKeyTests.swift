import TestSupport
import Testing

@testable import SealCrypto

struct Ed25519PublicKeyTests {
  /// Its public key and a signature of "CallSeal" by RFC 8032's first test key, by OpenSSL.
  private let key = [UInt8](hex: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
  private let message = Array("CallSeal".utf8)
  private let signature = [UInt8](
    hex: """
      16497d2631f8738d902c8ce3c12f48ceea95f92ddaaa83962ca6927e9cb33a2f\
      44bdb678493b33a58b0d28f6c5ca0e50d52258fb8e43830c886b724e8c51d409
      """)

  /// Both signs of a y.
  private func encodings(_ y: [UInt8]) -> [[UInt8]] {
    [0x00, 0x80].map { Array(y[..<31]) + [y[31] & 0x7f | $0] }
  }

  @Test func arithmeticOfTheseTestsIsThatOfTheCurve() throws {
    // The base point's y is 4/5 (RFC 8032 §5.1), and L times it is nothing.
    let base = try #require(EdwardsPoint(y: FieldNumber(4) * FieldNumber(5).inverse))
    #expect(base.affineY.bytes.hex == "58" + String(repeating: "66", count: 31))
    #expect(base.times(EdwardsPoint.largeOrder).encoding == EdwardsPoint.identity.encoding)
    #expect(base.times([8]).encoding != EdwardsPoint.identity.encoding)
    #expect(FieldNumber(7) * FieldNumber(7).inverse == .one)
    #expect(FieldNumber.zero - .one == -FieldNumber.one)
    #expect((-FieldNumber.one).bytes == FieldElementTests.prime(plus: -1))
  }

  @Test func refusesTheSmallSubgroup() throws {
    let subgroup = EdwardsPoint.smallSubgroup
    #expect(Set(subgroup.map(\.encoding)).count == 8)
    #expect(Set(subgroup.map(\.affineY)).count == 5)
    for point in subgroup {
      #expect(point.times([8]).encoding == EdwardsPoint.identity.encoding)
      for encoding in encodings(point.encoding) {
        #expect(throws: CryptoError(.lowOrder)) { try Ed25519PublicKey(encoding) }
        #expect(!Ed25519PublicKey.isAcceptable((encoding + signature[32...])))
      }
    }
  }

  @Test func refusesEveryValueFromPUp() throws {
    for offset in 0...18 {
      for encoding in encodings(FieldElementTests.prime(plus: offset)) {
        #expect(throws: CryptoError(.nonCanonical)) { try Ed25519PublicKey(encoding) }
        #expect(!Ed25519PublicKey.isAcceptable((encoding + signature[32...])))
      }
    }
    // −1 is of small order; −2 and −3 are nothing special.
    for offset in [-2, -3] {
      for encoding in encodings(FieldElementTests.prime(plus: offset)) {
        #expect(try Ed25519PublicKey(encoding).bytes == encoding)
        #expect(Ed25519PublicKey.isAcceptable((encoding + signature[32...])))
      }
    }
  }

  @Test func takesEveryKeyThatIsMade() throws {
    for _ in 0..<1000 {
      let key = try Ed25519PrivateKey.generate().publicKey
      #expect(try Ed25519PublicKey(key.bytes) == key)
    }
  }

  @Test func refusesOtherLengths() {
    for count in Array(0...31) + Array(33...70) {
      let bytes = [UInt8](repeating: 0x55, count: count)
      #expect(throws: CryptoError(.wrongLength)) { try Ed25519PublicKey(bytes) }
    }
  }

  /// S < L: L itself, what is above it, and what differs from it in any one byte.
  @Test func refusesAScalarThatIsNotReduced() {
    let order = EdwardsPoint.largeOrder
    func accepts(_ scalar: [UInt8]) -> Bool { Ed25519PublicKey.isAcceptable((signature[..<32] + scalar)) }
    #expect(!accepts(order))
    #expect(accepts([UInt8](repeating: 0, count: 32)))
    #expect(!accepts([UInt8](repeating: 0xff, count: 32)))
    for index in 0..<32 {
      var other = order
      other[index] &+= 1
      if other[index] > order[index] { #expect(!accepts(other), "byte \(index)") }
      guard order[index] > 0 else { continue }
      other[index] = order[index] - 1
      #expect(accepts(other), "byte \(index)")
    }
  }

  @Test func acceptsWhatAnotherLibrarySigned() throws {
    let key = try Ed25519PublicKey(key)
    #expect(try key.accepts(signature, of: message))
    #expect(try !key.accepts(signature, of: (message + [0])))
    for bit in 0..<512 {
      var wrong = signature
      wrong[bit / 8] ^= 1 << (bit % 8)
      #expect(try !key.accepts(wrong, of: message), "bit \(bit)")
    }
    for count in 0...130 where count != 64 {
      let wrong = (0..<count).map { signature[$0 % 64] }
      #expect(try !key.accepts(wrong, of: message), "\(count) bytes")
    }
  }

  /// The same S plus L, which older libraries take.
  @Test func refusesAMalleableCopy() throws {
    var carry = 0
    var copy = signature
    for index in 0..<32 {
      let sum = Int(signature[32 + index]) + Int(EdwardsPoint.largeOrder[index]) + carry
      copy[32 + index] = UInt8(sum & 0xff)
      carry = sum >> 8
    }
    #expect(carry == 0)
    #expect(!Ed25519PublicKey.isAcceptable(copy))
    #expect(try !Ed25519PublicKey(key).accepts(copy, of: message))
  }

  /// R is the identity and S = H(R, A, M) · a: OpenSSL 4.0 takes it, libsodium 1.0.18 does not, we must not.
  @Test func refusesAnRThatLibrariesDifferIn() throws {
    let signature = [UInt8](
      hex: """
        0100000000000000000000000000000000000000000000000000000000000000\
        660c28cdd6025fc8fcaba26f420e89ac5be8f45e0eabcdfeb26609b0d1091e06
        """)
    #expect(!Ed25519PublicKey.isAcceptable(signature))
    #expect(try !Ed25519PublicKey(key).accepts(signature, of: message))
  }
}
