import SealCrypto
import SealPlatform

/// A ledger in a file that processes share.
///
/// The file is replaced in one step, so it is whole whenever it is looked at; a lock beside it, the kernel's, keeps two
/// writers apart and goes with whoever is killed.
struct FileLedger: LedgerStore {
  let path: String

  static let longestWait = 1000  // milliseconds

  func update<Result>(_ body: (inout LedgerState) -> Result) -> (result: Result, isAvailable: Bool) {
    // The file a link leads to is the ledger: two names of it share one lock, and a link is not replaced by a file.
    guard let file = try? ResolvedFile(path) else {
      var state = LedgerState()
      return (body(&state), false)
    }
    do throws(FileError) {
      let lock = try FileLock(file.path + ".lock", within: Self.longestWait)
      return withExtendedLifetime(lock) { updateLocked(file, body) }
    } catch {
      // Whoever cannot be the only writer does not write. What can be read still counts: it was whole when written.
      var state = (try? Self.read(file)) ?? LedgerState()
      return (body(&state), false)
    }
  }

  /// What cannot be opened is no mistake: using it says what is wrong with it.
  static func isSomethingElse(_ path: String) -> Bool {
    guard let file = try? ResolvedFile(path), let status = (try? file.status()) ?? nil else { return false }
    guard status.isRegular else { return true }
    var head = [UInt8](repeating: 0, count: LedgerFile.magic.count)
    var span = head.memory.mutableSpan
    let count = (try? file.open().fill(&span)) ?? 0
    return !LedgerFile.magic.starts(with: head[..<count])
  }

  private func updateLocked<Result>(
    _ file: borrowing ResolvedFile, _ body: (inout LedgerState) -> Result
  ) -> (result: Result, isAvailable: Bool) {
    let before: LedgerState
    do throws(FileError) { before = try Self.read(file) } catch {
      var state = LedgerState()
      return (body(&state), false)
    }
    var state = before
    let result = body(&state)
    guard state != before else { return (result, true) }
    do throws(FileError) {
      try file.replace(LedgerFile.encode(state).memory.span, for: .owner)
      return (result, true)
    } catch { return (result, false) }
  }

  /// The state in the file: empty where there is no file or a damaged one, which the next write replaces.
  /// What is no ordinary file is none of ours to replace.
  private static func read(_ file: borrowing ResolvedFile) throws(FileError) -> LedgerState {
    do throws(FileError) {
      return LedgerFile.decode(try file.open().readAll(limit: LedgerFile.largest)) ?? LedgerState()
    } catch {
      if error.code == .notFound || error.code == .tooLarge { return LedgerState() }
      throw error
    }
  }
}
