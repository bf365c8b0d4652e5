import SealCrypto
import TestSupport
import Testing

/// Each primitive against the figures of the document that defines it; the public vectors go further.
struct PrimitiveTests {
  /// FIPS 180-4's examples (NIST, "SHA-256 examples").
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func hashes(_ message: String, _ digest: String) throws {
    #expect(try sha256(Array(message.utf8)).hex == digest)
  }

  /// RFC 4231 §4.2, §4.3, §4.7: a short key, text, a key longer than a block.
  @Test(arguments: [
    (
      String(repeating: "0b", count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      "4a656665", "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      String(repeating: "aa", count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func authenticates(_ key: String, _ message: String, _ code: String) throws {
    let message = Array(message.utf8)
    for cut in 0...message.count {
      #expect(try hmac([UInt8](hex: key), message, cut: cut).hex == code)
    }
  }

  /// RFC 5869 A.1 to A.3.
  @Test(arguments: [
    (
      String(repeating: "0b", count: 22), "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
      """
      3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865
      """
    ),
    (
      (0x00...0x4f).map { [UInt8($0)].hex }.joined(), (0x60...0xaf).map { [UInt8($0)].hex }.joined(),
      (0xb0...0xff).map { [UInt8($0)].hex }.joined(),
      """
      b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09\
      da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
      """
    ),
    (
      String(repeating: "0b", count: 22), "", "",
      """
      8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8
      """
    ),
  ])
  func derives(_ inputKeyMaterial: String, _ salt: String, _ info: String, _ output: String) throws {
    let derived = try hkdf(
      [UInt8](hex: inputKeyMaterial), salt: [UInt8](hex: salt), info: [UInt8](hex: info), count: output.count / 2)
    #expect(derived.hex == output)
  }

  /// RFC 8439 §2.8.2.
  @Test func encryptsAndDecrypts() throws {
    let message = Array(
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
        .utf8)
    let key = (0x80...0x9f).map { UInt8($0) }
    let nonce = [UInt8](hex: "070000004041424344454647")
    let data = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
    let (text, tag) = try encrypt(message, key: key, nonce: nonce, additionalData: data)
    #expect(tag.hex == "1ae10b594f09e26a7e902ecbd0600691")
    #expect(
      text.hex == """
        d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e06\
        0b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d265\
        86cec64b6116
        """)
    #expect(try decrypt(text, tag: tag, key: key, nonce: nonce, additionalData: data) == message)
  }

  /// No bit of the text, the tag, the key, the nonce or the data may be another; and no plaintext comes out of it.
  @Test func refusesEveryAlteredBit() throws {
    let message = Array("CallSeal".utf8)
    let parts = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 12), Array("data".utf8)]
    let (text, tag) = try encrypt(message, key: parts[0], nonce: parts[1], additionalData: parts[2])
    let whole = parts + [text, tag]
    var altered = 0
    for part in whole.indices {
      for bit in 0..<whole[part].count * 8 {
        var wrong = whole
        wrong[part][bit / 8] ^= 1 << (bit % 8)
        var output = wrong[3]
        #expect(throws: CryptoError(.notAuthentic)) {
          try decrypt(&output, tag: wrong[4], key: wrong[0], nonce: wrong[1], additionalData: wrong[2])
        }
        #expect(output != message)
        altered += 1
      }
    }
    #expect(altered == (32 + 12 + 4 + 8 + 16) * 8)
  }

  @Test func comparesInFull() {
    let bytes = (0..<64).map { UInt8($0) }
    #expect(areEqual(bytes, bytes))
    #expect(areEqual([], []))
    #expect(!areEqual(bytes, Array(bytes[..<63])))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      #expect(!areEqual(bytes, other))
    }
  }

  @Test func wipesAllOfWhatItIsGivenAndNoMore() {
    var bytes = [UInt8](repeating: 9, count: 100)
    var span = bytes.memory.mutableSpan
    span.withSlice(10..<90) { Backend.wipe(&$0) }
    #expect(
      bytes == [UInt8](repeating: 9, count: 10) + [UInt8](repeating: 0, count: 80) + [UInt8](repeating: 9, count: 10))
  }

  /// Not a test of randomness: only that every byte is filled, each time anew.
  @Test(arguments: [0, 1, 16, 32, 1000]) func fillsWithRandomness(_ count: Int) throws {
    var seen = [Set<UInt8>](repeating: [], count: count)
    for _ in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: count)
      var span = bytes.memory.mutableSpan
      try Backend.random(into: &span)
      for index in bytes.indices { seen[index].insert(bytes[index]) }
    }
    // 40 draws of 256 with fewer than 10 different ones: less likely than 2^-100.
    #expect(seen.allSatisfy { $0.count >= 10 })
  }
}
