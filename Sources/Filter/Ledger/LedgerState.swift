/// What is remembered: calls, and the ids of other events, each bounded by number and by nothing else.
///
/// Both are kept in the order they came in. 1024 records fit a few pages of memory, so they are searched as they stand,
/// from the newest.
struct LedgerState: Equatable, Sendable {
  static let mostCalls = 1024
  static let mostSeen = 1024

  // Slices, since the first of a slice goes without moving the rest: a full ledger loses one with every push.
  private(set) var calls: ArraySlice<CallRecord> = []
  private(set) var seen: ArraySlice<CallKey> = []

  init() {}

  /// Takes records that were written earlier.
  init(calls: [CallRecord], seen: [CallKey]) {
    self.calls = calls[...]
    self.seen = seen[...]
  }

  /// What is known of a call. Setting it makes room where the ledger is full; there is no way to forget.
  subscript(key: CallKey) -> CallRecord? {
    get { calls.last { $0.key == key } }
    set {
      guard let newValue else { return }
      set(newValue, at: index(of: key))
    }
  }

  /// Where the record of a call stands. The newest is looked at first.
  func index(of key: CallKey) -> Int? { calls.lastIndex { $0.key == key } }

  /// Sets the record that stands at `index`, or adds a new one.
  mutating func set(_ record: CallRecord, at index: Int?) {
    if let index {
      calls[index] = record
      return
    }
    if calls.count >= Self.mostCalls {
      // Ends of calls that were never offered go first: they cost a sender nothing and silence nothing that rang.
      if let index = calls.firstIndex(where: { $0.phase == .ended && !$0.wasOffered }) {
        calls.remove(at: index)
      } else {
        calls.removeFirst()
      }
    }
    calls.append(record)
  }

  /// Remembers the id of a message or of data; whether it is new.
  mutating func insert(_ key: CallKey) -> Bool {
    guard !seen.contains(key) else { return false }
    if seen.count >= Self.mostSeen { seen.removeFirst() }
    seen.append(key)
    return true
  }
}
