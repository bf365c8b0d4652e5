import Foundation

/// Numbers that depend on a seed alone, so that what a property test found can be found again.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// A generator from a given seed.
  package init(seed: UInt64) { state = seed }

  /// A generator with a new seed, or the one that the environment's `CALLSEAL_SEED` names; the seed is printed.
  package init(printedFor test: String) {
    let seed = ProcessInfo.processInfo.environment["CALLSEAL_SEED"].flatMap { UInt64($0) } ?? .random(in: 1 ... .max)
    print("\(test): CALLSEAL_SEED=\(seed)")
    self.init(seed: seed)
  }

  /// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// `count` bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
