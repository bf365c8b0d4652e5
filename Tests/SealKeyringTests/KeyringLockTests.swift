import Foundation
import SealCrypto
import SealEnvelope
import SealKeyring
import TestSupport
import Testing

struct KeyringLockTests {
  private func locked() throws -> (keyring: Keyring, open: Keyring) {
    var keyring = Keyring()
    try keyring.add(.x25519, label: label("phone"), now: now)
    try keyring.add(.ed25519, label: label("server"), now: now, expires: now.adding(day))
    try keyring.trust(SenderPrivateKey.fresh(), label: label("backend"), now: now)
    let open = keyring
    try keyring.lock(with: secret("correct horse"), cost: cheapest)
    return (keyring, open)
  }

  @Test func locksAndOpens() throws {
    let (keyring, open) = try locked()
    let text = try keyring.text()
    #expect(!text.string.contains("\"d\""))
    // To others, and to whoever has no passphrase, the public halves are there.
    #expect(try JWK.keys(parsing: text.bytes).map(\.isPrivate) == [false, false, false])
    var read = try Keyring(parsing: text.bytes)
    #expect(read.summary == open.summary)
    #expect(throws: KeyringError(.locked, "")) { _ = try read.openingKeys(at: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try read.signingKey(named: nil, at: now) }
    #expect(read.trustedSenders(at: now).count == 1)
    let lock = try #require(read.lock)
    try read.open(with: lock.key(for: secret("correct horse")))
    #expect(try read.openingKeys(at: now).map(\.publicKey) == open.openingKeys(at: now).map(\.publicKey))
    try read.unlock()
    #expect(try read.text().bytes == open.text().bytes)
  }

  @Test(arguments: ["", "correct horse ", "Correct horse", "correct hors\u{e9}"])
  func refusesAnotherPassphrase(text: String) throws {
    let lock = try #require(try locked().keyring.roundTripped().lock)
    #expect(throws: KeyringError(.notOpened, "")) { _ = try lock.key(for: secret(text)) }
  }

  @Test func refusesPassphrasesOutOfBounds() throws {
    for count in [0, 1025] {
      var keyring = Keyring()
      #expect(throws: KeyringError(.invalid, "")) {
        try keyring.lock(with: secret(String(repeating: "a", count: count)), cost: cheapest)
      }
      #expect(keyring.lock == nil)
    }
  }

  @Test func changesOfLockedKeysNeedThePassphrase() throws {
    var keyring = try locked().keyring.roundTripped()
    let before = keyring.summary
    #expect(throws: KeyringError(.locked, "")) { try keyring.add(.x25519, label: label("new"), now: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.rotate("phone", now: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.retire("phone", now: now) }
    #expect(throws: KeyringError(.locked, "")) { try keyring.lock(with: secret("other"), cost: cheapest) }
    #expect(throws: KeyringError(.locked, "")) { try keyring.unlock() }
    #expect(keyring.summary == before)
    let lock = try #require(keyring.lock)
    try keyring.open(with: lock.key(for: secret("correct horse")))
    _ = try keyring.rotate("phone", now: now)
    var read = try keyring.roundTripped()
    try read.open(with: lock.key(for: secret("correct horse")))
    #expect(try read.openingKeys(at: now).count == 2)
  }

  @Test func aNewPassphraseMakesTheOldOneUseless() throws {
    var (keyring, open) = try locked()
    try keyring.lock(with: secret("battery staple"), cost: cheapest)
    var read = try keyring.roundTripped()
    let lock = try #require(read.lock)
    #expect(throws: KeyringError(.notOpened, "")) { _ = try lock.key(for: secret("correct horse")) }
    try read.open(with: lock.key(for: secret("battery staple")))
    #expect(try read.openingKeys(at: now).map(\.publicKey) == open.openingKeys(at: now).map(\.publicKey))
  }

  /// Each clear member of a locked key, altered as an attacker with the file could.
  @Test(arguments: [
    ("\"label\":\"phone\"", "\"label\":\"tablet\""), ("\"label\":\"server\"", "\"label\":\"serve\""),
    ("\"expires\":1800086400000", "\"expires\":1900086400000"), (",\"expires\":1800086400000", ""),
    (
      "\"state\":\"active\",\"created\":1800000000000,\"exp",
      "\"state\":\"retired\",\"retired\":1,\"created\":1800000000000,\"exp"
    ),
    ("\"created\":1800000000000,\"locked", "\"created\":1800000000001,\"locked"),
    ("\"created\":1800000000000,\"locked", "\"created\":1800000000000,\"colour\":1,\"locked"),
    ("\"kty\":\"OKP\",\"crv\":\"X25519\"", "\"use\":\"enc\",\"kty\":\"OKP\",\"crv\":\"X25519\""),
  ])
  func authenticatesClearMembers(from: String, to: String) throws {
    let text = try locked().keyring.text().string
    let range = try #require(text.range(of: from))
    var altered = try Keyring(parsing: Array(text.replacingCharacters(in: range, with: to).utf8))
    let lock = try #require(altered.lock)
    let key = try lock.key(for: secret("correct horse"))
    #expect(throws: KeyringError(.notOpened, "")) { try altered.open(with: key) }
    #expect(altered.entries.first?.isLocked == true)
  }

  @Test func takesTheFileReformatted() throws {
    let (keyring, open) = try locked()
    let object = try JSONSerialization.jsonObject(with: Data(keyring.text().bytes))
    let pretty = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    var read = try Keyring(parsing: [UInt8](pretty))
    let lock = try #require(read.lock)
    try read.open(with: lock.key(for: secret("correct horse")))
    #expect(try read.openingKeys(at: now).map(\.publicKey) == open.openingKeys(at: now).map(\.publicKey))
  }

  @Test func everyWritingHasFreshNonces() throws {
    let keyring = try locked().keyring
    var nonces: Set<String> = []
    for _ in 0..<100 {
      for part in try keyring.text().string.components(separatedBy: "\"locked\":{\"nonce\":\"").dropFirst() {
        nonces.insert(String(part.prefix(32)))
      }
    }
    #expect(nonces.count == 200)
  }

  @Test func costsAreBoundedBeforeTheyArePaid() {
    #expect(Argon2id(operations: 0, memory: 8192) == nil)
    #expect(Argon2id(operations: 17, memory: 8192) == nil)
    #expect(Argon2id(operations: 1, memory: 8191) == nil)
    #expect(Argon2id(operations: 1, memory: (1 << 30) + 1) == nil)
    // As dear as our own dearest, and not a pass more.
    #expect(Argon2id(operations: 4, memory: 1 << 30) == .sensitive)
    #expect(Argon2id(operations: 5, memory: 1 << 30) == nil)
    #expect(Argon2id(operations: 16, memory: 1 << 28) != nil)
    #expect(Argon2id(operations: 16, memory: (1 << 28) + 1) == nil)
    #expect(Argon2id.interactive.isWeak == false && cheapest.isWeak)
  }
}
