import AppGroups
import Foundation
import Security
import SealEnvelope
import Synchronization
import Testing

@testable import FilterDevice

struct DeviceKeyStoreTests {
  /// A store in an access group of its own.
  private struct Place {
    let group = UUID().uuidString
    let clock = Clock()
    let store: DeviceKeyStore

    final class Clock: Sendable {
      let now = Mutex<Int64>(1_790_000_000_000)
    }

    init(grace: Int64 = DeviceKeyStore.usualGrace) {
      let clock = clock
      store = DeviceKeyStore(accessGroup: group, grace: grace) { UnixTime(milliseconds: clock.now.withLock { $0 }) }
    }

    func advance(days: Int64) { clock.now.withLock { $0 += days * 24 * 3600 * 1000 } }
    func fail(_ function: KeychainDouble.Function, _ status: OSStatus?) {
      KeychainDouble.fail(function, with: status, group: group)
    }
  }

  /// Every status but "found" and "not found" is "not now".
  static let refusals: [OSStatus] = [
    errSecInteractionNotAllowed, errSecNotAvailable, errSecAuthFailed, errSecParam, errSecDecode,
    errSecMissingEntitlement, -1, 1,
  ]

  @Test func makesOneKeyAndKeepsIt() throws {
    let place = Place()
    #expect(try place.store.keys().isEmpty)
    let key = try place.store.publicKey()
    #expect(try place.store.publicKey() == key)
    #expect(try place.store.keys().map(\.key.publicKey) == [key])
    let item = try #require(KeychainDouble.items(place.group).first)
    #expect(KeychainDouble.items(place.group).count == 1)
    #expect(item.accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
    #expect(!item.isSynchronizable)
    #expect(item.service == "callseal.device-keys")
    #expect(key.jwk.hasPrefix(#"{"kty":"OKP","crv":"X25519","x":""#) && !key.jwk.contains(#""d""#))
    #expect(try RecipientPublicKey(parsingJWK: Array(key.jwk.utf8)) == key)
  }

