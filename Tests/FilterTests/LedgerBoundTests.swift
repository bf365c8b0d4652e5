import Testing

@testable import Filter

/// The ledger forgets by number alone: 1024 calls, and 1024 ids of other events apart from them.
struct LedgerBoundTests {
  private func key(_ number: Int) throws -> CallKey { CallKey(try #require(EventID(parsing: Body.id(number))), nil) }

  /// By really sealed pushes: the first call inserted is the first forgotten, and not before there are 1024 others.
  @Test func forgetsTheFirstOf1025Calls() throws {
    let handset = try Handset()
    for number in 0..<1024 {
      #expect(handset.filter.decide(try handset.push(Body.call(Body.id(number))), now: at(0)).told == "report call")
    }
    #expect(handset.configuration.ledger.counts == (1024, 0))
    let first = try handset.push(Body.call(Body.id(0)))
    #expect(handset.filter.decide(first, now: at(1)).told == "suppress duplicate")
    #expect(handset.filter.decide(try handset.push(Body.call(Body.id(5000))), now: at(1)).told == "report call")
    #expect(handset.configuration.ledger.counts == (1024, 0))
    #expect(handset.configuration.ledger.known(Body.id(0), handset.sender) == "nothing")
    #expect(handset.configuration.ledger.known(Body.id(1), handset.sender) == "claimed")
    #expect(handset.filter.decide(first, now: at(1)).told == "report call")
    #expect(handset.configuration.ledger.known(Body.id(1), handset.sender) == "nothing")
  }

  /// No flood of messages pushes a call out, and no flood of calls a message.
  @Test func messagesAndCallsAreKeptApart() throws {
    let handset = try Handset()
    let (call, message) = (try handset.push(Body.call()), try handset.push(Body.message()))
    #expect(handset.filter.decide(call, now: at(0)).told == "report call")
    #expect(handset.filter.decide(message, now: at(0)).told == "notify notification")
    for number in 0..<1023 {
      let body = number % 2 == 0 ? Body.data(Body.id(number)) : Body.message(Body.id(number))
      #expect(handset.filter.decide(try handset.push(body), now: at(0)).reason != .duplicate)
    }
    #expect(handset.configuration.ledger.counts == (1, 1024))
    #expect(handset.filter.decide(message, now: at(0)).told == "suppress duplicate")
    for number in 2000..<2300 {
      #expect(handset.filter.decide(try handset.push(Body.message(Body.id(number))), now: at(0)).reason != .duplicate)
    }
    #expect(handset.configuration.ledger.counts == (1, 1024))
    #expect(handset.filter.decide(call, now: at(0)).told == "suppress duplicate")
    #expect(handset.filter.decide(message, now: at(0)).told == "notify notification", "the oldest id has gone")
  }

  /// A flood of ends of calls that were never offered pushes out no call that was.
  @Test func endsOfCallsNeverOfferedGoFirst() throws {
    let handset = try Handset()
    let call = try handset.push(Body.call())
    let report = try #require(handset.filter.decide(call, now: at(0)).claim)
    #expect(handset.filter.settle(report, .accepted).told == "nothing")
    for number in 0..<1100 {
      let end = try handset.push(Body.end("answered-elsewhere", Body.id(number)))
      #expect(handset.filter.decide(end, now: at(0)).told == "suppress ended")
    }
    #expect(handset.configuration.ledger.counts == (1024, 0))
    #expect(handset.filter.decide(call, now: at(20_000)).told == "suppress duplicate")
    // The first of them went, the last are there.
    #expect(handset.configuration.ledger.known(Body.id(76), handset.sender) == "nothing")
    #expect(handset.configuration.ledger.known(Body.id(77), handset.sender) == "ended")
    #expect(handset.configuration.ledger.known(Body.id(1099), handset.sender) == "ended")
  }

  /// A second, plain account of what goes when: a list of (number, is an end never offered).
  @Test func forgetsInTheFormatsOrder() throws {
    var dice = Dice()
    var state = LedgerState()
    var plain: [(number: Int, isBareEnd: Bool)] = []
    var evictions = (ends: 0, first: 0)
    for step in 0..<4500 {
      let number = dice.below(3000)
      let isEnd = dice.below(step < 2500 ? 4 : 40) == 0
      let index = plain.firstIndex { $0.number == number }
      if isEnd {
        _ = state.end(try key(number), .answeredElsewhere)
      } else {
        _ = state.offer(try key(number), inTime: true, now: at(0))
      }
      if let index {
        // A known call keeps its place; an offer, even after the end, makes it one that was offered.
        if !isEnd { plain[index].isBareEnd = false }
      } else {
        if plain.count == 1024 {
          if let end = plain.firstIndex(where: \.isBareEnd) {
            plain.remove(at: end)
            evictions.ends += 1
          } else {
            plain.removeFirst()
            evictions.first += 1
          }
        }
        plain.append((number, isEnd))
      }
    }
    #expect(evictions.ends > 100 && evictions.first > 100, "\(evictions)")
    #expect(state.calls.count == 1024)
    #expect(try state.calls.map(\.key) == plain.map { try key($0.number) })
  }

  /// As full as it can be, every field at its ends: the file holds all of it, and is as long as it says.
  @Test func aFullLedgerIsReadAsItWasWritten() throws {
    var state = LedgerState()
    let times: [Int64] = [.min, -1, 0, 1, .max]
    let reasons: [Event.CallEnd.Reason] = [.cancelled, .failed, .answeredElsewhere, .declinedElsewhere]
    for number in 0..<1024 {
      let sender = CallKey.Sender(high: number % 3 == 0 ? .max : UInt64(number), low: number % 7 == 0 ? 0 : .max)
      let key = CallKey(id: try key(number).id, sender: sender)
      switch number % 6 {
      case 0: _ = state.end(key, reasons[number % 4])
      case 1: _ = state.offer(key, inTime: false, now: at(0))
      case 2: _ = state.settle(key, .refused, showsMissedCall: number % 4 == 0)
      case 3: _ = state.settle(key, .accepted, showsMissedCall: true)
      case 4: _ = state.close(key, isMissed: number % 4 == 0)
      default: _ = state.offer(key, inTime: true, now: UnixTime(milliseconds: times[number % 5]))
      }
      _ = state.insert(key)
    }
    let bytes = LedgerFile.encode(state)
    #expect(bytes.count == 16 + 1024 * 48 + 1024 * 32 + 32 && bytes.count == LedgerFile.largest)
    #expect(LedgerFile.decode(bytes) == state)
    #expect(Set(state.calls.map(\.phase)).count == 5)
    let empty = LedgerFile.encode(LedgerState())
    #expect(empty.count == 48 && LedgerFile.decode(empty) == LedgerState())
  }
}
