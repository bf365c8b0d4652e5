import Foundation
import SealPlatform
import TestSupport
import Testing

struct FileLockTests {
  private func waitFor(_ path: String) async throws {
    for _ in 0..<24_000 where !FileManager.default.fileExists(atPath: path) {
      try await Task.sleep(for: .milliseconds(5))
    }
    try #require(FileManager.default.fileExists(atPath: path))
  }

  @Test func letsOneAtATimeIn() throws {
    let folder = try TemporaryFolder()
    do {
      let first = try FileLock(folder["lock"], within: 0)
      #expect(throws: FileError(.locked, path: "", reason: "")) { _ = try FileLock(folder["lock"], within: 20) }
      _ = consume first
    }
    // Not at once: a program that another test starts just now holds a copy of the descriptor until it is loaded.
    _ = try FileLock(folder["lock"], within: 5000)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["lock"])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.size] as? Int == 0)
  }

  @Test func waitsNoLongerThanItIsTold() throws {
    let folder = try TemporaryFolder()
    let first = try FileLock(folder["lock"], within: 0)
    let clock = ContinuousClock()
    var shortest: Duration = .seconds(3600)
    // A busy machine can lengthen any one wait, but not every one.
    for _ in 0..<10 where shortest >= .milliseconds(305) {
      let start = clock.now
      #expect(throws: FileError(.locked, path: "", reason: "")) { _ = try FileLock(folder["lock"], within: 300) }
      shortest = min(shortest, clock.now - start)
    }
    #expect(shortest >= .milliseconds(299))
    #expect(shortest < .milliseconds(305))
    _ = consume first
  }

  @Test func isATurnForEachOfManyThreads() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lock"]
    let counter = folder["counter"]
    try FileStore.replace(counter, [0], for: .owner)
    // Threads and not tasks: who waits for a lock holds its thread.
    let failures = Locked<[FileError]>([])
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let running = Locked(8)
      for _ in 0..<8 {
        Thread.detachNewThread {
          for _ in 0..<10 {
            do throws(FileError) {
              let lock = try FileLock(path, within: 30_000)
              let value = try FileStore.read(counter, limit: 1)[0]
              try FileStore.replace(counter, [value + 1], for: .owner)
              _ = consume lock
            } catch { failures.withLock { $0.append(error) } }
          }
          let left = running.withLock { count in
            count -= 1
            return count
          }
          if left == 0 { done.resume() }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try FileStore.read(counter, limit: 1) == [80])
  }

  @Test func holdsBetweenProcesses() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    async let child = #expect(processExitsWith: .success) { [path = path as String] in
      let lock = try FileLock(path + "/lock", within: 0)
      try FileStore.create(path + "/held", [], for: .owner)
      for _ in 0..<24_000 where !FileManager.default.fileExists(atPath: path + "/go") { usleep(5000) }
      _ = consume lock
    }
    try await waitFor(folder["held"])
    #expect(throws: FileError(.locked, path: "", reason: "")) { _ = try FileLock(folder["lock"], within: 20) }
    try FileStore.create(folder["go"], [], for: .owner)
    _ = try FileLock(folder["lock"], within: 10_000)
    _ = await child
  }

  @Test func goesWithAProcessThatIsKilled() async throws {
    let folder = try TemporaryFolder()
    let path = folder["lock"]
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let lock = try FileLock(path, within: 0)
      kill(getpid(), SIGKILL)
      _ = consume lock
    }
    #expect(FileManager.default.fileExists(atPath: path))
    _ = try FileLock(path, within: 5000)
  }

  @Test func namesWhatCannotBeLocked() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError(.notFound, path: "", reason: "")) { _ = try FileLock(folder["none/lock"], within: 0) }
    #expect(throws: FileError(.failed, path: "", reason: "")) { _ = try FileLock(folder.path, within: 0) }
    try FileManager.default.createSymbolicLink(atPath: folder["link"], withDestinationPath: folder["target"])
    #expect(throws: FileError(.failed, path: "", reason: "")) { _ = try FileLock(folder["link"], within: 0) }
    #expect(try folder.names == ["link"])
  }
}
