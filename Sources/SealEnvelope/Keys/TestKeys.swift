/// The keys of the published vectors. Everybody has their private halves, so whatever is sealed to one is open to all,
/// and whoever trusts one is called by anyone: no reader of keys takes one unless it is told to.
///
/// Two things give one away, since neither covers all. Each of their JWKs carries the member `callseal-test-key`, which
/// says so to people and to other readers too, and which other people's vectors can use. PEM has no room for it and a
/// member is easily lost, so the five keys are also known by their ids, in whatever form they come.
package enum TestKeys {
  /// The JWK member that marks a key as one for tests; it counts with whatever value it has.
  package static let mark = "callseal-test-key"

  /// The ids of alice, bob, carol, dave and eve (`Vectors/`).
  package static let ids: Set<KeyID> = Set(
    [
      0x9419_32bd_1186_5679, 0x48db_672c_6ceb_a2ea, 0x63f9_13b3_5a92_3c85, 0x07d0_0f9a_58fc_fe93,
      0x82ce_7a33_3984_ac33,
    ].map(KeyID.init(rawValue:)))

  /// Refuses a key of the vectors.
  ///
  /// - Throws: `testKey`.
  static func refuse(_ key: JWK.Key, isMarked: Bool = false) throws(FormatError) {
    guard !isMarked, !ids.contains(key.thumbprint.keyID) else {
      throw FormatError(.testKey, "a key of the test vectors, whose private half everybody has; make one with keygen")
    }
  }
}
