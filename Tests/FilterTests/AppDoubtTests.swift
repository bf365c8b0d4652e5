import Foundation
import Testing

@testable import Filter

/// What the app's reader does where it cannot believe what it gets: anyone with the VoIP token can send it.
struct AppDoubtTests {
  private let handset: Handset

  init() throws { handset = try Handset() }

  private func payload(_ sealed: Any?) -> [AnyHashable: Any] {
    var payload: [AnyHashable: Any] = ["callseal": 1, "aps": [String: Any]()]
    if let sealed { payload["sealed"] = sealed }
    return payload
  }

  /// The clear members of a good call.
  private static func clear(_ id: String = Body.id) -> [AnyHashable: Any] {
    [
      "callseal": 1, "id": id, "handle": "+14155550123", "handleType": "phone", "name": "Ann Example", "video": true,
      "sent": Int(Body.start), "expires": Int(Body.start + 45_000),
    ]
  }

  private func wrong() throws -> [(String, [AnyHashable: Any])] {
    let good = try handset.seal(Body.call())
    var flipped = try handset.envelope(Body.call()).bytes
    flipped[300] ^= 1
    var clearAndGarbage = Self.clear()
    clearAndGarbage["sealed"] = "garbage"
    var laterVersion = payload(good)
    laterVersion["callseal"] = 2
    return [
      ("mark alone", ["callseal": 1]), ("a later mark", laterVersion),
      ("mark as text", ["callseal": "1", "sealed": good]),
      ("mark as null", ["callseal": NSNull(), "sealed": good]), ("mark as a list", ["callseal": [1], "sealed": good]),
      ("mark as nothing", ["callseal": Optional<Int>.none as Any, "sealed": good]),
      ("sealed is null", payload(NSNull())), ("sealed is a number", payload(7)),
      ("sealed is data", payload(Data(good.utf8))),
      ("sealed is empty", payload("")), ("sealed is garbage", payload("garbage")),
      ("too long", payload(good + good + good + good + good + good + good)),
      ("another version", payload(text([2, 1]))), ("a flipped bit", payload(text(flipped))),
      ("unknown key", payload(try Handset().seal(Body.call()))),
      ("another audience", payload(try handset.envelope(Body.call(), audience: "com.example.other").text)),
      ("unsigned", payload(try handset.seal(Body.call(), by: .nobody))),
      ("unknown sender", payload(try handset.seal(Body.call(), by: .stranger))),
      ("body that is no event", payload(try handset.seal("{}"))),
      ("unknown kind", payload(try handset.seal(#"{"kind":"new"}"#))),
      ("a message", payload(try handset.seal(Body.message()))), ("data", payload(try handset.seal(Body.data()))),
      ("clear members", Self.clear()), ("clear members and garbage", clearAndGarbage),
    ]
  }

  /// Anything wrong: reported under a fresh id and ended as failed; nothing where nothing need be reported.
  @Test func whatIsWrongFailsUnderAFreshID() throws {
    let payloads = try wrong()
    #expect(payloads.count == 24)
    var ids: Set<String> = [Body.id]
    for (id, payload) in payloads {
      for _ in 0..<2 {
        let phantom = try #require(handset.app.read(payload, now: at(0)).phantom, "\(id)")
        #expect(phantom.reason == .failed && phantom.missedCall == nil, "\(id)")
        #expect(ids.insert(phantom.id.description).inserted, "\(id): an id that was used before")
      }
      #expect(handset.app.read(payload, mustReport: false, now: at(0)) == .nothingToReport(missedCall: nil), "\(id)")
    }
    #expect(handset.configuration.ledger.counts == (0, 0), "none of them leaves a trace")
    #expect(handset.app.read(payload(try handset.seal(Body.call())), now: at(0)).told == "ring")
  }

  /// A phantom's id is a random UUID (RFC 9562 §5.4), so that its end can never be the end of a call that lives.
  @Test func freshIDsAreRandom() throws {
    var ids: Set<String> = []
    for _ in 0..<500 {
      let id = try #require(handset.app.read(["callseal": 1]).phantom?.id.description)
      #expect(UUID(uuidString: id) != nil)
      #expect(
        id[id.index(id.startIndex, offsetBy: 14)] == "4" && "89ab".contains(id[id.index(id.startIndex, offsetBy: 19)]))
      ids.insert(id)
    }
    #expect(ids.count == 500)
  }

  @Test func nothingIsReportedWhereTheSystemSaysSo() throws {
    func read(_ body: String, at time: Int64) throws -> IncomingPush {
      handset.app.read(payload(try handset.seal(body)), mustReport: false, now: at(time))
    }
    // A call that rings still rings, and a missed call is still owed.
    #expect(try read(Body.call(), at: 0).told == "ring")
    #expect(try read(Body.call(Body.otherID), at: 90_001).told == "nothing missed")
    #expect(try read(Body.call(Body.otherID), at: 90_001).told == "nothing")
    #expect(try read(Body.end("cancelled", Body.id(1)), at: 0).told == "nothing missed")
    #expect(try read(Body.end("answered-elsewhere", Body.id(2)), at: 0).told == "nothing")
    #expect(handset.app.read([:], mustReport: false) == .notOurs)
  }

  @Test func whatIsNotOursIsTheAppsOwn() throws {
    let good = try handset.seal(Body.call())
    for payload in [[:], ["aps": [String: Any]()], ["sealed": good], ["CallSeal": 1, "sealed": good], [1: 1]]
      as [[AnyHashable: Any]]
    {
      #expect(handset.app.read(payload) == .notOurs)
      #expect(handset.app.read(payload, mustReport: false) == .notOurs)
    }
  }

  /// The policy's own check holds for the app as well.
  @Test func asksThePolicy() throws {
    let picky = handset.adjusted { $0.policy.accepts = { $0.event?.id.description != Body.id } }
    for body in [Body.call(), Body.end("cancelled")] {
      #expect(picky.app.read(payload(try handset.seal(body)), now: at(0)).told == "end failed")
    }
    #expect(picky.configuration.ledger.counts == (0, 0))
    #expect(picky.app.read(payload(try handset.seal(Body.call(Body.otherID))), now: at(0)).told == "ring")
    let open = handset.adjusted { $0.policy.acceptsUnsigned = true }
    let call = try #require(open.app.read(payload(try handset.seal(Body.call(), by: .nobody)), now: at(0)).call)
    #expect(call.sender == nil && call.recipient == handset.device.publicKey.thumbprint)
  }

  /// Members beside the envelope are not believed, whatever they are: the sealed ones count.
  @Test func forgedMembersAreNotBelieved() throws {
    let forged: [(String, Any)] = [
      ("id", Body.otherID), ("handle", "+19005550199"), ("handleType", "email"), ("name", "Mallory"), ("video", false),
      ("sent", 0), ("expires", Int.max), ("sender", "x"), ("recipient", "x"), ("data", ["room": 666]), ("aps", 7),
      ("id", NSNull()), ("expires", "soon"), ("data", NSNull()), ("name", Optional<String>.none as Any),
    ]
    let good = payload(try handset.seal(Body.call(data: #"{"room":7}"#)))
    let expected = try #require(handset.app.read(good, now: at(0)).call)
    var all = good
    for (name, value) in forged {
      var one = good
      one[name] = value
      all[name] = value
      #expect(handset.app.read(one, now: at(0)).call == expected, "\(name)")
    }
    #expect(handset.app.read(all, now: at(0)).call == expected)
    // Nor does a forged `expires` keep a late call alive, or the forged id of another one end it.
    let other = handset.remembering(in: .inMemory())
    #expect(other.app.read(all, now: at(90_001)).told == "end unanswered missed")
    #expect(handset.configuration.ledger.counts == (1, 0))
  }

  // MARK: Keys that cannot be read now

  private var locked: Handset { handset.adjusted { $0.keys = KeySource { _ in .unavailable() } } }

  /// A locked phone: clear members are believed for a call that the extension has claimed or reported, and no other.
  @Test(arguments: CallRow.all.filter { $0.id.hasSuffix(", call") }) func whileTheKeysAreLocked(row: CallRow) throws {
    let phone = handset.remembering(in: .inMemory()).adjusted { $0.policy.refusal = row.refusal }
    var story = Story(phone)
    for step in row.path { _ = try story.play(step) }
    var dictionary = Self.clear()
    dictionary["expires"] = Int(Body.start + 60_000)
    dictionary["sealed"] = try handset.seal(Body.call())
    dictionary["sender"] = "whoever"
    let noKeys = phone.adjusted { $0.keys = KeySource { _ in .unavailable() } }
    let noTrust = phone.adjusted { $0.senders = KeySource { _ in .unavailable() } }
    for set in [noKeys, noTrust] {
      let read = set.app.read(dictionary, now: at(80_000))
      switch row.known {
      case "claimed", "claimed shown", "reported", "reported shown":
        let call = try #require(read.call, "\(row.id)")
        #expect(call.sender == nil && call.recipient == nil && call.data == nil && call.id.description == Body.id)
        #expect(story.known.hasPrefix("reported"), "under the sender that the ledger has it by")
        #expect(phone.configuration.ledger.counts == (1, 0))
      // Over since the extension reported it; an end alone says nothing of who called.
      case _ where row.id.hasPrefix("ended, after its report was accepted"):
        #expect(read.phantom?.reason == .remoteEnded)
      default:
        #expect(read.phantom?.reason == .failed && read.phantom?.missedCall == nil, "\(row.id): \(read)")
        #expect(story.known == row.known)
      }
      #expect(read.phantom?.id.description != Body.id)
    }
  }

  @Test func aLockedPhoneTellsLateFromInTime() throws {
    let report = try #require(handset.filter.decide(try handset.push(Body.call()), now: at(0)).claim)
    #expect(locked.app.read(report.payload.dictionary, now: at(90_001)).told == "end unanswered missed")
    let other = try #require(handset.filter.decide(try handset.push(Body.call(Body.otherID)), now: at(0)).claim)
    let call = try #require(locked.app.read(other.payload.dictionary, now: at(90_000)).call)
    // It is the same call in the ledger: its end is seen, and it can be ended.
    #expect(locked.app.end(of: call) == nil)
    #expect(
      handset.filter.decide(try handset.push(Body.end("declined-elsewhere", Body.otherID)), now: at(1)).told
        == "suppress ended")
    #expect(locked.app.end(of: call) == .declinedElsewhere)
    #expect(locked.app.markEnded(call, isMissed: true)?.body == "Ann Example")
  }

  @Test func aLockedPhoneBelievesNoBrokenMembers() throws {
    let report = try #require(handset.filter.decide(try handset.push(Body.call()), now: at(0)).claim)
    let good = report.payload.dictionary
    for (name, value) in [
      ("id", Body.otherID), ("id", "x"), ("id", NSNull()), ("handle", " "), ("handle", 7), ("handleType", NSNull()),
      ("sent", "x"), ("sent", -1), ("sent", 1.5), ("expires", 0), ("expires", NSNull()), ("expires", Int.max),
    ] as [(String, Any)] {
      var broken = good
      broken[name] = value
      #expect(locked.app.read(broken, now: at(1)).told == "end failed", "\(name): \(value)")
    }
    for name in ["id", "handle", "handleType", "sent", "expires"] {
      var broken = good
      broken[name] = nil
      #expect(locked.app.read(broken, now: at(1)).told == "end failed", "\(name)")
    }
    // An envelope that cannot be one is wrong however locked the phone is.
    for sealed in ["garbage", text([2]), 7] as [Any] {
      var broken = good
      broken["sealed"] = sealed
      #expect(locked.app.read(broken, now: at(1)).told == "end failed")
    }
    // Not more than 180 s, here too.
    var long = good
    long["expires"] = Int(Body.start + 900_000)
    #expect(locked.app.read(long, now: at(225_001)).told == "end unanswered missed")
  }

  // MARK: Calls in the clear

  @Test func callsInTheClearAreThePolicys() throws {
    let open = handset.adjusted { $0.policy.acceptsCallsInTheClear = true }
    #expect(handset.app.read(Self.clear(), now: at(0)).told == "end failed")
    let call = try #require(open.app.read(Self.clear(), now: at(0)).call)
    #expect(call.id.description == Body.id && call.sender == nil && call.recipient == nil && call.data == nil)
    #expect(call.handle.value == "+14155550123" && call.name == "Ann Example" && call.isVideo)
    #expect(open.configuration.ledger.known(Body.id, nil) == "reported")
    #expect(open.app.read(Self.clear(Body.otherID), now: at(90_001)).told == "end unanswered missed")
    // It is nobody's call: no sender's call of that id is touched, and nobody else can end it.
    #expect(open.filter.decide(try handset.push(Body.end("cancelled")), now: at(0)).told == "notify missed")
    #expect(open.app.end(of: call) == nil)
    // With an envelope beside them the members are not believed, even where they would be without.
    for sealed in ["garbage", NSNull(), 7, try handset.seal(Body.call(), by: .stranger)] as [Any] {
      var both = Self.clear(Body.id(1))
      both["sealed"] = sealed
      #expect(open.app.read(both, now: at(0)).told == "end failed")
    }
  }
}
