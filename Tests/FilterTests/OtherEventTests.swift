import Testing

@testable import Filter

/// The rest of §5's first table: events of no known kind, messages and data.
struct OtherEventTests {
  private let handset: Handset

  init() throws { handset = try Handset() }

  private func decide(
    _ body: String, by author: Handset.Author = .sender, at time: Int64 = 0
  ) throws -> Decision {
    handset.filter.decide(try handset.push(body, by: author), now: at(time))
  }

  @Test func showsTheFallbackForAnUnknownKind() throws {
    let bodies = [
      #"{"kind":"call2"}"#, #"{"kind":"","id":7,"sent":null,"expires":[],"call":"x"}"#, #"{"kind":"Call"}"#,
      #"{"kind":"call\u0000"}"#, #"{"kind":"cal\u006c "}"#, #"{"kind":"CALL-ENDED","id":"\#(Body.id)"}"#,
      Body.call().replacing("\"call\"", with: "\"calls\""),
    ]
    for body in bodies {
      for time in [Int64.min / 2, 0, 1 << 60] {
        let decision = try decide(body, at: time)
        #expect(decision.told == "notify unknown-kind" && decision.shown == handset.fallback, "\(body)")
        let event = try #require(decision.event)
        #expect(event.event == nil && event.sender == handset.sender.publicKey.thumbprint, "\(body)")
        #expect(event.recipient == handset.device.publicKey.thumbprint && decision.data == nil)
        #expect(![EventKind.call, .callEnded, .notification, .data].contains(event.kind))
      }
    }
    #expect(handset.configuration.ledger.counts == (0, 0), "it has no id, so nothing of it is remembered")
    // An escape spells the same word.
    #expect(try decide(Body.call().replacing("\"call\",", with: #""cal\u006c","#)).told == "report call")
  }

  @Test func showsAMessageOnce() throws {
    #expect(try decide(Body.message()).told == "notify notification")
    #expect(try decide(Body.message()).told == "suppress duplicate")
    #expect(
      try decide(Body.message(Body.id.uppercased(), notification: #"{"title":"new"}"#)).told == "suppress duplicate")
    #expect(try decide(Body.message(Body.otherID)).told == "notify notification")
    #expect(handset.configuration.ledger.counts == (calls: 0, ids: 2))
  }

  @Test func handsDataOverOnce() throws {
    let decision = try decide(Body.data(data: #"{"room":7,"nothing":null,"ratio":1.5,"list":[1,null]}"#))
    #expect(decision.told == "suppress data" && decision.shown == nil)
    // Data need not fit a property list: it goes to the extension's own code.
    #expect(
      decision.data == ["room": 7, "nothing": .null, "ratio": .number(1.5), "list": [1, .null]])
    let copy = try decide(Body.data())
    #expect(copy.told == "suppress duplicate" && copy.data == nil && copy.event?.event?.data == ["room": 7])
    let late = try decide(Body.data(Body.otherID), at: 60_001)
    #expect(late.told == "suppress expired" && late.data == nil)
    #expect(try decide(Body.data(Body.id(1)).replacing(#","data":{"room":7}"#, with: "")).told == "suppress data")
  }

  /// One identity whatever it is: a message and data of one id are one event; a call of that id is another matter.
  @Test func keepsIdsOfMessagesApartFromCalls() throws {
    #expect(try decide(Body.message()).told == "notify notification")
    #expect(try decide(Body.data()).told == "suppress duplicate")
    #expect(try decide(Body.call()).told == "report call")
    #expect(try decide(Body.end("cancelled", Body.otherID)).told == "notify missed")
    #expect(try decide(Body.data(Body.otherID)).told == "suppress data")
    #expect(handset.configuration.ledger.counts == (calls: 2, ids: 2))
  }

  @Test func expiresToTheMillisecondAndBeforeItIsADuplicate() throws {
    for (body, told) in [(Body.message(), "notify notification"), (Body.data(Body.otherID), "suppress data")] {
      let late = try decide(body, at: 60_001)
      #expect(late.told == "suppress expired" && late.data == nil)
      // What came too late was not shown, so it is not a duplicate when the clock is put right.
      #expect(try decide(body, at: 60_000).told == told)
      #expect(try decide(body, at: 60_001).told == "suppress expired")
      #expect(try decide(body, at: -1).told == "suppress duplicate")
    }
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max]) func takesAnyClock(now: Int64) throws {
    let now = UnixTime(milliseconds: now)
    let isPast = now > at(60_000)
    #expect(
      handset.filter.decide(try handset.push(Body.message()), now: now).told
        == (isPast ? "suppress expired" : "notify notification"))
  }

  /// An id counts only together with who sent it: no sender silences what another one says.
  @Test func twoSendersWithOneIDAreTwoEvents() throws {
    let open = handset.adjusted { $0.policy.acceptsUnsigned = true }
    for body in [Body.message(), Body.data(Body.otherID)] {
      for author in [Handset.Author.sender, .friend, .nobody] {
        let first = open.filter.decide(try open.push(body, by: author), now: at(0))
        #expect(first.reason == .notification || first.reason == .data, "\(author)")
        #expect(open.filter.decide(try open.push(body, by: author), now: at(0)).told == "suppress duplicate")
      }
      // All those that nobody trusted has signed are one sender: none.
      #expect(open.filter.decide(try open.push(body, by: .stranger), now: at(0)).told == "suppress duplicate")
    }
  }
}
