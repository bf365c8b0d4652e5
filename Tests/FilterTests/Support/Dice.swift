import Foundation

/// Chance that a seed repeats: SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// The seed is printed; the environment's `CALLSEAL_SEED` gives it.
  init(_ test: String = #function) {
    let given = ProcessInfo.processInfo.environment["CALLSEAL_SEED"].flatMap { UInt64($0) }
    state = given ?? .random(in: 1 ... .max)
    print("\(test): CALLSEAL_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number below `count`.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// One of some.
  mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
