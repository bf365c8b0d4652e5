/// What is remembered: calls, and the ids of other events, each bounded by number and by nothing else.
///
/// Both are kept in the order they came in. 1024 records fit a few pages of memory, so they are searched as they stand,
/// from the newest.
struct LedgerState: Equatable, Sendable {
  static let mostCalls = 1024
  static let mostSeen = 1024

  // Slices, since the first of a slice goes without moving the rest: a full ledger loses one with every push.
  private(set) var calls: ArraySlice<CallRecord> = []
  /// Of each call a word of its id, in the same order: a search reads 8 KiB instead of 56.
  private var words: ArraySlice<UInt64> = []
  private(set) var seen: ArraySlice<CallKey> = []

  init() {}

  /// Takes records that were written earlier.
  init(calls: [CallRecord], seen: [CallKey]) {
    self.calls = calls[...]
    words = calls.map(\.key.id.searchWord)[...]
    self.seen = seen[...]
  }

  /// What is known of a call. Setting it makes room where the ledger is full; there is no way to forget.
  subscript(key: CallKey) -> CallRecord? {
    get { index(of: key).map { calls[$0] } }
    set {
      guard let newValue else { return }
      set(newValue, at: index(of: key))
    }
  }

  /// Where the record of a call stands. The newest is looked at first.
  func index(of key: CallKey) -> Int? {
    let word = key.id.searchWord
    // A slice's places count from its start, and the two have not lost the same places in the same ways.
    var place = words.count
    while place > 0 {
      place -= 1
      if words[words.startIndex + place] == word, calls[calls.startIndex + place].key == key {
        return calls.startIndex + place
      }
    }
    return nil
  }

  /// Sets the record that stands at `index`, or adds a new one.
  mutating func set(_ record: CallRecord, at index: Int?) {
    if let index {
      calls[index] = record
      return
    }
    if calls.count >= Self.mostCalls {
      // Ends of calls that were never offered go first: they cost a sender nothing and silence nothing that rang.
      if let index = calls.firstIndex(where: { $0.phase == .ended && !$0.wasOffered }) {
        words.remove(at: words.startIndex + index - calls.startIndex)
        calls.remove(at: index)
      } else {
        words.removeFirst()
        calls.removeFirst()
      }
    }
    words.append(record.key.id.searchWord)
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
