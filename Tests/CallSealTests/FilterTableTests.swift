import SealCrypto
import SealEnvelope
import Testing

@testable import callseal

/// The rows of the format's table (§5), through the command line.
struct FilterTableTests {
  /// What a phone has seen of a call, and the milliseconds that have gone by since.
  enum Known: String, CaseIterable {
    case nothing, claimed, lapsed, reported, refused, failed, late
    case endedMissed = "ended, missed"
    case endedReported = "ended, reported"

    func bring(_ phone: Phone) throws -> Int64 {
      switch self {
      case .nothing: return 0
      case .claimed, .lapsed:
        #expect(try phone.gets(Phone.call(), settling: "none").verdict == "report, call")
        return self == .claimed ? 9_999 : 10_000
      case .reported: #expect(try phone.gets(Phone.call())["settled"] == .null)
      case .refused, .failed:
        let decision = try phone.gets(Phone.call(), settling: rawValue)
        guard case .object(let shown) = decision["settled"] else {
          Issue.record("nothing shown")
          return 0
        }
        #expect(shown["title"] == "Missed call" && shown["body"] == "Ada")
        #expect(shown == (try phone.otherwise(decision)))
      case .late: #expect(try phone.gets(Phone.call(), at: Phone.start + 75_001).verdict == "notify, expired")
      case .endedMissed: #expect(try phone.gets(Phone.end("cancelled")).verdict == "notify, missed")
      case .endedReported:
        #expect(try phone.gets(Phone.call()).verdict == "report, call")
        #expect(try phone.gets(Phone.end("cancelled")).verdict == "suppress, ended")
      }
      return 0
    }
  }

  enum Arriving: String, CaseIterable {
    case inTime = "call in time"
    case outOfTime = "call out of time"
    case cancelled, failed
    case answeredElsewhere = "answered-elsewhere"
    case declinedElsewhere = "declined-elsewhere"

    func push() throws -> String {
      switch self {
      case .inTime: try Phone.call(sent: Phone.start + 1)
      case .outOfTime: try Phone.call(sent: Phone.start - 100_000)
      default: try Phone.end(rawValue)
      }
    }
  }

  static func verdict(_ known: Known, _ arriving: Arriving) -> String {
    let wasShown = [.refused, .failed, .late, .endedMissed].contains(known)
    switch arriving {
    case .inTime:
      switch known {
      case .endedMissed, .endedReported: return "suppress, ended"
      case .nothing, .lapsed, .late, .failed: return "report, call"
      case .claimed, .reported, .refused: return "suppress, duplicate"
      }
    case .outOfTime:
      switch known {
      case .endedMissed, .endedReported: return "suppress, ended"
      case .nothing, .lapsed: return "notify, expired"
      case .claimed, .reported, .refused, .failed, .late: return "suppress, duplicate"
      }
    case .cancelled, .failed:
      return [.nothing, .claimed, .lapsed].contains(known) ? "notify, missed" : "suppress, ended"
    case .answeredElsewhere, .declinedElsewhere:
      return wasShown ? "suppress, ended, withdraw" : "suppress, ended"
    }
  }

  @Test(arguments: Known.allCases, Arriving.allCases)
  func row(_ known: Known, _ arriving: Arriving) throws {
    let phone = try Phone()
    let now = Phone.start + (try known.bring(phone))
    #expect(try phone.gets(arriving.push(), at: now).verdict == Self.verdict(known, arriving))
    // The state afterwards: an end stays, a missed call is shown once, and whatever rang does not ring again.
    let next = try phone.gets(Arriving.inTime.push(), at: now).verdict
    switch (known, arriving) {
    case (_, .cancelled), (_, .failed), (_, .answeredElsewhere), (_, .declinedElsewhere), (.endedMissed, _),
      (.endedReported, _):
      #expect(next == "suppress, ended")
    case (.late, .outOfTime), (.failed, .outOfTime), (.nothing, .outOfTime), (.lapsed, .outOfTime):
      #expect(next == "report, call")
    default: #expect(next == "suppress, duplicate")
    }
  }

