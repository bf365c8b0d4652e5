import Foundation
import SealCrypto
import TestSupport
import Testing

/// The primitives of a locked keyring against other people's vectors, read where they are and not kept here.
struct PassphraseVectorTests {
  private static let folder = ProcessInfo.processInfo.environment["CALLSEAL_PUBLIC_VECTORS"]

  private struct File: Decodable {
    struct Group: Decodable {
      let ivSize: Int
      let tests: [Case]
    }
    struct Case: Decodable {
      let tcId: Int
      let key, iv, aad, msg, ct, tag, result: String
    }
    let numberOfTests: Int
    let testGroups: [Group]
  }

  @Test(.enabled(if: folder != nil, "CALLSEAL_PUBLIC_VECTORS names no folder of vectors"))
  func wycheproofXChaCha20Poly1305() throws {
    let url = URL(fileURLWithPath: try #require(Self.folder))
      .appendingPathComponent("wycheproof/xchacha20_poly1305_test.json")
    let file = try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
    var ran = 0
    for vector in file.testGroups.flatMap(\.tests) {
      ran += 1
      let key = try SecretBytes(copying: bytes(vector.key).memory.span)
      let nonce = bytes(vector.iv)
      let sealed = bytes(vector.ct) + bytes(vector.tag)
      let opened = try? XChaChaPoly.open(sealed.memory.span, key: key, nonce: nonce, additionalData: bytes(vector.aad))
      switch vector.result {
      case "valid":
        #expect(opened?.bytes == bytes(vector.msg), "case \(vector.tcId)")
        let message = bytes(vector.msg)
        #expect(
          try XChaChaPoly.seal(message.memory.span, key: key, nonce: nonce, additionalData: bytes(vector.aad))
            == sealed,
          "case \(vector.tcId)")
      case "invalid": #expect(opened == nil, "case \(vector.tcId)")
      default: Issue.record("case \(vector.tcId) has a result that is neither valid nor invalid")
      }
    }
    #expect(ran == file.numberOfTests && ran > 300)
  }

  /// Computed by Python's argon2-cffi 25.1: `hash_secret_raw(b"correct horse", bytes(16), 1, 8, 1, 32, Type.ID)`.
  @Test func argon2idAgreesWithAnotherLibrary() throws {
    let key = try cheapest.key(passphrase: secret("correct horse"), salt: [UInt8](repeating: 0, count: 16))
    #expect(key.bytes == bytes("f230a3bde2fda6eacd56fc595a18e5d2750b813583e11a3187fbbf3451527b0d"))
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }
}
