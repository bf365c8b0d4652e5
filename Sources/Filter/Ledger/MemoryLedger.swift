import SealPlatform

/// A ledger that goes with the process.
struct MemoryLedger: LedgerStore {
  private let state = Locked(LedgerState())

  func update<Result>(_ body: (inout LedgerState) -> Result) -> (result: Result, isAvailable: Bool) {
    (state.withLock(body), true)
  }
}
