import SealCrypto
import TestSupport
import Testing

struct HPKETests {
  private let context: KeyScheduleContext
  private let recipient: X25519PrivateKey

  init() throws {
    context = try KeyScheduleContext(info: Array("info".utf8).memory.span)
    recipient = try X25519PrivateKey.generate()
  }

  private func seal(_ text: [UInt8], to key: X25519PublicKey) throws -> [UInt8] {
    var message = [UInt8](repeating: 0, count: 32) + text + [UInt8](repeating: 0, count: 16)
    var span = message.memory.mutableSpan
    try HPKE.seal(&span, to: key, context: context, ephemeral: X25519PrivateKey.generate())
    return message
  }

  private func open(_ message: [UInt8], _ key: X25519PrivateKey) throws(CryptoError) -> [UInt8] {
    try HPKE.open(message, with: key, context: context)
  }

  @Test func opensWhatItSealed() throws {
    for count in [0, 1, 15, 16, 17, 63, 64, 65, 512, 2560] {
      let text = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      let message = try seal(text, to: recipient.publicKey)
      #expect(message.count == 32 + count + 16)
      #expect(try open(message, recipient) == text)
    }
  }

  @Test func refusesEveryAlteredBit() throws {
    let message = try seal(Array("hello".utf8), to: recipient.publicKey)
    for bit in 0..<message.count * 8 {
      var wrong = message
      wrong[bit / 8] ^= 1 << (bit % 8)
      let code: CryptoError.Code = bit == 255 ? .nonCanonical : .notAuthentic
      #expect(throws: CryptoError(code), "bit \(bit)") { try open(wrong, recipient) }
    }
  }

  @Test func refusesEveryOtherLength() throws {
    let message = try seal(Array("hello".utf8), to: recipient.publicKey)
    for count in 0..<message.count {
      let code: CryptoError.Code = count < 48 ? .wrongLength : .notAuthentic
      #expect(throws: CryptoError(code), "\(count) bytes") { try open(Array(message[..<count]), recipient) }
    }
    #expect(throws: CryptoError(.notAuthentic)) { try open(message + [0], recipient) }
  }

  @Test func refusesAnotherKeyAndAnotherContext() throws {
    let message = try seal(Array("hello".utf8), to: recipient.publicKey)
    let other = try X25519PrivateKey.generate()
    #expect(throws: CryptoError(.notAuthentic)) { try open(message, other) }
    let context = try KeyScheduleContext(info: Array("infO".utf8).memory.span)
    #expect(throws: CryptoError(.notAuthentic)) { try HPKE.open(message, with: recipient, context: context) }
  }

  @Test func refusesAnEncapsulatedKeyThatProtectsNothing() throws {
    let rest = [UInt8](repeating: 0, count: 32)
    for point in X25519Tests.lowOrder {
      #expect(throws: CryptoError(.lowOrder)) { try open(point + rest, recipient) }
    }
    for offset in 0...18 {
      #expect(throws: CryptoError(.nonCanonical)) { try open(FieldElementTests.prime(plus: offset) + rest, recipient) }
    }
  }

  /// Keys that begin or end in zero bytes are keys like any other: among this many there are some of each.
  @Test func tenThousandKeyPairsEachOpenTheirOwn() throws {
    let text = Array("call".utf8)
    var (leading, trailing) = (0, 0)
    for _ in 0..<10_000 {
      let key = try X25519PrivateKey.generate()
      if key.publicKey.bytes[0] == 0 { leading += 1 }
      if key.publicKey.bytes[31] == 0 { trailing += 1 }
      let message = try seal(text, to: X25519PublicKey(key.publicKey.bytes))
      let scalar = key.withScalar { [UInt8](copying: $0) }
      let opened = try open(message, X25519PrivateKey(scalar: secret(scalar)))
      if opened != text { Issue.record("a key that does not open its own: \(key.publicKey.bytes.hex)") }
    }
    // About 39 and 78; none at all is less likely than 10^-17.
    #expect(leading > 0 && trailing > 0)
  }
}