  @Test(arguments: refusals)
  func takesNotNowForNotNow(_ status: OSStatus) throws {
    let place = Place()
    let key = try place.store.publicKey()
    let before = KeychainDouble.items(place.group).map(\.data)
    place.fail(.copy, status)
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.keys() }
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.publicKey() }
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.rotate() }
    #expect(place.store.source.keys(key.keyID).isComplete == false)
    // Nothing was made, replaced or forgotten.
    #expect(KeychainDouble.items(place.group).map(\.data) == before)
    #expect(KeychainDouble.calls(place.group).filter { $0 != .copy } == [.add])
    place.fail(.copy, nil)
    #expect(try place.store.publicKey() == key)
  }

  @Test func makesNoKeyWhileAnEmptyKeychainIsLocked() throws {
    let place = Place()
    place.fail(.copy, errSecInteractionNotAllowed)
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.publicKey() }
    #expect(KeychainDouble.calls(place.group) == [.copy])
    do throws(KeyStoreError) { _ = try place.store.keys() } catch { #expect(error.status == -25308) }
  }

  @Test(arguments: refusals)
  func saysWhereAKeyCouldNotBeKept(_ status: OSStatus) throws {
    let place = Place()
    place.fail(.add, status)
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.publicKey() }
    place.fail(.add, nil)
    let key = try place.store.publicKey()
    place.fail(.update, status)
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.rotate() }
    #expect(try place.store.publicKey() == key)
  }

  @Test func keepsTheKeyThatSomebodyElseMadeFirst() throws {
    let place = Place()
    let key = try place.store.publicKey()
    // A duplicate whose keychain answered "not found" a moment ago.
    place.fail(.copy, errSecItemNotFound)
    #expect(throws: KeyStoreError(.unavailable)) { try place.store.publicKey() }
    place.fail(.copy, nil)
    #expect(try place.store.publicKey() == key)
  }

  static let damage: [(String, Data)] = [
    ("nothing", Data()), ("another mark", Data("CSKEYS9".utf8) + [1] + Data(count: 48)),
    ("no keys", Data("CSKEYS1".utf8) + [0]), ("cut short", Data("CSKEYS1".utf8) + [1] + Data(count: 47)),
    ("too long", Data("CSKEYS1".utf8) + [1] + Data(count: 49)), ("too many", Data("CSKEYS1".utf8) + [255]),
    ("a current key that is retired", Data("CSKEYS1".utf8) + [1] + Data(count: 48)),
  ]

  @Test(arguments: damage.indices)
  func leavesDamageAlone(_ index: Int) throws {
    let place = Place()
    let key = try place.store.publicKey()
    KeychainDouble.setData(Self.damage[index].1, group: place.group)
    #expect(throws: KeyStoreError(.damaged)) { try place.store.keys() }
    #expect(throws: KeyStoreError(.damaged)) { try place.store.publicKey() }
    #expect(throws: KeyStoreError(.damaged)) { try place.store.rotate() }
    #expect(!place.store.source.keys(key.keyID).isComplete)
    #expect(KeychainDouble.items(place.group).map(\.data) == [Self.damage[index].1])
    try place.store.removeAll()
    #expect(try place.store.publicKey() != key)
  }

  @Test func keepsTheOldKeyForItsGraceTime() throws {
    #expect(DeviceKeyStore.usualGrace > 30 * 24 * 3600 * 1000)
    let place = Place()
    let old = try place.store.publicKey()
    place.advance(days: 100)
    let new = try place.store.rotate()
    #expect(new != old)
    #expect(try place.store.publicKey() == new)
    #expect(try place.store.keys().map(\.key.publicKey) == [new, old])
    #expect(place.store.source.keys(old.keyID).keys.count == 1)
    place.advance(days: 35)
    #expect(place.store.source.keys(old.keyID).keys.count == 1)
    place.clock.now.withLock { $0 += 1 }
    #expect(place.store.source.keys(old.keyID).keys.isEmpty)
    #expect(place.store.source.keys(old.keyID).isComplete)
    // It is out of use, and destroyed with the next rotation.
    let size = KeychainDouble.items(place.group).first?.data.count
    _ = try place.store.rotate()
    #expect(KeychainDouble.items(place.group).first?.data.count == size)
    #expect(try place.store.keys().count == 2)
  }

  @Test func forgetsNothingWhenTheClockIsSetBack() throws {
    let place = Place()
    let old = try place.store.publicKey()
    _ = try place.store.rotate()
    place.advance(days: -9999)
    #expect(try place.store.keys().map(\.key.publicKey).contains(old))
  }

  @Test func makesTheFirstKeyByRotating() throws {
    let place = Place()
    #expect(try place.store.rotate() == place.store.publicKey())
  }

  @Test func refusesMoreKeysThanItKeeps() throws {
    let place = Place()
    for _ in 0..<64 { _ = try place.store.rotate() }
    let current = try place.store.publicKey()
    #expect(throws: KeyStoreError(.tooManyKeys)) { try place.store.rotate() }
    #expect(try place.store.publicKey() == current)
    place.advance(days: 36)
    _ = try place.store.rotate()
    #expect(try place.store.keys().map(\.key.publicKey).last == current)
  }

  @Test func makesOneKeyFromManyThreads() throws {
    let place = Place()
    let store = place.store
    let keys = Mutex<Set<RecipientPublicKey>>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      if let key = try? store.publicKey() { keys.withLock { _ = $0.insert(key) } }
    }
    #expect(keys.withLock { $0 }.count == 1)
    DispatchQueue.concurrentPerform(iterations: 32) { _ in _ = try? store.rotate() }
    #expect(try store.keys().count == 33)
  }

  /// What the keychain is lent is zeros afterwards, whoever still refers to it, and whatever it answered.
  @Test(arguments: [errSecSuccess, errSecNotAvailable])
  func wipesWhatItLendsTheKeychain(_ status: OSStatus) throws {
    let key = DeviceKey(try .generate(), created: UnixTime(milliseconds: 1))
    var kept = NSMutableData()
    var lent: [UInt8] = []
    let answer = DeviceKeyStore.withItem([key]) { data in
      kept = data
      lent = [UInt8](Data(referencing: data))
      return status
    }
    #expect(answer == status)
    #expect(DeviceKeyList.decode(lent)?.map(\.key.publicKey) == [key.key.publicKey])
    #expect([UInt8](Data(referencing: kept)) == [UInt8](repeating: 0, count: 56))
  }

  /// It waits for a rotation that runs, which would otherwise find its item gone in the middle.
  @Test func removesAllKeysBetweenTwoRotations() throws {
    let place = Place()
    let store = place.store
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      do {
        if index % 2 == 0 { try store.removeAll() } else { _ = try store.rotate() }
      } catch { failures.withLock { $0 += 1 } }
    }
    #expect(failures.withLock { $0 } == 0)
  }

  @Test func saysNothingOfAKeyInAnError() {
    #expect("\(KeyStoreError(.unavailable, status: -25308))" == "the device's keys: unavailable (-25308)")
  }
}

/// The app group's ledger.
struct AppGroupTests {
  @Test func keepsTheLedgerInTheGroupsContainer() throws {
    let group = "group.\(UUID().uuidString)"
    #expect(throws: AppGroupMissing.self) { try Ledger.inAppGroup(group) }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(group)
    defer { try? FileManager.default.removeItem(at: folder) }
    AppGroupDouble.set(folder, for: group)
    _ = try Ledger.inAppGroup(group)
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(made == ["CallSeal"])
  }
}
