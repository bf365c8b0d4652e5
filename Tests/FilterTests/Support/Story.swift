import Seal

@testable import Filter

/// What happens to one call on one handset, step by step, by really sealed pushes.
struct Story {
  /// One thing that happens. Times are milliseconds after `Body.start`.
  enum Step: Sendable {
    /// The first copy arrives: it rings up to 75,000.
    case old(Int64)
    /// A copy sealed later arrives: it rings up to 90,000.
    case new(Int64)
    /// An end arrives, with this reason.
    case end(String)
    /// CallKit's answer to the last report arrives; where there is none, to one of another life.
    case settle(CallReport.Outcome)
  }

  let handset: Handset
  /// The instant of what has no time of its own; an end's does not matter.
  static let arrival: Int64 = 80_000
  private var report: CallReport?

  init(_ handset: Handset) { self.handset = handset }

  /// Lets it happen, and tells what it gave.
  mutating func play(_ step: Step) throws -> String {
    switch step {
    case .old(let time): return try decide(Body.call(), time)
    case .new(let time): return try decide(Body.call(sent: 1, expires: 60_000), time)
    case .end(let reason): return try decide(Body.end(reason), Self.arrival)
    case .settle(let outcome):
      return handset.filter.settle(try report ?? reportOfAnotherLife(), outcome).told
    }
  }

  private mutating func decide(_ body: String, _ time: Int64) throws -> String {
    let decision = handset.filter.decide(try handset.push(body), now: at(time))
    if let claim = decision.claim { report = claim }
    return decision.told
  }

  /// A report of the same call that this ledger never gave.
  private func reportOfAnotherLife() throws -> CallReport {
    let other = handset.remembering(in: .inMemory())
    guard let report = other.filter.decide(try other.push(Body.call()), now: at(0)).claim else {
      throw CancellationError()
    }
    return report
  }

  /// What the ledger knows of the call.
  var known: String { handset.configuration.ledger.known(Body.id, handset.sender) }
}
