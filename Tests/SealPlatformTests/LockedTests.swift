import Foundation
import SealPlatform
import Testing

struct LockedTests {
  @Test func losesNothingBetweenThreads() async {
    let counter = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5000 { counter.withLock { $0 += 1 } }
        }
      }
    }
    #expect(counter.withLock { $0 } == 40_000)
  }

  @Test func tellsTheTimeOfTheSystem() {
    let before = Date().timeIntervalSince1970 * 1000
    let clock = WallClock.milliseconds
    let after = Date().timeIntervalSince1970 * 1000
    #expect(before - 1 <= Double(clock) && Double(clock) <= after + 1)
  }
}
