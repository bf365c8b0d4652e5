import Foundation
import Testing

@testable import Filter

/// The same push at the same moment: on threads, and in processes that share a file.
@Suite(.serialized) struct RaceTests {
  private static let rounds = 200
  /// Rounds for each ledger: a file of many calls takes longer, and shows no more.
  private static let batch = 25

  @Test(arguments: [2, 16], CallRowTests.Memory.allCases) func onThreadsItRingsOnce(
    threads: Int, memory: CallRowTests.Memory
  ) throws {
    let scratch = try Scratch()
    let handset = try Handset()
    for start in stride(from: 0, to: Self.rounds, by: Self.batch) {
      let phone = handset.remembering(in: memory == .inFile ? .file(scratch[String(start)]) : .inMemory())
      for round in start..<start + Self.batch {
        let sealed = try phone.seal(Body.call(Body.id(round)))
        let told = onThreads(threads) { _ in
          // In a file, filters are as several processes have them: each opened anew.
          let filter = memory == .inFile ? phone.remembering(in: .file(scratch[String(start)])).filter : phone.filter
          return filter.decide(bait(sealed), now: at(0)).told
        }
        #expect(told.count == threads)
        #expect(told.filter { $0 == "report call" }.count == 1, "round \(round): \(told)")
        #expect(told.filter { $0 == "suppress duplicate" }.count == threads - 1, "round \(round): \(told)")
      }
      #expect(phone.configuration.ledger.counts == (calls: Self.batch, ids: 0), "no round was lost to another")
    }
  }

  @Test(arguments: [2, 4]) func inProcessesItRingsOnce(processes: Int) throws {
    let scratch = try Scratch()
    let handset = try Handset()
    for start in stride(from: 0, to: Self.rounds, by: Self.batch) {
      let phone = handset.remembering(in: .file(scratch[String(start)]))
      let probes = try (0..<processes).map { _ in try Probe(phone, ledger: scratch[String(start)]) }
      for round in start..<start + Self.batch {
        let sealed = try phone.seal(Body.call(Body.id(round)))
        for probe in probes { probe.tell("decide \(Body.start) \(sealed)") }
        let told = try probes.map { try $0.answer() }
        #expect(told.filter { $0 == "report call" }.count == 1, "round \(round): \(told)")
        #expect(told.filter { $0 == "suppress duplicate" }.count == processes - 1, "round \(round): \(told)")
      }
      #expect(phone.configuration.ledger.counts == (calls: Self.batch, ids: 0))
    }
  }

  /// An end and an offer at once: whichever is first, there is never a ring after the end, and one missed call.
  @Test func anEndAndAnOfferAtOnce() throws {
    let scratch = try Scratch()
    for round in 0..<100 {
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
