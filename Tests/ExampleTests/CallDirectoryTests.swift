import AppGroups
import CallKit
import Foundation
import Testing

@testable import ExampleCalls

struct CallDirectoryTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  let store: DirectoryStore

  init() throws { store = try DirectoryStore(folder: folder) }

  private func entries(_ blocked: Set<Int64>, _ labels: [Int64: String] = [:]) -> DirectoryEntries {
    DirectoryEntries(blocked: blocked, labels: labels)
  }

  /// A request in a process of its own: nothing is left of the last one but the files.
  @discardableResult
  private func request(incremental: Bool, _ change: (CXCallDirectoryExtensionContext) -> Void = { _ in })
    -> CallDirectoryLogDouble
  {
    let context = CXCallDirectoryExtensionContext(incrementalDouble: incremental)
    change(context)
    let handler = CallDirectoryHandler()
    handler.makeStore = { store }
    handler.beginRequest(with: context)
    return context.logDouble
  }

  @Test func tellsEverythingInAscendingOrder() throws {
    try store.setEntries(entries([30, 10, 20, 0, -5, .max], [2: "b", 1: "a", 3: "c"]))
    for incremental in [false, true] {
      try store.setTold(nil)
      let log = request(incremental: incremental)
      #expect(log.error == nil && log.isComplete)
      #expect(log.blocked == [10, 20, 30] && log.identified == [1, 2, 3] && log.labels == ["a", "b", "c"])
      // What the system has is not known: it is cleared first, where that is allowed.
      #expect(log.unblockedAll == incremental && log.unidentifiedAll == incremental)
    }
    try FileManager.default.removeItem(at: folder)
  }

  @Test func tellsOnlyWhatChangedAlthoughTheProcessIsAnother() throws {
    try store.setEntries(entries([1, 2, 3], [7: "seven", 8: "eight"]))
    request(incremental: true)
    try store.setEntries(entries([5, 3, 4], [8: "Eight", 9: "nine"]))
    let log = request(incremental: true)
    #expect(log.error == nil)
    #expect(log.unblocked == [1, 2] && log.blocked == [4, 5])
    #expect(log.unidentified == [7, 8] && log.identified == [8, 9] && log.labels == ["Eight", "nine"])
    #expect(!log.unblockedAll && !log.unidentifiedAll)
    let again = request(incremental: true)
    #expect(again.blocked.isEmpty && again.identified.isEmpty && again.unblocked.isEmpty && again.isComplete)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func removesNothingWhereTheRequestIsNotIncremental() throws {
    try store.setEntries(entries([1, 2]))
    request(incremental: true)
    try store.setEntries(entries([2]))
    let log = request(incremental: false)
    #expect(log.blocked == [2] && log.unblocked.isEmpty && log.error == nil)
    try FileManager.default.removeItem(at: folder)
  }

  /// A request that failed, or whose time ran out, leaves it open what the system has.
  @Test(arguments: ["failed", "expired", "stopped"]) func beginsAnewAfterARequestThatDidNotEnd(_ how: String) throws {
    try store.setEntries(entries([1, 2]))
    request(incremental: true)
    #expect(store.told() == entries([1, 2]))
    try store.setEntries(entries([1, 2, 3]))
    switch how {
    case "expired": request(incremental: true) { $0.hasExpiredDouble = true }
    case "failed": request(incremental: true) { $0.addBlockingEntry(withNextSequentialPhoneNumber: 99) }
    default: try store.setTold(nil)
    }
    #expect(store.told() == nil)
    let log = request(incremental: true)
    #expect(log.unblockedAll && log.blocked == [1, 2, 3])
    try FileManager.default.removeItem(at: folder)
  }

  /// What cannot be read is no empty list: everybody would be unblocked.
  @Test func cancelsARequestWhoseEntriesCannotBeRead() throws {
    try store.setEntries(entries([1, 2]))
    request(incremental: true)
    for damaged in [Data(), Data("x".utf8), Data("bplist00".utf8)] {
      try damaged.write(to: folder.appendingPathComponent("entries.plist"))
      let context = CXCallDirectoryExtensionContext(incrementalDouble: true)
      let handler = CallDirectoryHandler()
      handler.makeStore = { store }
      handler.beginRequest(with: context)
      #expect(context.cancelDouble != nil && !context.logDouble.isComplete && context.logDouble.blocked.isEmpty)
      #expect(store.told() == entries([1, 2]))
    }
    try FileManager.default.removeItem(at: folder)
    let handler = CallDirectoryHandler()
    handler.makeStore = { try DirectoryStore(group: "group.nobody") }
    let context = CXCallDirectoryExtensionContext(incrementalDouble: false)
    handler.beginRequest(with: context)
    #expect(context.cancelDouble != nil)
  }

  @Test func damageOfWhatWasToldMeansThatItIsNotKnown() throws {
    try store.setEntries(entries([1]))
    try Data("x".utf8).write(to: folder.appendingPathComponent("told.plist"))
    #expect(request(incremental: true).unblockedAll)
    #expect(store.told() == entries([1]))
    try FileManager.default.removeItem(at: folder)
  }

  @Test(arguments: [
    ("+14155550123", Int64(14_155_550_123)), ("+999999999999999", 999_999_999_999_999), ("14155550123", nil),
    ("+1 415", nil), ("+", nil), ("", nil), ("+1234567890123456", nil), ("+١٢٣", nil),
  ])
  func readsNumbersInE164(_ text: String, _ number: Int64?) {
    #expect(DirectoryEntries.number(text) == number)
  }
}

/// The app's side. One after another: the system's manager is one.
@MainActor @Suite(.serialized) struct BlockListTests {
  let store: DirectoryStore
  let list: BlockList

  init() throws {
    store = try DirectoryStore(folder: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
    list = BlockList(store: store)
    CXCallDirectoryManager.sharedInstance.withDouble { $0 = CallDirectoryManagerDouble() }
  }

  @Test func keepsEntriesAndHasThemRead() async throws {
    try await list.set(blocked: ["+14155550123", "not a number"], labels: ["+14155550199": "Eve", "": "nobody"])
    #expect(try store.entries() == DirectoryEntries(blocked: [14_155_550_123], labels: [14_155_550_199: "Eve"]))
    let reloaded = CXCallDirectoryManager.sharedInstance.withDouble { $0.reloaded }
    #expect(reloaded == ["com.example.app.directory"])
  }

  @Test(arguments: 0...8) func saysWhyTheyWereNotRead(_ code: Int) async throws {
    CXCallDirectoryManager.sharedInstance.withDouble { $0.refusal = .init(rawValue: code) }
    do {
      try await list.reload()
      #expect(code == 7)  // they are being read already
    } catch {
      #expect(code != 7 && (error as NSError).code == code)
      #expect((error as NSError).domain == CXErrorDomainCallDirectoryManager)
    }
  }

  @Test func tellsWhetherTheUserHasEnabledIt() async {
    let all: [(CXCallDirectoryManager.EnabledStatus, BlockList.Status)] = [
      (.enabled, .enabled), (.disabled, .disabled), (.unknown, .unknown),
    ]
    for (status, expected) in all {
      CXCallDirectoryManager.sharedInstance.withDouble { $0.status = status }
      #expect(await list.status() == expected)
    }
    list.openSettings()
    let opened = CXCallDirectoryManager.sharedInstance.withDouble { $0.settingsOpened }
    #expect(opened == 1)
  }
}
