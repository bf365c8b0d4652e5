import Foundation
import Testing

@testable import Filter

/// An extension that the system kills: between claim and settle, and while it writes.
@Suite(.serialized) struct KillTests {
  /// A claim that nobody settles counts for 10 s, and then silences neither the call nor its missed call.
  @Test func betweenClaimAndSettle() throws {
    let handset = try Handset()
    let (call, end) = (try handset.seal(Body.call()), try handset.seal(Body.end("cancelled")))
    let afterwards: [(String, Int64, String)] = [
      (call, 39_999, "suppress duplicate"), (call, 40_000, "report call"), (call, 75_001, "notify expired"),
      (end, 30_001, "notify missed"), (end, 40_000, "notify missed"),
    ]
    for (push, time, told) in afterwards {
      let scratch = try Scratch()
      let probe = try Probe(handset, ledger: scratch.ledger)
      #expect(try probe.ask("decide \(Body.start + 30_000) \(call)") == "report call")
      Probe.kill(probe)
      let survivor = handset.remembering(in: .file(scratch.ledger))
      #expect(survivor.app.lapsedClaims(now: at(39_999)) == [])
      #expect(survivor.app.lapsedClaims(now: at(40_000)).map(\.description) == [Body.id])
      let decision = survivor.filter.decide(bait(push), now: at(time))
      #expect(decision.told == told)
      // And if the answer had come through after all, it changes nothing for the worse.
      if let claim = decision.claim { #expect(survivor.filter.settle(claim, .accepted).told == "nothing") }
    }
  }

  /// A handset's ledger with a few calls and messages in it, and what they are.
  private func filled(_ handset: Handset, _ path: String) throws -> (Handset, LedgerState) {
    var state = LedgerState()
    for number in 0..<8 {
      let key = CallKey(try #require(EventID(parsing: Body.id(number))), handset.sender.publicKey.thumbprint)
      _ = state.offer(key, inTime: number % 2 == 0, now: at(Int64(number)))
      _ = state.insert(key)
    }
    let handset = handset.remembering(in: .file(path))
    let isWritten = handset.configuration.ledger.store.update { $0 = state }.isAvailable
    #expect(isWritten)
    return (handset, state)
  }

  /// Hundreds of kills at random moments of a write, one process alone and two at one file: the file is always whole,
  /// holds all that it held and what was done last, and the next decision works at once.
  @Test func atAnyMomentOfAWrite() throws {
    var dice = Dice()
    let handset = try Handset()
    let scratch = try Scratch()
    let rounds = 80
    var checked = 0
    for round in 0..<rounds {
      // What the last kill left stands beside a ledger of the same calls as at first, so that writes stay short.
      let (alone, state) = try filled(handset, scratch["alone"])
      let (shared, _) = try filled(handset, scratch["shared"])
      let ids = (0..<3).map { Body.id(1000 + round * 3 + $0) }
      let probes = try ["alone", "shared", "shared"].map { try Probe(handset, ledger: scratch[$0]) }
      for (probe, id) in zip(probes, ids) {
        #expect(try probe.ask("decide \(Body.start) \(handset.seal(Body.call(id)))") == "report call")
      }
      // Whoever waits looks at the lock every 2 ms, and would hardly ever find it free without a pause.
      for (probe, pause) in zip(probes, [0, 3000, 3000]) { probe.tell("churn \(pause)") }
      for probe in probes { try probe.waitForCharacters(1) }
      usleep(UInt32(dice.below(5000)))
      Probe.kill(probes[0], probes[1], probes[2])

      for (name, handset, ids) in [("alone", alone, ids[..<1]), ("shared", shared, ids[1...])] {
        let found = try #require(LedgerFile.decode(try scratch.bytes(name)), "not whole, at kill \(round) of \(name)")
        #expect(found.calls.prefix(8) == state.calls && found.seen == state.seen, "kill \(round) of \(name)")
        #expect(found.calls.count == 8 + ids.count)
        for id in ids {
          let known = handset.configuration.ledger.known(id, handset.sender)
          #expect(["refused shown", "late shown"].contains(known), "kill \(round) of \(name): \(known)")
          checked += 1
        }
        #expect(try scratch.mode(name) == 0o600)
        let again = try handset.push(Body.call(try #require(ids.first)))
        let time = ContinuousClock().measure {
          let told = handset.filter.decide(again, now: at(20_000)).told
          #expect(["suppress duplicate", "report call"].contains(told), "kill \(round) of \(name): \(told)")
        }
        #expect(time < .seconds(1), "kill \(round) of \(name): \(time)")
      }
      // What is written has no name before it is whole.
      let files = ["alone", "shared"].flatMap { [$0, "\($0).lock", ".\($0).callseal-new"] }
      #expect(try scratch.names().allSatisfy(files.contains))
    }
    #expect(checked == 3 * rounds)
  }

  /// Kills before anything was ever written: what there is afterwards is a ledger or none.
  @Test func atTheFirstWrite() throws {
    var dice = Dice()
    let handset = try Handset()
    let call = try handset.seal(Body.call())
    var written = 0
    for round in 0..<60 {
      let scratch = try Scratch()
      let probe = try Probe(handset, ledger: scratch.ledger)
      #expect(try probe.ask("decide \(Body.start) \(handset.seal(Body.data()))").hasPrefix("suppress data"))
      try FileManager.default.removeItem(atPath: scratch.ledger)
      probe.tell("decide \(Body.start) \(call)")
      usleep(UInt32(dice.below(6000)))
      Probe.kill(probe)
      if try scratch.names().contains("ledger") {
        #expect(LedgerFile.decode(try scratch.bytes())?.calls.count == 1, "kill \(round)")
        written += 1
      }
      let survivor = handset.remembering(in: .file(scratch.ledger))
      // Killed before its claim was written the call still rings at once; after it, when the claim has lapsed.
      #expect(survivor.filter.decide(bait(call), now: at(10_000)).told == "report call", "kill \(round)")
    }
    print("atTheFirstWrite: \(written) of 60 were written before the kill")
  }
}
