/// What is remembered of calls and messages, so that nothing rings twice, late, or after it ended.
///
/// It holds ids, senders' thumbprints and states, and no name, handle or text: 1024 calls, and 1024 ids of other
/// events. It forgets by number alone, never by time.
public struct Ledger: Sendable {
  let store: any LedgerStore

  /// A ledger that lives as long as the process: for tests, and for a service that never restarts.
  public static func inMemory() -> Ledger { Ledger(store: MemoryLedger()) }

  /// A ledger in a file, shared by an extension and its app; beside it, or beside the file that a link leads to, stand
  /// `<path>.lock` and, while it is written, `<path>.tmp`.
  ///
  /// It survives a kill at any moment. A file that is damaged is replaced; one that cannot be read now, or is no
  /// ordinary file, is left alone and acts as empty. A lock that another process holds is waited for one second at most.
  ///
  /// - Parameter path: The file, in a folder that exists; at most 82 kB.
  /// - Returns: The ledger; the file is opened with each use, and not before.
  public static func file(_ path: String) -> Ledger { Ledger(store: FileLedger(path: path)) }

  /// Whether there is a file that was never a ledger, which somebody has named by mistake and would lose.
  ///
  /// For a command line, where a path is typed. Where only an extension and its app write, a first byte that is wrong
  /// is damage, and the ledger is replaced.
  package static func isSomethingElse(_ path: String) -> Bool { FileLedger.isSomethingElse(path) }
}

/// Where a ledger's state is kept.
protocol LedgerStore: Sendable {
  /// Runs `body` on the state, alone among all threads and processes, and keeps what it leaves.
  ///
  /// - Returns: What `body` gave, and whether the state could be read and kept.
  func update<Result>(_ body: (inout LedgerState) -> Result) -> (result: Result, isAvailable: Bool)
}