  /// Who has been told of a missed call is not told again when the copy that rings is refused.
  @Test func settlingShowsOneMissedCall() throws {
    let phone = try Phone()
    #expect(try phone.gets(Phone.call(), at: Phone.start + 75_001).verdict == "notify, expired")
    let decision = try phone.gets(Phone.call(), settling: "refused")
    #expect(decision.verdict == "report, call")
    #expect(decision["settled"] == .null)
  }

  static let clocks: [(now: Int64, verdict: String)] = [
    (75_000, "report, call"), (75_001, "notify, expired"), (-86_400_000, "report, call"),
    (-86_400_001, "notify, expired"),
  ]

  @Test(arguments: clocks.indices)
  func timesAreExact(_ index: Int) throws {
    let (now, verdict) = Self.clocks[index]
    #expect(try Phone().gets(Phone.call(), at: Phone.start + now).verdict == verdict)
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func anyClockIsTaken(_ now: Int64) throws {
    #expect(try Phone().gets(Phone.call(), at: now).verdict == "notify, expired")
  }

  @Test(arguments: [("notification", "notify, notification"), ("data", "suppress, data")])
  func othersComeOnceAndNotLate(_ kind: String, _ verdict: String) throws {
    let phone = try Phone()
    #expect(try phone.gets(Phone.other(kind), at: Phone.start + 1001).verdict == "suppress, expired")
    let decision = try phone.gets(Phone.other(kind), at: Phone.start + 1000)
    #expect(decision.verdict == verdict)
    if kind == "data" { #expect(decision["data"] == ["a": 1]) }
    #expect(try phone.gets(Phone.other(kind)).verdict == "suppress, duplicate")
    #expect(try phone.gets(Phone.other(kind, id: Phone.id.uppercased())).verdict == "suppress, duplicate")
  }

  @Test func whatNeedsNoLedger() throws {
    let phone = try Phone()
    let text = try Sealing.text("{}")
    var bytes = try Base64URL.decode(Array(text.utf8).memory.span, .exact)
    bytes[0] = 2
    let rows = [
      (#"{}"#, "pass-through, not-sealed"), (#"{"aps":{"alert":"x"},"Sealed":"AQ"}"#, "pass-through, not-sealed"),
      (#"{"sealed":null}"#, "notify, malformed"), (#"{"sealed":1}"#, "notify, malformed"),
      (#"{"sealed":1.5}"#, "notify, malformed"), (#"{"sealed":true}"#, "notify, malformed"),
      (#"{"sealed":["AQ"]}"#, "notify, malformed"), (#"{"sealed":{}}"#, "notify, malformed"),
      (#"{"sealed":""}"#, "notify, malformed"), (Sealing.push(text + "A"), "notify, malformed"),
      (Sealing.push(Base64URL.encode(bytes.memory.span)), "notify, unsupported-version"),
      (Sealing.push(try Sealing.text("{}", to: Keys.otherDevice)), "notify, unknown-key"),
      (Sealing.push(try Sealing.text("{")), "notify, open-failed"),
      (Sealing.push(try Sealing.text("{}", audience: "a.b")), "notify, open-failed"),
      (Sealing.push(try Sealing.text("{}", by: nil)), "notify, untrusted-sender"),
      (Sealing.push(try Sealing.text("{}", by: Keys.stranger)), "notify, untrusted-sender"),
      (Sealing.push(try Sealing.text(#"{"kind":"call2"}"#)), "notify, unknown-kind"),
    ]
    for (push, verdict) in rows {
      let decision = try phone.gets(push)
      #expect(decision.verdict == verdict, "\(push.prefix(60))")
      let isFallback = verdict.hasPrefix("notify")
      #expect(decision["content"] == (isFallback ? ["title": "New activity", "body": "Open the app to see it."] : nil))
      #expect((decision["event"] != nil) == verdict.hasSuffix("unknown-kind"))
    }
    #expect(!phone.scratch.exists("ledger"))
  }
}

extension Phone {
  fileprivate func otherwise(_ decision: JSONObject) throws -> JSONObject {
    guard case .object(let otherwise) = decision["otherwise"] else { return [:] }
    return otherwise
  }
}
