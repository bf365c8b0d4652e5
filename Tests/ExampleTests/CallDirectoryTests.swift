import CallKit
import Foundation
import Testing

@testable import ExampleDirectory

struct CallDirectoryTests {
  @Test func tellsEverythingInAscendingOrder() {
    let handler = CallDirectoryHandler()
    handler.entries.blocked = [30, 10, 20, 0, -5, .max]
    handler.entries.labels = [2: "b", 1: "a", 3: "c"]
    for incremental in [false, true] {
      if handler.told != nil {
        handler.requestFailed(
          for: CXCallDirectoryExtensionContext(incrementalDouble: true), withError: CancellationError())
      }
      let context = CXCallDirectoryExtensionContext(incrementalDouble: incremental)
      handler.beginRequest(with: context)
      let log = context.logDouble
      #expect(log.error == nil && log.isComplete)
      #expect(log.blocked == [10, 20, 30] && log.identified == [1, 2, 3] && log.labels == ["a", "b", "c"])
      // What the system has is not known: it is cleared first, where that is allowed.
      #expect(log.unblockedAll == incremental && log.unidentifiedAll == incremental)
    }
  }

  @Test func tellsOnlyWhatChangedWhereTheRequestIsIncremental() {
    let handler = CallDirectoryHandler()
    handler.entries.blocked = [1, 2, 3]
    handler.entries.labels = [7: "seven", 8: "eight"]
    handler.beginRequest(with: CXCallDirectoryExtensionContext(incrementalDouble: true))
    handler.entries.blocked = [5, 3, 4]
    handler.entries.labels = [8: "Eight", 9: "nine"]
    let context = CXCallDirectoryExtensionContext(incrementalDouble: true)
    handler.beginRequest(with: context)
    let log = context.logDouble
    #expect(log.error == nil)
    #expect(log.unblocked == [1, 2] && log.blocked == [4, 5])
    #expect(log.unidentified == [7, 8] && log.identified == [8, 9] && log.labels == ["Eight", "nine"])
    #expect(!log.unblockedAll && !log.unidentifiedAll)
  }

  @Test func removesNothingWhereTheRequestIsNotIncremental() {
    let handler = CallDirectoryHandler()
    handler.entries.blocked = [1, 2]
    handler.beginRequest(with: CXCallDirectoryExtensionContext(incrementalDouble: true))
    handler.entries.blocked = [2]
    let context = CXCallDirectoryExtensionContext(incrementalDouble: false)
    handler.beginRequest(with: context)
    #expect(context.logDouble.blocked == [2] && context.logDouble.unblocked.isEmpty)
    #expect(context.logDouble.error == nil)
  }

  @Test(arguments: [
    ("+14155550123", Int64(14_155_550_123)), ("+999999999999999", 999_999_999_999_999), ("14155550123", nil),
    ("+1 415", nil), ("+", nil), ("", nil), ("+1234567890123456", nil), ("+١٢٣", nil),
  ])
  func readsNumbersInE164(_ text: String, _ number: Int64?) {
    #expect(DirectoryUpdate.number(text) == number)
  }
}
