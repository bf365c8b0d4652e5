import SealPlatform

/// A ledger in a file that processes share.
///
/// The file is replaced in one step, so it is whole whenever it is looked at; a lock beside it, the kernel's, keeps two
/// writers apart and goes with whoever is killed.
struct FileLedger: LedgerStore {
  let path: String

  static let longestWait = 1000  // milliseconds

  func update<Result>(_ body: (inout LedgerState) -> Result) -> (result: Result, isAvailable: Bool) {
    do throws(FileError) {
      let lock = try FileLock(path + ".lock", within: Self.longestWait)
      return withExtendedLifetime(lock) { updateLocked(body) }
    } catch {
      // Whoever cannot be the only writer does not write. What can be read still counts: it was whole when written.
      var state = (try? read()) ?? LedgerState()
      return (body(&state), false)
    }
  }

  private func updateLocked<Result>(_ body: (inout LedgerState) -> Result) -> (result: Result, isAvailable: Bool) {
    let before: LedgerState
    do throws(FileError) { before = try read() } catch {
      var state = LedgerState()
      return (body(&state), false)
    }
    var state = before
    let result = body(&state)
    guard state != before else { return (result, true) }
    do throws(FileError) {
      try FileStore.replace(path, LedgerFile.encode(state).span, mode: 0o600, underLock: true)
      return (result, true)
    } catch { return (result, false) }
  }

  /// The state in the file: empty where there is no file or a damaged one, which the next write replaces.
  private func read() throws(FileError) -> LedgerState {
    do throws(FileError) {
      return LedgerFile.decode(try FileStore.read(path, limit: LedgerFile.largest)) ?? LedgerState()
    } catch {
      if error.code == .notFound || error.code == .tooLarge { return LedgerState() }
      throw error
    }
  }
}
