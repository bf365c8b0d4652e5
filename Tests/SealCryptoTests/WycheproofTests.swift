import SealCrypto
import TestSupport
import Testing

/// Every case of every file is run and counted: valid ones give what the file says, all others are refused.
@Suite(.enabled(if: PublicVectors.areThere, "no public vectors (CALLSEAL_PUBLIC_VECTORS)"))
struct WycheproofTests {
  /// p = 2^255 − 19, its most significant byte first.
  private static let prime = [UInt8](hex: "7f" + String(repeating: "ff", count: 30) + "ed")

  /// Wycheproof leaves zero secrets and odd encodings open ("acceptable"). Ours: a public key that is not canonical by
  /// value is refused, so is a secret of zeros, and all else is as RFC 7748 says.
  @Test func x25519() throws {
    let file = try Wycheproof(
      "x25519_test.json", algorithm: "XDH", members: ["public", "private", "shared"],
      flags: [
        "EdgeCaseMultiplication", "EdgeCasePrivateKey", "EdgeCaseShared", "Ktv", "LowOrderPublic",
        "NonCanonicalPublic", "Normal", "SmallPublicKey", "SpecialPublicKey", "Twist", "ZeroSharedSecret",
      ])
    var (computed, nonCanonical, lowOrder) = (0, 0, 0)
    for test in file.cases {
      let (point, scalar, shared) = try (test.bytes("public"), test.bytes("private"), test.bytes("shared"))
      let isZero = shared.allSatisfy { $0 == 0 }
      #expect(isZero == test.flags.contains("ZeroSharedSecret"), "case \(test.id)")

      // The library below the key types computes on any encoding, and refuses zero alone.
      if isZero {
        #expect(throws: CryptoError(.lowOrder), "case \(test.id)") { try multiply(scalar, point) }
      } else {
        #expect(try multiply(scalar, point) == shared, "case \(test.id)")
      }

      if !point.reversed().lexicographicallyPrecedes(Self.prime) {
        nonCanonical += 1
        #expect(throws: CryptoError(.nonCanonical), "case \(test.id)") { try X25519PublicKey(point) }
      } else if isZero {
        lowOrder += 1
        #expect(throws: CryptoError(.lowOrder), "case \(test.id)") { try X25519PublicKey(point) }
      } else {
        computed += 1
        let peer = try X25519PublicKey(point)
        let key = try X25519PrivateKey(scalar: secret(scalar))
        #expect(try key.sharedSecret(with: peer).copied == shared, "case \(test.id)")
      }
    }
    #expect(nonCanonical == 29)
    #expect(computed + nonCanonical + lowOrder == 518)
    #expect(lowOrder > 0)
    #expect(file.count(.invalid) == 0)
    print("x25519: \(computed) computed, \(nonCanonical) not canonical, \(lowOrder) of low order")
  }

  @Test func ed25519() throws {
    let file = try Wycheproof(
      "ed25519_test.json", algorithm: "EDDSA", members: ["msg", "sig"],
      flags: [
        "CompressedSignature", "InvalidEncoding", "InvalidKtv", "InvalidSignature", "Ktv", "SignatureMalleability",
        "SignatureWithGarbage", "TinkOverflow", "TruncatedSignature", "Valid",
      ])
    for test in file.cases {
      let key = try Ed25519PublicKey(test.groupKey())
      let accepted = try key.accepts(test.bytes("sig"), of: test.bytes("msg"))
      #expect(accepted == (test.result == .valid), "case \(test.id)")
    }
    #expect([file.count(.valid), file.count(.invalid), file.count(.acceptable)] == [88, 63, 0])
  }

  @Test func hmacSHA256() throws {
    let file = try Wycheproof(
      "hmac_sha256_test.json", algorithm: "HMACSHA256", members: ["key", "msg", "tag"],
      flags: ["ModifiedTag", "Pseudorandom"])
    for test in file.cases {
      let code = try hmac(test.bytes("key"), test.bytes("msg"), cut: test.bytes("msg").count / 2)
      let tag = try test.bytes("tag")
      #expect(try tag.count * 8 == test.integer("tagSize"))
      #expect((Array(code.prefix(tag.count)) == tag) == (test.result == .valid), "case \(test.id)")
    }
    #expect([file.count(.valid), file.count(.invalid), file.count(.acceptable)] == [66, 108, 0])
  }

  @Test func hkdfSHA256() throws {
    let file = try Wycheproof(
      "hkdf_sha256_test.json", algorithm: "HKDF-SHA-256", members: ["ikm", "salt", "info", "size", "okm"],
      flags: ["EmptySalt", "MaximalOutputSize", "Normal", "OutputCollision", "SizeTooLarge"])
    for test in file.cases {
      let (material, salt, info) = try (test.bytes("ikm"), test.bytes("salt"), test.bytes("info"))
      let size = try test.integer("size")
      if test.result == .valid {
        #expect(
          try hkdf(material, salt: salt, info: info, count: size) == test.bytes("okm"), "case \(test.id)")
      } else {
        #expect(throws: CryptoError(.wrongLength), "case \(test.id)") {
          try hkdf(material, salt: salt, info: info, count: size)
        }
      }
    }
    #expect([file.count(.valid), file.count(.invalid), file.count(.acceptable)] == [83, 3, 0])
  }

  /// Nonces of 12 bytes alone: there is no other in HPKE, and the nine cases with others never reach the library.
  @Test func chaCha20Poly1305() throws {
    let file = try Wycheproof(
      "chacha20_poly1305_test.json", algorithm: "CHACHA20-POLY1305",
      members: ["key", "iv", "aad", "msg", "ct", "tag"],
      flags: [
        "EdgeCaseCiphertext", "EdgeCasePoly1305", "EdgeCasePolyKey", "EdgeCaseTag", "InvalidNonceSize", "Ktv",
        "ModifiedTag", "Pseudorandom",
      ])
    var skipped = 0
    for test in file.cases {
      let (key, nonce, data) = try (test.bytes("key"), test.bytes("iv"), test.bytes("aad"))
      let (message, text, tag) = try (test.bytes("msg"), test.bytes("ct"), test.bytes("tag"))
      guard nonce.count == 12 else {
        skipped += 1
        #expect(test.result == .invalid && test.flags == ["InvalidNonceSize"], "case \(test.id)")
        continue
      }
      #expect(!test.flags.contains("InvalidNonceSize") && tag.count == 16 && key.count == 32, "case \(test.id)")
      if test.result == .valid {
        let sealed = try encrypt(message, key: key, nonce: nonce, additionalData: data)
        #expect(sealed.text == text && sealed.tag == tag, "case \(test.id)")
        #expect(
          try decrypt(text, tag: tag, key: key, nonce: nonce, additionalData: data) == message, "case \(test.id)")
      } else {
        #expect(throws: CryptoError(.notAuthentic), "case \(test.id)") {
          try decrypt(text, tag: tag, key: key, nonce: nonce, additionalData: data)
        }
      }
    }
    #expect(skipped == 9)
    #expect([file.count(.valid), file.count(.invalid), file.count(.acceptable)] == [256, 69, 0])
  }
}
