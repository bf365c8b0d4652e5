import Testing

@testable import Filter

/// What happens when things come in another order than they were sent, or more than once.
struct OrderTests {
  /// A story: what happens, and what each step gives. `Story` has the times: a first copy rings up to 75,000, a later
  /// one up to 90,000.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    var refusal = FilterPolicy.Refusal.missedCall
    let steps: [(Story.Step, String)]
    let after: String
    var testDescription: String { id }
  }

  static let cases: [Case] = [
    Case(
      id: "end before offer",
      steps: [
        (.end("cancelled"), "notify missed"), (.old(0), "suppress ended"), (.new(1), "suppress ended"),
        (.old(76_000), "suppress ended"),
      ], after: "ended shown"),
    Case(
      id: "end elsewhere before offer",
      steps: [(.end("answered-elsewhere"), "suppress ended"), (.old(0), "suppress ended")], after: "ended"),
    Case(
      id: "end between two copies",
      steps: [
        (.old(0), "report call"), (.settle(.accepted), "nothing"), (.end("cancelled"), "suppress ended"),
        (.new(20_000), "suppress ended"),
      ], after: "ended"),
    Case(
      id: "end between two copies, killed before it settled",
      steps: [
        (.old(0), "report call"), (.end("cancelled"), "notify missed"), (.new(20_000), "suppress ended"),
        (.settle(.accepted), "nothing"),
      ], after: "ended shown"),
    Case(
      id: "two copies",
      steps: [
        (.old(0), "report call"), (.new(3), "suppress duplicate"), (.settle(.accepted), "nothing"),
        (.old(20_000), "suppress duplicate"), (.new(60_000), "suppress duplicate"),
      ], after: "reported"),
    Case(
      id: "the same push twice",
      steps: [(.old(0), "report call"), (.old(0), "suppress duplicate")], after: "claimed"),
    Case(
      id: "out of time, then in time",
      steps: [
        (.old(75_001), "notify expired"), (.old(75_002), "suppress duplicate"), (.new(75_003), "report call"),
        (.settle(.accepted), "nothing"), (.new(76_000), "suppress duplicate"), (.end("cancelled"), "suppress ended"),
      ], after: "ended shown"),
    Case(
      id: "out of time, then the clock is put right",
      steps: [(.old(75_001), "notify expired"), (.old(0), "report call"), (.settle(.refused), "nothing")],
      after: "refused shown"),
    Case(
      id: "out of time, answered elsewhere",
      steps: [
        (.old(75_001), "notify expired"), (.end("answered-elsewhere"), "suppress ended withdraw"),
        (.new(76_000), "suppress ended"),
      ], after: "ended shown"),
    Case(
      id: "killed between claim and settle, then a copy",
      steps: [
        (.old(0), "report call"), (.new(9_999), "suppress duplicate"), (.new(10_000), "report call"),
        (.settle(.accepted), "nothing"), (.new(30_000), "suppress duplicate"),
      ], after: "reported"),
    Case(
      id: "killed between claim and settle, then too late",
      steps: [(.old(60_000), "report call"), (.old(75_001), "notify expired"), (.end("cancelled"), "suppress ended")],
      after: "ended shown"),
    Case(
      id: "killed between claim and settle, then the end",
      steps: [(.old(0), "report call"), (.end("failed"), "notify missed"), (.end("cancelled"), "suppress ended")],
      after: "ended shown"),
    Case(
      id: "late copies of a call that rang",
      steps: [
        (.old(0), "report call"), (.settle(.accepted), "nothing"), (.old(75_001), "suppress duplicate"),
        (.new(90_001), "suppress duplicate"), (.old(86_400_000), "suppress duplicate"),
      ], after: "reported"),
    Case(
      id: "refused, and the answer comes twice and changes its mind",
      steps: [
        (.old(0), "report call"), (.settle(.refused), "missed call"), (.settle(.refused), "nothing"),
        (.settle(.accepted), "nothing"), (.settle(.failed), "nothing"), (.new(1), "suppress duplicate"),
      ], after: "reported shown"),
    Case(
      id: "failed, then a copy rings, then it ends",
      steps: [
        (.old(0), "report call"), (.settle(.failed), "missed call"), (.new(1), "report call"),
        (.settle(.failed), "nothing"), (.new(2), "report call"), (.settle(.accepted), "nothing"),
        (.end("answered-elsewhere"), "suppress ended withdraw"),
      ], after: "ended shown"),
    Case(
      id: "an answer for a call nobody knows",
      steps: [(.settle(.accepted), "nothing"), (.new(0), "suppress duplicate"), (.end("cancelled"), "suppress ended")],
      after: "ended"),
    Case(
      id: "a refusal for a call nobody knows",
      steps: [
        (.settle(.refused), "missed call"), (.new(0), "suppress duplicate"), (.end("cancelled"), "suppress ended"),
      ],
      after: "ended shown"),
    Case(
      id: "a late answer after the end",
      steps: [
        (.old(0), "report call"), (.end("declined-elsewhere"), "suppress ended"), (.settle(.refused), "nothing"),
        (.settle(.failed), "nothing"), (.settle(.accepted), "nothing"),
      ], after: "ended"),
    Case(
      id: "two ends that differ",
      steps: [
        (.end("cancelled"), "notify missed"), (.end("answered-elsewhere"), "suppress ended withdraw"),
        (.end("cancelled"), "suppress ended"), (.end("declined-elsewhere"), "suppress ended withdraw"),
      ], after: "ended shown"),
    Case(
      id: "answered elsewhere, and then cancelled",
      steps: [
        (.old(0), "report call"), (.end("answered-elsewhere"), "suppress ended"), (.end("cancelled"), "suppress ended"),
      ],
      after: "ended"),
    Case(
      id: "an incoming call is shown, then the missed call", refusal: .incomingCall,
      steps: [
        (.old(0), "report call"), (.settle(.refused), "incoming call"), (.new(1), "suppress duplicate"),
        (.end("cancelled"), "notify missed"), (.end("cancelled"), "suppress ended"),
      ], after: "ended shown"),
    Case(
      id: "an incoming call is shown, and is answered elsewhere", refusal: .incomingCall,
      steps: [
        (.old(0), "report call"), (.settle(.refused), "incoming call"), (.end("answered-elsewhere"), "suppress ended"),
      ],
      after: "ended"),
    Case(
      id: "a report fails, an incoming call is shown, then the missed call", refusal: .incomingCall,
      steps: [
        (.old(0), "report call"), (.settle(.failed), "incoming call"), (.old(75_001), "suppress duplicate"),
        (.end("failed"), "notify missed"),
      ], after: "ended shown"),
  ]

  @Test(arguments: cases) func story(of a: Case) throws {
    let scratch = try Scratch()
    for ledger in [Ledger.inMemory(), .file(scratch.ledger)] {
      var story = Story(try Handset(ledger: ledger) { $0.policy.refusal = a.refusal })
      for (index, (step, gives)) in a.steps.enumerated() {
        #expect(try story.play(step) == gives, "\(a.id), step \(index + 1)")
      }
      #expect(story.known == a.after, "\(a.id)")
      // Whatever happened, never more than one missed call.
      let missed = a.steps.filter { ["notify missed", "notify expired", "missed call"].contains($0.1) }
      #expect(missed.count <= 1, "\(a.id)")
    }
  }

  /// One identity whatever its letter case, for copies and for ends.
  @Test func anotherLetterCaseIsTheSameCall() throws {
    let ids = [Body.id, Body.id.uppercased(), Body.id.replacing("f", with: "F")]
    #expect(Set(ids).count == 3)
    for first in ids {
      for second in ids {
        let handset = try Handset()
        #expect(handset.filter.decide(try handset.push(Body.call(first)), now: at(0)).told == "report call")
        #expect(handset.filter.decide(try handset.push(Body.call(second)), now: at(1)).told == "suppress duplicate")
        #expect(
          handset.filter.decide(try handset.push(Body.end("cancelled", second)), now: at(2)).told == "notify missed")
        #expect(handset.filter.decide(try handset.push(Body.call(first)), now: at(3)).told == "suppress ended")
        #expect(handset.configuration.ledger.counts == (1, 0))
      }
    }
  }

  /// Sealed anew with `sent` 3 ms later: identity is the id, never the ciphertext.
  @Test func aCopySealedAnewIsTheSameCall() throws {
    let handset = try Handset()
    let (one, two) = (try handset.seal(Body.call()), try handset.seal(Body.call(sent: 3)))
    #expect(one != two)
    #expect(handset.filter.decide(bait(one), now: at(5)).told == "report call")
    #expect(handset.filter.decide(bait(two), now: at(6)).told == "suppress duplicate")
  }

  /// An id counts together with who sent it: nobody ends, silences or settles what another one sent.
  @Test func twoSendersWithOneIDDoNotTouchEachOther() throws {
    let handset = try Handset { $0.policy.acceptsUnsigned = true }
    let authors = [Handset.Author.sender, .friend, .nobody]
    for ender in authors {
      for caller in authors where caller != ender {
        let fresh = handset.remembering(in: .inMemory())
        let end = fresh.filter.decide(try fresh.push(Body.end("cancelled"), by: ender), now: at(0))
        #expect(end.told == "notify missed")
        let call = fresh.filter.decide(try fresh.push(Body.call(), by: caller), now: at(1))
        #expect(call.told == "report call", "\(ender.rawValue) has ended a call of \(caller.rawValue)")
        #expect(fresh.filter.settle(try #require(call.claim), .refused).told == "missed call")
        #expect(fresh.configuration.ledger.known(Body.id, fresh.key(of: ender)) == "ended shown")
        #expect(fresh.configuration.ledger.known(Body.id, fresh.key(of: caller)) == "refused shown")
      }
    }
    let all = handset.remembering(in: .inMemory())
    for author in authors {
      #expect(all.filter.decide(try all.push(Body.call(), by: author), now: at(0)).told == "report call")
    }
    // Those whom nobody knows are all nobody.
    #expect(all.filter.decide(try all.push(Body.call(), by: .stranger), now: at(0)).told == "suppress duplicate")
  }
}
