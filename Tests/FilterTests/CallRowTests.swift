import Testing

@testable import Filter

/// Each row of the format's table of calls, in memory and with a file.
struct CallRowTests {
  enum Memory: String, Sendable, CaseIterable {
    case inMemory, inFile
  }

  @Test(arguments: CallRow.all, Memory.allCases) func row(row: CallRow, memory: Memory) throws {
    let scratch = try Scratch()
    let handset = try Handset(ledger: memory == .inFile ? .file(scratch.ledger) : .inMemory()) {
      $0.policy.refusal = row.refusal
    }
    var story = Story(handset)
    for step in row.path { _ = try story.play(step) }
    #expect(story.known == row.known, "what is known was not reached")
    #expect(try story.play(row.arrives) == row.gives)
    #expect(story.known == row.after)
  }

  @Test func everyStateMeetsEveryArrival() {
    #expect(CallRow.all.count == 18 * CallRow.arrivals.count)
    #expect(Set(CallRow.all.map(\.id)).count == CallRow.all.count)
    #expect(CallRow.all.allSatisfy { !$0.gives.isEmpty && !$0.after.contains("no cell") })
    #expect(Set(CallRow.all.map(\.known)).count == 11, "nothing, and five phases with and without a missed call shown")
  }

  /// Whatever a decision is, what it says of who said what to whom is the same.
  @Test func everyDecisionCarriesTheEvent() throws {
    let handset = try Handset { $0.policy.acceptsUnsigned = true }
    var count = 0
    for author in [Handset.Author.sender, .friend, .nobody] {
      let end = Body.end("cancelled"), late = Body.call(expires: 10)
      for body in [Body.call(), Body.call(), end, Body.call(), late, Body.message(), Body.message(), Body.data()] {
        let decision = handset.filter.decide(try handset.push(body, by: author), now: at(50_000))
        let opened = try handset.opener.open(try handset.seal(body, by: author)).event
        #expect(decision.event == opened)
        #expect(decision.event?.sender == handset.key(of: author)?.publicKey.thumbprint)
        #expect(decision.event?.recipient == handset.device.publicKey.thumbprint)
        #expect(decision.event?.event?.id.description == Body.id)
        count += 1
      }
    }
    #expect(count == 24)
  }
}
