import Testing

@testable import Filter

/// Both sides of every limit, to the millisecond.
struct TimeLimitTests {
  private static let day: Int64 = 86_400_000

  private func told(_ now: UnixTime, tolerance: Int64? = nil) throws -> String {
    try told(Body.call(), now, tolerance: tolerance)
  }

  private func told(_ body: String, _ now: UnixTime, tolerance: Int64? = nil) throws -> String {
    let handset = try Handset { if let tolerance { $0.policy.tolerance = tolerance } }
    return handset.filter.decide(try handset.push(body), now: now).told
  }

  @Test func ringsUntilTheToleranceIsOver() throws {
    #expect(try told(at(75_000)) == "report call")
    #expect(try told(at(75_001)) == "notify expired")
    #expect(try told(at(45_000), tolerance: 0) == "report call")
    #expect(try told(at(45_001), tolerance: 0) == "notify expired")
    #expect(try told(at(45_001), tolerance: 1) == "report call")
    // Less than none is none, and more than there is is all there is.
    #expect(try told(at(45_000), tolerance: -1) == "report call")
    #expect(try told(at(45_001), tolerance: .min) == "notify expired")
    #expect(try told(UnixTime(milliseconds: .max), tolerance: .max) == "report call")
  }

  @Test func ringsWhenSentADayAheadAtMost() throws {
    #expect(try told(at(-Self.day)) == "report call")
    #expect(try told(at(-Self.day - 1)) == "notify expired")
    let soon = Body.call(sent: 1, expires: 2)
    #expect(try told(soon, at(1 - Self.day)) == "report call")
    #expect(try told(soon, at(-Self.day)) == "notify expired")
  }

  @Test func takesAnyClock() throws {
    let times: [(Int64, String)] = [
      (.min, "notify expired"), (.min + 1, "notify expired"), (-1, "notify expired"), (0, "notify expired"),
      (.max - 1, "notify expired"), (.max, "notify expired"),
    ]
    for (now, expected) in times { #expect(try told(UnixTime(milliseconds: now)) == expected, "\(now)") }
    // The ends of what a body can say.
    let last =
      #"{"kind":"call","id":"\#(Body.id)","sent":9007199254740990,"expires":9007199254740991,"#
      + #""call":{"handle":{"type":"generic","value":"x"}}}"#
    let limit: Int64 = 9_007_199_254_740_991
    #expect(try told(last, UnixTime(milliseconds: limit + 30_000)) == "report call")
    #expect(try told(last, UnixTime(milliseconds: limit + 30_001)) == "notify expired")
    #expect(try told(last, UnixTime(milliseconds: limit - 1 - Self.day)) == "report call")
    #expect(try told(last, UnixTime(milliseconds: limit - 2 - Self.day)) == "notify expired")
    #expect(try told(last, UnixTime(milliseconds: .max), tolerance: .max) == "report call")
    let first = last.replacing("9007199254740990", with: "0").replacing("9007199254740991", with: "1")
    #expect(try told(first, UnixTime(milliseconds: .min)) == "notify expired")
    #expect(try told(first, UnixTime(milliseconds: -Self.day)) == "report call")
    #expect(try told(first, UnixTime(milliseconds: -Self.day - 1)) == "notify expired")
  }

  /// A call lives at most 180 s, whatever it says.
  @Test func shortensACallThatLivesTooLong() throws {
    for expires in [180_000, 180_001, 3_600_000, 9_000_000_000_000_000 - Body.start] as [Int64] {
      let body = Body.call(expires: expires)
      #expect(try told(body, at(210_000)) == "report call", "\(expires)")
      #expect(try told(body, at(210_001)) == "notify expired", "\(expires)")
      let handset = try Handset()
      let decision = handset.filter.decide(try handset.push(body), now: at(0))
      #expect(decision.event?.event?.expires == at(180_000))
      #expect(decision.claim?.payload.members["expires"] == .integer(Body.start + 180_000))
    }
    #expect(try told(Body.call(expires: 179_999), at(209_999)) == "report call")
    #expect(try told(Body.call(expires: 179_999), at(210_000)) == "notify expired")
  }

  /// A claim lapses at 10 s exactly, either way round, since clocks are set back as well.
  @Test(
    arguments: [
      (30_000, 30_000, false), (30_000, 39_999, false), (30_000, 40_000, true), (30_000, 40_001, true),
      (30_000, 20_001, false), (30_000, 20_000, true), (30_000, 19_999, true), (30_000, 29_999, false),
      (30_000, -86_400_000, true),
    ] as [(Int64, Int64, Bool)]) func claimsLapse(claimed: Int64, now: Int64, isOpen: Bool) throws
  {
    let handset = try Handset()
    let push = try handset.push(Body.call())
    #expect(handset.filter.decide(push, now: at(claimed)).told == "report call")
    #expect(handset.filter.decide(push, now: at(now)).told == (isOpen ? "report call" : "suppress duplicate"))
    // A copy that rings is a claim anew, from its own time.
    if isOpen {
      #expect(handset.filter.decide(push, now: at(now)).told == "suppress duplicate")
      #expect(handset.app.lapsedClaims(now: at(now + 9_999)) == [])
      #expect(handset.app.lapsedClaims(now: at(now + 10_000)).map(\.description) == [Body.id])
    }
  }

  @Test func claimsLapseAtTheEndsOfTime() throws {
    let handset = try Handset { $0.policy.tolerance = .max }
    let push = try handset.push(Body.call())
    #expect(handset.filter.decide(push, now: UnixTime(milliseconds: .max)).told == "report call")
    #expect(handset.filter.decide(push, now: UnixTime(milliseconds: .max - 9_999)).told == "suppress duplicate")
    #expect(handset.filter.decide(push, now: UnixTime(milliseconds: .min)).told == "notify expired")
    #expect(handset.filter.decide(push, now: UnixTime(milliseconds: .max)).told == "report call")
    #expect(handset.app.lapsedClaims(now: UnixTime(milliseconds: .min)).count == 1)
  }

  /// The clock is what a configuration says, unless the caller says more.
  @Test func asksTheInjectedClock() throws {
    let time = Box<Int64>(75_001)
    let handset = try Handset { $0.clock = { at(time.value) } }
    let push = try handset.push(Body.call())
    #expect(handset.filter.decide(push).told == "notify expired")
    time.change { $0 = 75_000 }
    #expect(handset.filter.decide(push).told == "report call")
    #expect(handset.app.lapsedClaims() == [])
    time.change { $0 = 85_000 }
    #expect(handset.app.lapsedClaims().count == 1)
    #expect(handset.filter.decide(push, now: at(0)).told == "report call")
  }
}
