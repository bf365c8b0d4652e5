import Foundation
import SealCrypto
import Testing

struct FirstUseTests {
  /// Whoever comes first initialises the library, here 64 threads at once, in a process that has not used it yet.
  @Test(arguments: 1...3) func worksFromSixtyFourThreadsAtOnce(_ round: Int) async {
    await #expect(processExitsWith: .success) {
      let crowd = Crowd(count: 64)
      let made = crowd.run { thread in
        switch thread % 4 {
        case 0: try X25519PrivateKey.generate().publicKey.bytes
        case 1: try Ed25519PrivateKey.generate().publicKey.bytes
        case 2: try SHA256.hash(Array("\(thread)".utf8).memory.span)
        default: try SecretBytes.random(count: 32).withSpan { [UInt8](copying: $0) }
        }
      }
      #expect(made.count == 64)
      #expect(Set(made).count == 64)
    }
  }
}

/// Threads that all begin at the same moment.
private final class Crowd: @unchecked Sendable {
  // Unchecked: everything below is touched under the condition alone.
  private let condition = NSCondition()
  private let count: Int
  private var waiting = 0
  private var done = 0
  private var made: [[UInt8]] = []

  init(count: Int) { self.count = count }

  /// What they made, of those that did not fail.
  func run(_ body: @escaping @Sendable (Int) throws -> [UInt8]) -> [[UInt8]] {
    for thread in 0..<count {
      Thread.detachNewThread {
        self.condition.withLock {
          self.waiting += 1
          self.condition.broadcast()
          while self.waiting < self.count { self.condition.wait() }
        }
        let result = try? body(thread)
        self.condition.withLock {
          if let result { self.made.append(result) }
          self.done += 1
          self.condition.broadcast()
        }
      }
    }
    return condition.withLock {
      while done < count { condition.wait() }
      return made
    }
  }
}
