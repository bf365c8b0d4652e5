/// Where the opener finds keys by their id: a fixed list, or a store that is asked each time.
public struct KeySource<Key: IdentifiedKey>: Sendable {
  /// What a store answers.
  public struct Answer: Sendable {
    /// The keys it could read that have the id, in the order they are to be tried; at most four are.
    public let keys: [Key]
    /// Whether these are all. A store that is locked *now* says no: a key that cannot be read is not a key that is
    /// missing.
    public let isComplete: Bool

    /// All keys there are with the id, perhaps none.
    public static func found(_ keys: [Key]) -> Answer { Answer(keys: keys, isComplete: true) }

    /// The store cannot be read now, or not all of it.
    public static func unavailable(besides keys: [Key] = []) -> Answer { Answer(keys: keys, isComplete: false) }
  }

  /// The most keys with one id that are tried.
  public static var mostKeysOfOneID: Int { 4 }

  private let lookUp: @Sendable (KeyID) -> Answer

  /// Takes a fixed list.
  ///
  /// - Parameter keys: The keys, in the order they are to be tried.
  /// - Throws: `FilterError` with code `tooManyKeys` where a fifth key has the id of four others.
  public init(_ keys: [Key]) throws(FilterError) {
    let byID = Dictionary(grouping: keys, by: \.keyID)
    guard byID.values.allSatisfy({ $0.count <= Self.mostKeysOfOneID }) else {
      throw FilterError(.tooManyKeys, "more than \(Self.mostKeysOfOneID) keys have the same key id")
    }
    lookUp = { .found(byID[$0] ?? []) }
  }

  /// Asks `lookUp` for each envelope, perhaps on several threads at once.
  ///
  /// - Parameter lookUp: Gives the keys that have an id, or says that it cannot be known now.
  public init(lookUp: @escaping @Sendable (KeyID) -> Answer) { self.lookUp = lookUp }

  /// Asks several sources, in order: such as the keys of every account on a device. What one of them cannot tell now, the
  /// whole cannot either.
  ///
  /// - Parameter sources: The sources.
  public init(anyOf sources: [KeySource]) {
    lookUp = { id in
      let answers = sources.map { $0.lookUp(id) }
      return Answer(keys: answers.flatMap(\.keys), isComplete: answers.allSatisfy(\.isComplete))
    }
  }

  /// The keys to try for `id`: four at most.
  package func keys(_ id: KeyID) -> Answer {
    let answer = lookUp(id)
    return Answer(
      keys: Array(answer.keys.lazy.filter { $0.keyID == id }.prefix(Self.mostKeysOfOneID)),
      isComplete: answer.isComplete)
  }
}

/// A key that has an id on the wire.
public protocol IdentifiedKey: Sendable {
  /// The first 8 bytes of its thumbprint.
  var keyID: KeyID { get }
}

extension RecipientPrivateKey: IdentifiedKey {}
extension SenderPublicKey: IdentifiedKey {}
