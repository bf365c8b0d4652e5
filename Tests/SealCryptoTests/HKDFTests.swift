import SealCrypto
import TestSupport
import Testing

struct HKDFTests {
  private let key = [UInt8](repeating: 0x0b, count: 32)

  /// RFC 5869 §2.3: L ≤ 255 · HashLen.
  @Test func givesUpTo255BlocksAndNoMore() throws {
    let longest = try hkdf(key, salt: [], info: [1], count: 255 * 32)
    #expect(longest.count == 8160)
    var output = [UInt8](repeating: 0xee, count: 255 * 32 + 1)
    #expect(throws: CryptoError(.wrongLength)) {
      var span = output.memory.mutableSpan
      try HKDF.expand(secret(key), info: [1], into: &span)
    }
    #expect(output == [UInt8](repeating: 0xee, count: 255 * 32 + 1))
  }

  /// T(n) by the RFC's own words, block after block.
  @Test func chainsItsBlocks() throws {
    let salt = Array("salt".utf8)
    let info = Array("info".utf8)
    let pseudoRandomKey = try hmac(salt, key)
    var expected: [UInt8] = []
    var block: [UInt8] = []
    for counter in 1...255 as ClosedRange<UInt8> {
      block = try hmac(pseudoRandomKey, block + info + [counter])
      expected += block
    }
    for count in [0, 1, 31, 32, 33, 64, 65, 1000, 8159, 8160] {
      #expect(try hkdf(key, salt: salt, info: info, count: count) == Array(expected.prefix(count)))
    }
  }

  @Test func extractsLabelAndKeyMaterialAsOne() throws {
    let bytes = (0..<40).map { UInt8($0) }
    for cut in 0...40 {
      let extracted = try HKDF.extract(
        salt: key.memory.span, label: bytes.memory.span.extracting(0..<cut),
        inputKeyMaterial: bytes.memory.span.extracting(cut..<40))
      #expect(try extracted.copied == hmac(key, bytes))
    }
  }
}
