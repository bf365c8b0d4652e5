import SealCrypto
import SealEnvelope

/// What stands in a keyring, in its order, with one index over the labels and names of its keys: built as they come, so
/// that neither a name nor a change walks through all of them.
struct KeyringItems: Sendable {
  /// A key of ours, or something another tool put into the set.
  enum Item: Sendable {
    case entry(KeyringEntry)
    case foreign(SecretBytes)
  }

  private(set) var all: [Item] = []
  private var byLabel: [Label: [Int]] = [:]
  /// By the first eight characters of a key's thumbprint, and of its key id.
  private var byName: [UInt64: [Int]] = [:]

  var count: Int { all.count }
  var indices: Range<Int> { all.indices }

  /// The keys, in their order.
  var entries: [KeyringEntry] { all.indices.compactMap(entry(at:)) }

  func entry(at index: Int) -> KeyringEntry? { if case .entry(let entry) = all[index] { entry } else { nil } }

  /// The keys with that label, in their order.
  func entries(labelled label: Label) -> [KeyringEntry] { byLabel[label, default: []].compactMap(entry(at:)) }

  /// The keys whose thumbprint begins with `name`, 8 characters at least, or whose key id it is, in their order.
  func entries(identified name: String) -> [KeyringEntry] {
    guard let start = Self.start(of: name) else { return [] }
    return byName[start, default: []].compactMap(entry(at:)).filter {
      $0.thumbprint.description.utf8.starts(with: name.utf8) || $0.keyID.description.utf8.elementsEqual(name.utf8)
    }
  }

  /// Where the key of that thumbprint stands in that role: in one place, unless somebody edited the file.
  func indices(of thumbprint: Thumbprint, as role: KeyringEntry.Role) -> [Int] {
    guard let start = Self.start(of: thumbprint.description) else { return [] }
    return byName[start, default: []].filter { index in
      entry(at: index).map { $0.role == role && $0.thumbprint == thumbprint } ?? false
    }
  }

  /// The key of that thumbprint in that role.
  func entry(of thumbprint: Thumbprint, as role: KeyringEntry.Role) -> KeyringEntry? {
    indices(of: thumbprint, as: role).first.flatMap(entry(at:))
  }

  mutating func append(_ item: Item) {
    all.append(item)
    index(all.count - 1)
  }

  /// Puts a changed key in its own place; its label and the key itself are what they were.
  mutating func replace(at index: Int, with entry: KeyringEntry) { all[index] = .entry(entry) }

  mutating func removeEntries(where isMeant: (KeyringEntry) -> Bool) {
    all.removeAll { if case .entry(let entry) = $0 { isMeant(entry) } else { false } }
    (byLabel, byName) = ([:], [:])
    for position in all.indices { index(position) }
  }

  private mutating func index(_ position: Int) {
    guard let entry = entry(at: position) else { return }
    byLabel[entry.label, default: []].append(position)
    for name in [entry.thumbprint.description, entry.keyID.description] {
      guard let start = Self.start(of: name), byName[start]?.last != position else { continue }
      byName[start, default: []].append(position)
    }
  }

  /// The first eight bytes of a name, as one number.
  private static func start(of name: String) -> UInt64? {
    let bytes = name.utf8.prefix(8)
    return bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}
