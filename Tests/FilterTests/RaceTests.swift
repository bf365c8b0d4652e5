import Foundation
import Testing

@testable import Filter

/// The same push at the same moment: on threads, and in processes that share a file.
@Suite(.serialized) struct RaceTests {
  private static let rounds = 200

  @Test(arguments: [2, 16], CallRowTests.Memory.allCases) func onThreadsItRingsOnce(
    threads: Int, memory: CallRowTests.Memory
  ) throws {
    let scratch = try Scratch()
    // In a file, filters are as several processes have them: each of its own, opened anew.
    let handset = try Handset(ledger: memory == .inFile ? .file(scratch.ledger) : .inMemory())
    for round in 0..<Self.rounds {
      let sealed = try handset.seal(Body.call(Body.id(round)))
      let told = onThreads(threads) { _ in
        let filter = memory == .inFile ? handset.remembering(in: .file(scratch.ledger)).filter : handset.filter
        return filter.decide(bait(sealed), now: at(0)).told
      }
      #expect(told.count == threads)
      #expect(told.filter { $0 == "report call" }.count == 1, "round \(round): \(told)")
      #expect(told.filter { $0 == "suppress duplicate" }.count == threads - 1, "round \(round): \(told)")
    }
    #expect(handset.configuration.ledger.counts == (calls: Self.rounds, ids: 0), "no round was lost to another")
  }

  @Test(arguments: [2, 4]) func inProcessesItRingsOnce(processes: Int) throws {
    let scratch = try Scratch()
    let handset = try Handset(ledger: .file(scratch.ledger))
    let probes = try (0..<processes).map { _ in try Probe(handset, ledger: scratch.ledger) }
    for round in 0..<Self.rounds {
      let sealed = try handset.seal(Body.call(Body.id(round)))
      for probe in probes { probe.tell("decide \(Body.start) \(sealed)") }
      let told = try probes.map { try $0.answer() }
      #expect(told.filter { $0 == "report call" }.count == 1, "round \(round): \(told)")
      #expect(told.filter { $0 == "suppress duplicate" }.count == processes - 1, "round \(round): \(told)")
    }
    #expect(handset.configuration.ledger.counts == (calls: Self.rounds, ids: 0))
  }

  /// An end and an offer at once: whichever is first, there is never a ring after the end, and one missed call.
  @Test func anEndAndAnOfferAtOnce() throws {
    let scratch = try Scratch()
    for round in 0..<Self.rounds {
      let handset = try Handset(ledger: round % 2 == 0 ? .inMemory() : .file(scratch[String(round)]))
      let (call, end) = (try handset.seal(Body.call()), try handset.seal(Body.end("cancelled")))
      let told = onThreads(8) { number in
        handset.filter.decide(bait(number % 2 == 0 ? call : end), now: at(0)).told
      }
      #expect(told.filter { $0 == "notify missed" }.count == 1, "round \(round): \(told)")
      #expect(told.filter { $0 == "report call" }.count <= 1, "round \(round): \(told)")
      #expect(handset.filter.decide(bait(call), now: at(20_000)).told == "suppress ended")
      #expect(handset.configuration.ledger.known(Body.id, handset.sender) == "ended shown")
    }
  }

  /// Messages at once: each is shown once, and the answers to reports at once show one missed call.
  @Test func messagesAndAnswersAtOnce() throws {
    let scratch = try Scratch()
    let handset = try Handset(ledger: .file(scratch.ledger))
    for round in 0..<40 {
      let sealed = try handset.seal(Body.message(Body.id(round)))
      let told = onThreads(6) { _ in handset.filter.decide(bait(sealed), now: at(0)).told }
      #expect(told.filter { $0 == "notify notification" }.count == 1, "round \(round): \(told)")
      let report = try #require(handset.filter.decide(try handset.push(Body.call(Body.id(round))), now: at(0)).claim)
      let settled = onThreads(6) { handset.filter.settle(report, $0 % 2 == 0 ? .refused : .failed).told }
      #expect(settled.filter { $0 == "missed call" }.count == 1, "round \(round): \(settled)")
    }
  }
}
