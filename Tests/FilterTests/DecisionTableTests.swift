import Filter
import Foundation
import Seal
import TestSupport
import Testing

/// The rows of the format's table (§5) about calls: a state reached by real pushes, what arrives, what comes of it, and
/// the state afterwards, seen by what a copy in time and an end then come to.
struct DecisionTableTests {
  /// A step: what arrives, `time` milliseconds after the call was sent.
  enum Step: Sendable, CustomStringConvertible {
    case call(Int64)
    case end(Event.CallEnd.Reason)
    case settle(CallReport.Outcome)

    var description: String {
      switch self {
      case .call(let time): "call@\(time)"
      case .end(let reason): "end:\(reason.rawValue)"
      case .settle(let outcome): "settle:\(outcome.rawValue)"
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let before: [Step]
    let arrives: Step
    let gives: String
    /// What a copy of the call, in time and 100 s later, comes to afterwards; it tells the states apart.
    let thenCall: String
    /// What a cancelled end, instead of that, comes to.
    let thenEnd: String
    var testDescription: String { id }
  }

  static let late: Int64 = 75_001  // 45 s, the tolerance of 30 s, and one more
  static let missed = "notify, missed"

  static let rows: [Row] = [
    Row(
      id: "call-nothing", before: [], arrives: .call(0), gives: "report, call", thenCall: "report, call",
      thenEnd: missed),
    Row(
      id: "call-claimed", before: [.call(0)], arrives: .call(9_999), gives: "suppress, duplicate",
      thenCall: "report, call",
      thenEnd: missed),
    Row(
      id: "call-lapsed", before: [.call(0)], arrives: .call(10_000), gives: "report, call", thenCall: "report, call",
      thenEnd: missed),
    Row(
      id: "call-lapsed-backwards", before: [.call(20_000)], arrives: .call(10_000), gives: "report, call",
      thenCall: "report, call", thenEnd: missed),
    Row(
      id: "call-reported", before: [.call(0), .settle(.accepted)], arrives: .call(20_000), gives: "suppress, duplicate",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "call-refused", before: [.call(0), .settle(.refused)], arrives: .call(20_000), gives: "suppress, duplicate",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "call-late", before: [.call(late)], arrives: .call(20_000), gives: "report, call", thenCall: "report, call",
      thenEnd: "suppress, ended"),
    Row(
      id: "call-failed", before: [.call(0), .settle(.failed)], arrives: .call(1), gives: "report, call",
      thenCall: "report, call", thenEnd: "suppress, ended"),
    Row(
      id: "call-ended", before: [.end(.cancelled)], arrives: .call(0), gives: "suppress, ended",
      thenCall: "suppress, ended",
      thenEnd: "suppress, ended"),
    Row(
      id: "late-nothing", before: [], arrives: .call(late), gives: "notify, expired", thenCall: "report, call",
      thenEnd: "suppress, ended"),
    Row(
      id: "late-lapsed", before: [.call(0)], arrives: .call(late), gives: "notify, expired", thenCall: "report, call",
      thenEnd: "suppress, ended"),
    Row(
      id: "late-lapsed-shown", before: [.call(late), .call(0)], arrives: .call(late), gives: "suppress, duplicate",
      thenCall: "report, call", thenEnd: "suppress, ended"),
    Row(
      id: "late-claimed", before: [.call(70_000)], arrives: .call(late), gives: "suppress, duplicate",
      thenCall: "report, call", thenEnd: missed),
    Row(
      id: "late-late", before: [.call(late)], arrives: .call(late), gives: "suppress, duplicate",
      thenCall: "report, call",
      thenEnd: "suppress, ended"),
    Row(
      id: "late-reported", before: [.call(0), .settle(.accepted)], arrives: .call(late), gives: "suppress, duplicate",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "end-nothing", before: [], arrives: .end(.cancelled), gives: missed, thenCall: "suppress, ended",
      thenEnd: "suppress, ended"),
    Row(
      id: "end-failed-nothing", before: [], arrives: .end(.failed), gives: missed, thenCall: "suppress, ended",
      thenEnd: "suppress, ended"),
    Row(
      id: "end-claimed", before: [.call(0)], arrives: .end(.cancelled), gives: missed, thenCall: "suppress, ended",
      thenEnd: "suppress, ended"),
    Row(
      id: "end-refused-shown", before: [.call(0), .settle(.refused)], arrives: .end(.cancelled),
      gives: "suppress, ended",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "end-reported", before: [.call(0), .settle(.accepted)], arrives: .end(.cancelled), gives: "suppress, ended",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "end-late-shown", before: [.call(late)], arrives: .end(.cancelled), gives: "suppress, ended",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "answered-nothing", before: [], arrives: .end(.answeredElsewhere), gives: "suppress, ended",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "answered-shown", before: [.call(late)], arrives: .end(.answeredElsewhere),
      gives: "suppress, ended, withdraw",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "declined-shown", before: [.end(.cancelled)], arrives: .end(.declinedElsewhere),
      gives: "suppress, ended, withdraw", thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "accepted", before: [.call(0)], arrives: .settle(.accepted), gives: "-", thenCall: "suppress, duplicate",
      thenEnd: "suppress, ended"),
    Row(
      id: "accepted-ended", before: [.call(0), .end(.cancelled)], arrives: .settle(.accepted), gives: "-",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "accepted-refused", before: [.call(0), .settle(.refused)], arrives: .settle(.accepted), gives: "-",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "refused-claimed", before: [.call(0)], arrives: .settle(.refused), gives: "missed call",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "refused-twice", before: [.call(0), .settle(.refused)], arrives: .settle(.refused), gives: "-",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "refused-reported", before: [.call(0), .settle(.accepted)], arrives: .settle(.refused), gives: "-",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "refused-ended", before: [.call(0), .end(.answeredElsewhere)], arrives: .settle(.refused), gives: "-",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
    Row(
      id: "refused-shown", before: [.call(late), .call(0)], arrives: .settle(.refused), gives: "-",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "failed-claimed", before: [.call(0)], arrives: .settle(.failed), gives: "missed call",
      thenCall: "report, call",
      thenEnd: "suppress, ended"),
    Row(
      id: "failed-shown", before: [.call(late), .call(0)], arrives: .settle(.failed), gives: "-",
      thenCall: "report, call",
      thenEnd: "suppress, ended"),
    Row(
      id: "failed-reported", before: [.call(0), .settle(.accepted)], arrives: .settle(.failed), gives: "-",
      thenCall: "suppress, duplicate", thenEnd: "suppress, ended"),
    Row(
      id: "failed-ended", before: [.call(0), .end(.cancelled)], arrives: .settle(.failed), gives: "-",
      thenCall: "suppress, ended", thenEnd: "suppress, ended"),
  ]

  @Test(arguments: rows, [false, true]) func givesWhatTheTableSays(row: Row, inFile: Bool) throws {
    for (probe, expected) in [(Step.call(100_000), row.thenCall), (.end(.cancelled), row.thenEnd)] {
      let folder = try TemporaryFolder()
      let phone = try Phone(ledger: inFile ? .file(folder["ledger"]) : .inMemory())
      var play = Play(phone)
      for step in row.before { _ = try play.run(step) }
      #expect(try play.run(row.arrives) == row.gives, "\(row.before) then \(row.arrives)")
      // The copy is a new offer with new times, so that it is in time whenever it comes.
      #expect(try play.run(probe, lifetime: 180_000) == expected, "afterwards, \(probe)")
    }
  }

  /// Plays steps on one phone.
  struct Play {
    let phone: Phone
    private var report: CallReport?

    init(_ phone: Phone) { self.phone = phone }

    mutating func run(_ step: Step, lifetime: Int64 = 45_000) throws -> String {
      switch step {
      case .call(let time):
        let sealed = try phone.seal(Phone.call(expires: lifetime))
        let decision = phone.filter.decide(Phone.push(sealed), now: Phone.at(time))
        report = decision.report ?? report
        return decision.outcome
      case .end(let reason):
        return phone.filter.decide(Phone.push(try phone.seal(Phone.end(reason))), now: Phone.at(1_000)).outcome
      case .settle(let outcome):
        let settlement = phone.filter.settle(try #require(report), outcome)
        #expect(settlement.ledgerIsAvailable)
        guard let content = settlement.content else { return "-" }
        #expect(content == report?.otherwise)
        return content.title == "Missed call" ? "missed call" : content.title
      }
    }
  }

  /// The policy that shows an incoming call for a refusal: the call's end still gives the missed call, once.
  @Test(arguments: [CallReport.Outcome.refused, .failed]) func incomingCallPolicyStillGivesTheMissedCall(
    outcome: CallReport.Outcome
  ) throws {
    let phone = try Phone { $0.policy.refusal = .incomingCall }
    var play = Play(phone)
    #expect(try play.run(.call(0)) == "report, call")
    #expect(try play.run(.settle(outcome)) == "Incoming call")
    #expect(try play.run(.end(.cancelled)) == "notify, missed")
    #expect(try play.run(.end(.cancelled)) == "suppress, ended")
  }

  @Test func settlesWhatNobodyKnows() throws {
    let elsewhere = try Phone()
    let report = try #require(
      elsewhere.filter.decide(Phone.push(try elsewhere.seal(Phone.call())), now: Phone.start).report)
    let phone = try Phone()
    #expect(phone.filter.settle(report, .refused).content?.title == "Missed call")
    #expect(phone.filter.settle(report, .refused).content == nil)
  }

  @Test func sendersDoNotTouchEachOthersCalls() throws {
    let other = try SenderPrivateKey.generate()
    var phone = try Phone()
    phone.configuration.senders = try KeySource([phone.sender.publicKey, other.publicKey])
    let filter = phone.filter
    #expect(filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start).outcome == "report, call")
    let end = try phone.seal(Phone.end(.answeredElsewhere), by: other)
    #expect(filter.decide(Phone.push(end), now: Phone.start).outcome == "suppress, ended")
    #expect(
      filter.decide(Phone.push(try phone.seal(Phone.call(expires: 180_000))), now: Phone.at(20_000)).outcome
        == "report, call")
    #expect(
      filter.decide(Phone.push(try phone.seal(Phone.message())), now: Phone.start).outcome == "notify, notification")
    #expect(
      filter.decide(Phone.push(try phone.seal(Phone.message(), by: other)), now: Phone.start).outcome
        == "notify, notification")
    #expect(
      filter.decide(Phone.push(try phone.seal(Phone.message())), now: Phone.start).outcome == "suppress, duplicate")
  }

  @Test func letterCaseDoesNotMakeTwoCalls() throws {
    let phone = try Phone()
    func body(_ id: String) -> String {
      #"{"kind":"call","id":"\#(id)","sent":1760000000000,"expires":1760000045000,"#
        + #""call":{"handle":{"type":"generic","value":"x"}}}"#
    }
    let upper = Phone.callID.uppercased()
    #expect(upper != Phone.callID)
    let first = phone.filter.decide(Phone.push(try phone.seal(body: body(upper))), now: Phone.start)
    let second = phone.filter.decide(Phone.push(try phone.seal(body: body(Phone.callID))), now: Phone.start)
    #expect(first.outcome == "report, call" && second.outcome == "suppress, duplicate")
    #expect(first.report?.payload.members["id"] == .string(Phone.callID))
  }
}
