import CallKit

/// What Call Directory is told: numbers strictly ascending and unique, whatever order they are kept in, since one that is
/// out of order fails the whole request (`entriesOutOfOrder`, `duplicateEntries`).
nonisolated struct DirectoryUpdate {
  typealias Entries = DirectoryEntries

  /// What was told last; nothing where that is not known.
  let before: Entries?
  let now: Entries

  /// Tells the context. `isIncremental` is looked at before anything else; where it is false everything is told and
  /// nothing removed, for a removal would fail the request.
  func tell(_ context: CXCallDirectoryExtensionContext) {
    let isIncremental = context.isIncremental
    var old = Entries()
    if isIncremental {
      if let before {
        old = before
      } else {
        context.removeAllBlockingEntries()
        context.removeAllIdentificationEntries()
      }
      for number in old.blocked.subtracting(now.blocked).sorted() {
        context.removeBlockingEntry(withPhoneNumber: number)
      }
      for number in old.labels.keys.filter({ now.labels[$0] != old.labels[$0] }).sorted() {
        context.removeIdentificationEntry(withPhoneNumber: number)
      }
    }
    for number in now.blocked.subtracting(old.blocked).filter(Self.isValid).sorted() {
      context.addBlockingEntry(withNextSequentialPhoneNumber: number)
    }
    for number in now.labels.keys.filter({ now.labels[$0] != old.labels[$0] && Self.isValid($0) }).sorted() {
      context.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: now.labels[number] ?? "")
    }
  }

  private static func isValid(_ number: Entries.Number) -> Bool { 1...CXCallDirectoryPhoneNumberMax ~= number }
}
