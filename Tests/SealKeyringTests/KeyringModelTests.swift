import SealEnvelope
import SealKeyring
import TestSupport
import Testing

struct KeyringModelTests {
  @Test func rotationKeepsTheOldKeyForItsGrace() throws {
    var keyring = Keyring()
    let first = try keyring.add(.x25519, label: label("phone"), now: now)
    let (old, new) = try keyring.rotate("phone", now: now.adding(day))
    #expect(old.thumbprint == first.thumbprint)
    #expect(old.state == .retiring(until: now.adding(32 * day)))
    #expect(new.state == .active && new.label == first.label && new.thumbprint != first.thumbprint)
    // The active key is tried first.
    #expect(
      try keyring.openingKeys(at: now.adding(2 * day)).map(\.publicKey.thumbprint) == [new.thumbprint, old.thumbprint])
    #expect(try keyring.openingKeys(at: now.adding(32 * day - 1)).count == 2)
    #expect(try keyring.openingKeys(at: now.adding(32 * day)).map(\.publicKey.thumbprint) == [new.thumbprint])
  }

  @Test func aRecipientsOldKeyIsNotSealedToAgain() throws {
    var keyring = Keyring()
    let old = try RecipientPrivateKey.generate().publicKey
    let new = try RecipientPrivateKey.generate().publicKey
    try keyring.importKey(.recipientPublic(old), label: label("anna"), now: now)
    #expect(try keyring.recipient(named: "anna", at: now) == old)
    _ = try keyring.rotate("anna", to: .recipientPublic(new), now: now)
    #expect(try keyring.recipient(named: "anna", at: now) == new)
    #expect(try keyring.recipient(named: nil, at: now) == new)
    #expect(keyring.entries[0].state == .retired(at: now))
    #expect(throws: KeyringError(.refused, "")) { try keyring.recipient(named: "\(old.thumbprint)", at: now) }
  }

  @Test func anOwnSigningKeyThatWaitsTakesOver() throws {
    var keyring = Keyring()
    let old = try keyring.add(.ed25519, label: label("backend"), now: now)
    let next = try keyring.add(.ed25519, label: label("next"), now: now, expires: now.adding(9 * day))
    #expect(try keyring.signingKey(named: "backend", at: now).publicKey.thumbprint == old.thumbprint)
    #expect(throws: KeyringError(.ambiguous, "")) { _ = try keyring.signingKey(named: nil, at: now) }
    guard case .key(let key) = next.material else { throw KeyringError(.notFound, "") }
    _ = try keyring.rotate("backend", to: key, now: now.adding(day))
    #expect(keyring.entries.map(\.thumbprint) == [old.thumbprint, next.thumbprint])
    // Nothing opens by an old signing key, so it needs no grace; the one that waited keeps its dates.
    #expect(keyring.entries[0].state == .retired(at: now.adding(day)))
    #expect(keyring.entries[1].created == now && keyring.entries[1].expires == now.adding(9 * day))
    #expect(try keyring.signingKey(named: "backend", at: now).publicKey.thumbprint == next.thumbprint)
    #expect(keyring.entries(named: "next").isEmpty)
    // What is out of use does not come back this way.
    guard case .key(let former) = old.material else { throw KeyringError(.notFound, "") }
    #expect(throws: KeyringError(.alreadyExists, "")) { _ = try keyring.rotate("backend", to: former, now: now) }
    // Of one label's keys the one whose time is over is destroyed.
    #expect(try keyring.destroy("backend", now: now).thumbprint == old.thumbprint)
    #expect(throws: KeyringError(.refused, "")) { _ = try keyring.destroy("backend", now: now) }
  }

  /// The index over the keys is what a walk through them would find, after any change.
  @Test func findsByEveryNameAfterEveryChange() throws {
    var random = SeededGenerator(seed: 19)
    var keyring = Keyring()
    for step in 0..<400 {
      let name = "key \(Int.random(in: 0..<12, using: &random))"
      switch Int.random(in: 0..<5, using: &random) {
      case 0: _ = try? keyring.destroy(name, force: true, now: now)
      case 1: _ = try? keyring.rotate(name, now: now)
      case 2: _ = try? keyring.retire(name, now: now)
      default: _ = try? keyring.add(step % 2 == 0 ? .x25519 : .ed25519, label: label(name), now: now)
      }
      if step % 20 == 0 { keyring = try keyring.roundTripped() }
      let entries = keyring.entries
      #expect(
        keyring.entries(named: name).map(\.thumbprint)
          == entries.filter { $0.label.description == name }.map(\.thumbprint))
      if let entry = entries.randomElement(using: &random) {
        for name in ["\(entry.thumbprint)", "\(entry.keyID)", String("\(entry.thumbprint)".prefix(9))] {
          #expect(keyring.entries(named: name, role: .own).map(\.thumbprint) == [entry.thumbprint])
          #expect(keyring.entries(named: name, role: .sender).isEmpty)
        }
      }
    }
    #expect(!keyring.entries.isEmpty)
  }

  @Test func aSendersOldKeyIsBelievedForItsGrace() throws {
    var keyring = Keyring()
    let old = try SenderPrivateKey.fresh()
    let new = try SenderPrivateKey.fresh()
    try keyring.trust(old, label: label("server"), now: now)
    _ = try keyring.rotate("server", to: .senderPublic(new), grace: day, now: now)
    #expect(keyring.trustedSenders(at: now) == [old, new])
    #expect(keyring.trustedSenders(at: now.adding(day)) == [new])
  }

  @Test func expiredKeysAreNotSealedToButOpen() throws {
    var keyring = Keyring()
    let anna = try RecipientPrivateKey.generate().publicKey
    try keyring.importKey(.recipientPublic(anna), label: label("anna"), now: now, expires: now.adding(day))
    try keyring.add(.x25519, label: label("phone"), now: now, expires: now.adding(day))
    try keyring.add(.ed25519, label: label("server"), now: now, expires: now.adding(day))
    #expect(try keyring.recipient(named: nil, at: now.adding(day - 1)) == anna)
    #expect(throws: KeyringError(.refused, "")) { try keyring.recipient(named: nil, at: now.adding(day)) }
    #expect(throws: KeyringError(.refused, "")) { _ = try keyring.signingKey(named: "server", at: now.adding(day)) }
    #expect(try keyring.openingKeys(at: now.adding(day)).count == 1)
  }

  @Test func theSafeWayIsTheEasyOne() throws {
    var keyring = Keyring()
    let phone = try keyring.add(.x25519, label: label("phone"), now: now)
    let before = keyring.summary
    #expect(throws: KeyringError(.refused, "")) { _ = try keyring.destroy("phone", now: now) }
    #expect(throws: KeyringError(.alreadyExists, "")) { try keyring.add(.x25519, label: label("phone"), now: now) }
    guard case .key(let key) = phone.material else { throw KeyringError(.notFound, "") }
    #expect(throws: KeyringError(.alreadyExists, "")) { try keyring.importKey(key, label: label("other"), now: now) }
    #expect(throws: KeyringError(.notFound, "")) { _ = try keyring.retire("nobody", now: now) }
    #expect(keyring.summary == before)

    _ = try keyring.retire("phone", until: now.adding(day), now: now)
    #expect(throws: KeyringError(.refused, "")) { _ = try keyring.destroy("phone", now: now) }
    _ = try keyring.destroy("phone", now: now.adding(day))
    #expect(keyring.entries.isEmpty)
  }

  @Test func namesAreLabelsThenThumbprintsThenIDs() throws {
    var keyring = Keyring()
    let phone = try keyring.add(.x25519, label: label("phone"), now: now)
    try keyring.add(.ed25519, label: label("phone"), now: now)
    #expect(keyring.entries(named: "phone").count == 2)
    #expect(throws: KeyringError(.ambiguous, "")) { try keyring.entry(named: "phone") }
    for name in ["\(phone.thumbprint)", String("\(phone.thumbprint)".prefix(8)), "\(phone.keyID)"] {
      #expect(try keyring.entry(named: name).thumbprint == phone.thumbprint)
    }
    #expect(keyring.entries(named: String("\(phone.thumbprint)".prefix(7))).isEmpty)
    // "é" composed and decomposed are two labels: names are bytes.
    try keyring.add(.x25519, label: label("caf\u{e9}"), now: now)
    try keyring.add(.x25519, label: label("cafe\u{301}"), now: now)
    #expect(keyring.entries(named: "caf\u{e9}").count == 1)
  }

  @Test func aDistrustedSenderComesBackOnlyWhenAskedFor() throws {
    var keyring = Keyring()
    let key = try SenderPrivateKey.fresh()
    try keyring.trust(key, label: label("server"), now: now)
    _ = try keyring.distrust("server", now: now)
    #expect(keyring.trustedSenders(at: now).isEmpty)
    #expect(throws: KeyringError(.alreadyExists, "")) { try keyring.trust(key, label: label("server"), now: now) }
    try keyring.trust(key, label: label("server"), now: now, again: true)
    #expect(keyring.trustedSenders(at: now) == [key])
  }

  @Test func rolesTakeTheirOwnKindOfKey() throws {
    let device = try RecipientPrivateKey.generate()
    let sender = try SenderPrivateKey.generate()
    let wrong: [(JWK.Key, KeyringEntry.Role)] = [
      (.recipientPrivate(device), .recipient), (.senderPrivate(sender), .sender),
      (.recipientPublic(device.publicKey), .own),
      (.senderPublic(sender.publicKey), .own), (.senderPublic(sender.publicKey), .recipient),
      (.recipientPublic(device.publicKey), .sender),
    ]
    for (key, role) in wrong {
      var keyring = Keyring()
      let code: KeyringError.Code = role != .own && key.isPrivate ? .refused : .malformed
      #expect(throws: KeyringError(code, "")) { try keyring.importKey(key, as: role, label: label("x"), now: now) }
      #expect(keyring.entries.isEmpty)
    }
  }

  @Test(arguments: [
    "", " ", " a", "a ", "a#b", "a\u{1b}[2J", "a\nb", "a\u{202e}b", "a\u{200b}b", String(repeating: "a", count: 65),
  ])
  func refusesLabelsThatDoNotShow(text: String) {
    #expect(throws: KeyringError(.invalid, "")) { try Label(text) }
  }

  @Test func checkFindsWhatIsWrong() throws {
    var keyring = Keyring()
    try keyring.add(.x25519, label: label("phone"), now: now, expires: now.adding(1))
    _ = try keyring.add(.ed25519, label: label("server"), now: now)
    _ = try keyring.retire("server", now: now)
    let later = now.adding(day)
    let findings = keyring.check(damages: [], status: nil, now: later)
    #expect(findings.map(\.code) == [.expired, .destroyable])
    #expect(findings.map(\.label?.description) == ["phone", "server"])
    #expect(keyring.check(damages: [], status: nil, now: now).filter(\.code.isFault).isEmpty)
  }
}
