import Foundation
import SealCrypto
import SealEnvelope
import SealKeyring
import TestSupport
import Testing

/// A locked keyring is authenticated as a whole, whatever an attacker does who can write the file and has no passphrase.
struct KeyringSealTests {
  private typealias Members = [String: Any]

  private func locked() throws -> Keyring {
    var keyring = Keyring()
    try keyring.add(.x25519, label: label("phone"), now: now)
    try keyring.add(.ed25519, label: label("server"), now: now)
    try keyring.trust(SenderPrivateKey.fresh(), label: label("backend"), now: now)
    try keyring.importKey(.recipientPublic(RecipientPrivateKey.generate().publicKey), label: label("anna"), now: now)
    // A key of another tool, and members of others.
    var object = try object(keyring.text().bytes)
    object["keys"] = try keys(object) + [["kty": "EC", "x": "a b\\\" c", "d": "secret"]]
    object["comment"] = ["b": 1, "a": [true]]
    keyring = try Keyring(parsing: text(object))
    try keyring.lock(with: secret("correct horse"), cost: cheapest)
    return keyring
  }

  private func object(_ text: [UInt8]) throws -> Members {
    try #require(try JSONSerialization.jsonObject(with: Data(text)) as? Members)
  }

  private func keys(_ object: Members) throws -> [Members] { try #require(object["keys"] as? [Members]) }

  private func text(_ object: Members) throws -> [UInt8] {
    [UInt8](try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .withoutEscapingSlashes]))
  }

  private func open(_ text: [UInt8], asAltered: Bool = false) throws -> Keyring {
    var keyring = try Keyring(parsing: text)
    let lock = try #require(keyring.lock)
    try keyring.open(with: lock.key(for: secret("correct horse")), asAltered: asAltered)
    return keyring
  }

  /// What an attacker may do to the set, by name.
  private func alteration(_ name: String) throws -> (inout Members) throws -> Void {
    func changing(_ index: Int, _ change: @escaping (inout Members) throws -> Void) -> (inout Members) throws -> Void {
      { object in
        var keys = try self.keys(object)
        try change(&keys[index])
        object["keys"] = keys
      }
    }
    func note(_ index: Int, _ name: String, _ value: Any?) -> (inout Members) throws -> Void {
      changing(index) { key in
        var notes = try #require(key["callseal"] as? Members)
        notes[name] = value
        key["callseal"] = notes
      }
    }
    func reordering(_ change: @escaping (inout [Members]) throws -> Void) -> (inout Members) throws -> Void {
      { object in
        var keys = try self.keys(object)
        try change(&keys)
        object["keys"] = keys
      }
    }
    func lock(_ change: @escaping (inout Members) throws -> Void) -> (inout Members) throws -> Void {
      { object in
        var notes = try #require(object["callseal"] as? Members)
        var lock = try #require(notes["lock"] as? Members)
        try change(&lock)
        notes["lock"] = lock
        object["callseal"] = notes
      }
    }
    let stranger = try SenderPrivateKey.fresh()
    switch name {
    case "a sender's key is a stranger's":
      return changing(2) { key in
        key["x"] = Base64URL.encode(stranger.rawBytes.memory.span)
        key["kid"] = "\(stranger.thumbprint)"
      }
    case "a sender is added":
      return reordering { keys in
        var key = keys[2]
        key["x"] = Base64URL.encode(stranger.rawBytes.memory.span)
        key["kid"] = "\(stranger.thumbprint)"
        keys.append(key)
      }
    case "a sender is removed": return reordering { $0.remove(at: 2) }
    case "a recipient is removed": return reordering { $0.remove(at: 3) }
    case "an own key is removed": return reordering { $0.remove(at: 1) }
    case "another tool's key is removed": return reordering { $0.removeLast() }
    case "two keys change places": return reordering { $0.swapAt(2, 3) }
    case "two own keys change places": return reordering { $0.swapAt(0, 1) }
    case "another tool's key moves": return reordering { $0.swapAt(3, 4) }
    case "a key stands there twice": return reordering { $0.append($0[3]) }
    case "a recipient is relabelled": return note(3, "label", "bertha")
    case "a sender is retired":
      return changing(2) { key in
        var notes = try #require(key["callseal"] as? Members)
        (notes["state"], notes["retired"]) = ("retired", 1)
        key["callseal"] = notes
      }
    case "a recipient expires later": return note(3, "expires", 1_900_000_000_000)
    case "a recipient was made earlier": return note(3, "created", 1)
    case "an own key is hidden": return changing(0) { $0["callsea1"] = $0.removeValue(forKey: "callseal") }
    case "a recipient is hidden": return changing(3) { $0["callsea1"] = $0.removeValue(forKey: "callseal") }
    case "another tool's key is another": return changing(4) { $0["x"] = "ab\\\" c" }
    case "a member of others is another": return { $0["comment"] = ["b": 2, "a": [true]] }
    case "a member of others is gone": return { $0["comment"] = nil }
    case "a member is added to a key": return changing(2) { $0["use"] = "sig" }
    case "the count of changes is another":
      return lock { lock in
        var seal = try #require(lock["seal"] as? Members)
        seal["changes"] = 7
        lock["seal"] = seal
      }
    case "the seal is taken off": return lock { $0["seal"] = nil }
    default: throw KeyringError(.notFound, name)
    }
  }

  @Test(arguments: [
    "a sender's key is a stranger's", "a sender is added", "a sender is removed", "a recipient is removed",
    "an own key is removed", "another tool's key is removed", "two keys change places", "two own keys change places",
    "another tool's key moves", "a key stands there twice", "a recipient is relabelled", "a sender is retired",
    "a recipient expires later", "a recipient was made earlier", "an own key is hidden", "a recipient is hidden",
    "another tool's key is another", "a member of others is another", "a member of others is gone",
    "a member is added to a key", "the count of changes is another", "the seal is taken off",
  ])
  func refusesWhatWasAltered(how: String) throws {
    let written = try locked().text().bytes
    var object = try object(written)
    // Whatever JSON tools make of the text, it opens as long as it says the same.
    #expect(try open(text(object)).changes == 1)
    try alteration(how)(&object)
    let altered = try text(object)
    let error = try #require(throws: KeyringError.self) { try open(altered) }
    #expect(error.code == .notOpened)
    // Without the passphrase nothing of it shows, but that the earlier form is not today's.
    let read = try Keyring(parsing: altered)
    let codes = read.check(damages: [], status: nil, now: now).filter(\.code.isFault).map(\.code)
    #expect(
      codes.filter { $0 != .weakLock && $0 != .duplicated } == (how == "the seal is taken off" ? [.unsealed] : []))
  }

  @Test func aPartOfAnOlderCopyIsRefusedAndAWholeOneIsTold() throws {
    var keyring = try locked()
    let first = try keyring.text().bytes
    keyring = try open(first)
    _ = try keyring.distrust("backend", now: now)
    let second = try keyring.text().bytes
    #expect(try open(second).changes == 2)
    var mixed = try object(second)
    mixed["keys"] = try object(first)["keys"]
    #expect(throws: KeyringError(.notOpened, "")) { try open(text(mixed)) }
    // It was authentic once. The number of its last change tells, to who knows a later one.
    let old = try open(first)
    #expect(old.check(damages: [], status: nil, now: now, atLeast: 1).map(\.code).contains(.rolledBack) == false)
    #expect(old.check(damages: [], status: nil, now: now, atLeast: 2).map(\.code).contains(.rolledBack))
    #expect(Keyring().check(damages: [], status: nil, now: now, atLeast: 1).map(\.code) == [.rolledBack])
  }

  @Test func countsOnUnderANewPassphrase() throws {
    var keyring = try open(try locked().text().bytes)
    try keyring.lock(with: secret("battery staple"), cost: cheapest)
    #expect(try keyring.roundTripped().changes == 2)
  }

  @Test func noChangeWithoutThePassphrase() throws {
    var keyring = try locked().roundTripped()
    let other = JWK.Key.recipientPublic(try RecipientPrivateKey.generate().publicKey)
    #expect(throws: KeyringError(.locked, "")) { try keyring.importKey(other, label: label("bertha"), now: now) }
    #expect(throws: KeyringError(.locked, "")) {
      try keyring.trust(SenderPrivateKey.fresh(), label: label("other"), now: now)
    }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.distrust("backend", now: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.retire("anna", now: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.rotate("anna", to: other, now: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.destroy("anna", force: true, now: now) }
    #expect(throws: KeyringError(.locked, "")) { _ = try keyring.text() }
    #expect(keyring.entries.count == 4)
  }

  /// The way out, for whoever edited a locked keyring by hand.
  @Test func whatWasAlteredOpensWhenAskedFor() throws {
    var object = try object(try locked().text().bytes)
    try alteration("a recipient is relabelled")(&object)
    var keyring = try open(text(object), asAltered: true)
    #expect(try keyring.openingKeys(at: now).count == 1)
    try keyring.unlock()
    #expect(try keyring.roundTripped().entries(named: "bertha").count == 1)
  }

  /// As the first version locked it, with a passphrase typed on a system that takes accents apart.
  private static let earlier = #"""
    {"keys":[
    {"kty":"OKP","crv":"X25519","x":"IDqbuokPihdJ20QgwXzY5eoV-fLrZ7fn1zyPBeH-NCU","kid":"Szox_UuhwVzTU7rEz1VeZKSuplc42jLui_qPT6-5sEk","callseal":{"role":"own","label":"phone","state":"active","created":1796645122920,"locked":{"nonce":"se0TQ2AcVP26LjyD-HkGjktKfF-nC8TK","text":"_xwCMeyrCYQSf1t2Abpq95ydG16nEAnJduoixdxo3UJ0aFVyJMIPTe82xiACCufh"}}},
    {"kty":"OKP","crv":"Ed25519","x":"SjHh5KaOylvHNUiJTMvkZwUIsfx1EBgQv_9y7xH_JPQ","kid":"0dyXRDiwoTAK0EA8e3iinDMBcN28H5UmDWMrwuAIt0o","callseal":{"role":"own","label":"server","state":"active","created":1796645122961,"locked":{"nonce":"VrspxJr61dOInfQOIO3pQzzPKIMe4XBv","text":"wo8-gECskzbo7VMyZp8L9oF57iWugJft9kp8EW8JgWOu_ddtN_r4nxNInPFXE_XJ"}}},
    {"kty":"OKP","crv":"Ed25519","x":"pQkdHgFaBnEvHJuJ20nsA4ljOuaTrQS3MugQKUp2NSU","kid":"sOMScz2_FXSUOPzg7fPaT_3s673fram-PXhIrjTrCWo","callseal":{"role":"sender","label":"backend","state":"active","created":1796645123057}},
    {"kty":"OKP","crv":"X25519","x":"Zlk_b3mjtwmf3rXtHFg4-d0r6s6g7cYj6dPgCMbVvB4","kid":"WB7QCxfustGtNIJ82dwbOUCYt3MX87-5Qt-CrwYJNGs","callseal":{"role":"recipient","label":"anna","state":"active","created":1796645123152}}
    ],
    "callseal":{"keyring":1,"lock":{"kdf":"argon2id","operations":2,"memory":67108864,"salt":"iOYI2Nv3S259CT-7snBlvQ","nonce":"lgF-Mdm0TM6sqIGncm5nUPdQ5rDFFPW4","proof":"uNXOxe7n-a_lZcImH6elLw"}}}
    """#

  @Test(.disabled(if: Sanitizer.isOn, "Argon2id over 64 MiB"), arguments: ["caf\u{e9} au lait", "cafe\u{301} au lait"])
  func anEarlierVersionsLockOpensAndIsSealed(passphrase: String) throws {
    var keyring = try Keyring(parsing: Array(Self.earlier.utf8))
    let lock = try #require(keyring.lock)
    #expect(keyring.changes == nil)
    #expect(keyring.check(damages: [], status: nil, now: now).filter(\.code.isFault).map(\.code) == [.unsealed])
    let key = try lock.key(for: secret(passphrase))
    try keyring.open(with: key)
    let labels = ["phone", "server", "backend", "anna"]
    #expect(keyring.entries.map(\.label.description) == labels)
    var sealed = try keyring.roundTripped()
    #expect(sealed.changes == 1)
    #expect(sealed.check(damages: [], status: nil, now: now).filter(\.code.isFault).isEmpty)
    try sealed.open(with: key)
    #expect(try sealed.openingKeys(at: now).count == 1)
    // Its private keys are still bound to their members, as they were.
    let renamed = Self.earlier.replacingOccurrences(of: #""label":"phone""#, with: #""label":"tablet""#)
    var altered = try Keyring(parsing: Array(renamed.utf8))
    #expect(throws: KeyringError(.notOpened, "")) { try altered.open(with: key) }
  }
}
