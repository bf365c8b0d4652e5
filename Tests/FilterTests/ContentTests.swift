import Foundation
import Testing

@testable import Filter

/// What is shown: built from nothing, in the extension's own words.
struct ContentTests {
  private let handset: Handset

  init() throws { handset = try Handset() }

  private func shown(_ body: String, _ set: Handset? = nil, at time: Int64 = 0) throws -> NotificationContent {
    let set = (set ?? handset).remembering(in: .inMemory())
    return try #require(set.filter.decide(try set.push(body), now: at(time)).shown)
  }

  private func otherwise(_ body: String, _ set: Handset? = nil) throws -> NotificationContent {
    let set = (set ?? handset).remembering(in: .inMemory())
    return try #require(set.filter.decide(try set.push(body), now: at(0)).claim).otherwise
  }

  /// Whatever is shown, nothing of the push's own text is in it.
  @Test func nothingOfThePushSurvives() throws {
    let strict = handset.adjusted { $0.policy.requiresSealed = true }
    var contents = [
      try shown(Body.message()), try shown(Body.end("cancelled")), try shown(Body.call(), at: 80_000),
      try shown(#"{"kind":"new"}"#), try shown("{}"), try otherwise(Body.call()),
      try #require(strict.filter.decide(bait(nil)).shown),
    ]
    for sealed in [NSNull(), 7, "garbage", text([2]), ""] as [Any] {
      contents.append(try #require(handset.filter.decide(bait(sealed)).shown))
    }
    #expect(contents.count == 12)
    for content in contents {
      #expect(!"\(content)".contains("BAIT") && content.badge == nil && content.sound == nil, "\(content)")
    }
  }

  /// A title with nothing in it, as a missing translation is, would be a notification with nothing in it.
  @Test(arguments: ["", " \n", "\u{200b}"]) func aBlankTitleIsNotTaken(_ blank: String) throws {
    var set = handset
    set.configuration.wording.fallbackTitle = blank
    set.configuration.wording.fallbackBody = blank
    set.configuration.wording.missedCallTitle = blank
    set.configuration.wording.incomingCallTitle = blank
    set.configuration.policy.hidesCaller = true
    #expect(try shown("{}", set).title == "New activity")
    #expect(try shown(Body.end("cancelled"), set).title == "Missed call")
    set.configuration.policy.refusal = .incomingCall
    #expect(try otherwise(Body.call(), set).title == "Incoming call")
  }

  @Test func theFallbackIsOneConstant() throws {
    var set = handset
    set.configuration.wording.fallbackTitle = "Neues"
    set.configuration.wording.fallbackBody = "App öffnen"
    for (set, title, body) in [(handset, "New activity", "Open the app to see it."), (set, "Neues", "App öffnen")] {
      let strict = set.adjusted { $0.policy.requiresSealed = true }
      for push in [bait(nil), bait("garbage"), try set.push(#"{"kind":"new"}"#), try set.push("{}", by: .stranger)] {
        var expected = NotificationContent()
        (expected.title, expected.body) = (title, body)
        #expect(strict.filter.decide(push).shown == expected)
      }
    }
  }

  // MARK: Missed calls

  /// Name, else handle, else nothing: for the call that came too late, for its end, and for its refusal.
  @Test func aMissedCallNamesTheCaller() throws {
    let named = #"{"type":"phone","value":"+1 (415) 555-0123"}"#
    let cases: [(call: String, body: String, handle: String?, kind: String?)] = [
      (#""handle":\#(named),"name":"Ann Example""#, "Ann Example", "+14155550123", "phone"),
      (#""handle":\#(named),"name":" Ann\t\nExample\u202e ""#, "Ann Example", "+14155550123", "phone"),
      (#""handle":\#(named),"name":"""#, "+14155550123", "+14155550123", "phone"),
      (#""handle":\#(named),"name":" \u200b\u2060\u3164""#, "+14155550123", "+14155550123", "phone"),
      (#""handle":\#(named),"name":null"#, "+14155550123", "+14155550123", "phone"),
      (#""handle":\#(named)"#, "+14155550123", "+14155550123", "phone"),
      (#""handle":{"type":"email","value":"ann@example.com"}"#, "ann@example.com", "ann@example.com", "email"),
      (#""handle":{"type":"pigeon","value":" coo - (2) "}"#, "coo - (2)", "coo - (2)", "generic"),
    ]
    for (call, body, handle, kind) in cases {
      let contents = [
        try shown(Body.call(call: "{\(call)}"), at: 80_000), try otherwise(Body.call(call: "{\(call)}")),
        try shown(Body.end("cancelled", rest: ",\(call)")),
      ]
      for content in contents {
        #expect(content.title == "Missed call" && content.body == body && content.subtitle == "", "\(call)")
        #expect(content.category == "callseal.missed-call" && content.interruption == nil && content.relevance == nil)
        #expect(content.userInfo["id"] == .string(Body.id))
        #expect(content.userInfo["handle"] == handle.map { .string($0) })
        #expect(content.userInfo["handleType"] == kind.map { .string($0) })
        #expect(content.userInfo.members.count == 3 && content.thread?.isEmpty == false)
      }
    }
    for rest in ["", #","name":" ""#, #","handle":null"#, #","handle":{"type":"phone","value":" "}"#] {
      let bare = try shown(Body.end("cancelled", rest: rest))
      #expect(bare.title == "Missed call" && bare.body == "" && bare.thread == nil, "\(rest)")
      #expect(bare.userInfo == ["id": .string(Body.id)])
    }
    let nameAlone = try shown(Body.end("failed", rest: #","name":"Ann""#))
    #expect(nameAlone.body == "Ann" && nameAlone.thread == nil && nameAlone.userInfo.members.count == 1)
  }

  /// At most 64 graphemes of a name, and never half of one.
  @Test func aLongNameIsCut() throws {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}"
    let name = String(repeating: family, count: 64)
    let body = Body.call(call: #"{"handle":{"type":"generic","value":"x"},"name":"\#(name)\#(family)"}"#)
    let sealed = try handset.envelope(body, floor: .bytes2560).text
    #expect(try #require(handset.filter.decide(bait(sealed), now: at(80_000)).shown).body == name)
  }

  @Test func twoCallersNeverShareAThread() throws {
    func thread(_ kind: String, _ value: String) throws -> String? {
      try otherwise(Body.call(call: #"{"handle":{"type":"\#(kind)","value":"\#(value)"},"name":"Ann"}"#)).thread
    }
    let callers = [
      ("phone", "+14155550123"), ("phone", "+14155550124"), ("generic", "+14155550123"), ("email", "+14155550123"),
      ("email", "a@example.com"), ("generic", "a@example.com"), ("generic", "phone:+14155550123"),
    ]
    let threads = try callers.map { try #require(try thread($0.0, $0.1)) }
    #expect(Set(threads).count == callers.count, "\(threads)")
    #expect(try thread("phone", "+1 415-555.0123") == threads[0], "one caller, written otherwise")
    // The missed call, its end's and the refusal's are one conversation.
    #expect(try shown(Body.end("cancelled")).thread == otherwise(Body.call()).thread)
  }

  @Test func hiddenCallersAreNotNamed() throws {
    let hidden = handset.adjusted { $0.policy.hidesCaller = true }
    for refusal in [FilterPolicy.Refusal.missedCall, .incomingCall] {
      let set = hidden.adjusted { $0.policy.refusal = refusal }
      let contents = [
        try otherwise(Body.call(), set), try shown(Body.call(), set, at: 80_000), try shown(Body.end("failed"), set),
      ]
      for content in contents {
        let visible = [content.title, content.subtitle, content.body, content.thread ?? "", content.category ?? ""]
        #expect(visible.allSatisfy { !$0.contains("Ann") && !$0.contains("4155550123") }, "\(content)")
        #expect(content.body == "" && !content.title.isEmpty)
        // What a call-back needs is not shown, and is there.
        #expect(content.userInfo["handle"] == "+14155550123")
      }
    }
    // Notices alone: the payload and a message's own text are as they were.
    let claim = try #require(hidden.filter.decide(try hidden.push(Body.call()), now: at(0)).claim)
    #expect(claim.payload.members["name"] == "Ann Example" && claim.payload.members["handle"] == "+14155550123")
    #expect(try shown(Body.message(), hidden).title == "Ann")
  }

  @Test func wordsAreReplacedInOnePlace() throws {
    var set = handset
    set.configuration.wording.missedCallTitle = "Verpasster Anruf"
    set.configuration.wording.missedCallCategory = "missed"
    set.configuration.wording.incomingCallTitle = "Anruf"
    set.configuration.wording.incomingCallCategory = "incoming"
    #expect(try otherwise(Body.call(), set).title == "Verpasster Anruf")
    #expect(try shown(Body.end("cancelled"), set).category == "missed")
    let incoming = try otherwise(Body.call(), set.adjusted { $0.policy.refusal = .incomingCall })
    #expect(incoming.title == "Anruf" && incoming.category == "incoming")
  }

  // MARK: Refusals

  /// A missed call by default, or an incoming call that rings, for apps that cannot have the entitlement.
  @Test func whatARefusalShowsIsThePolicys() throws {
    let missed = try otherwise(Body.call())
    #expect(missed.title == "Missed call" && missed.sound == nil && missed.interruption == nil)
    let incoming = try otherwise(Body.call(), handset.adjusted { $0.policy.refusal = .incomingCall })
    #expect(incoming.title == "Incoming call" && incoming.body == "Ann Example")
    #expect(incoming.sound == .ringtone && incoming.interruption == .timeSensitive)
    #expect(incoming.category == "callseal.incoming-call" && incoming.thread == missed.thread)
    #expect(incoming.userInfo == missed.userInfo)
    // What was shown as incoming is missed in the end, in the words for that.
    let set = handset.adjusted { $0.policy.refusal = .incomingCall }
    let claim = try #require(set.filter.decide(try set.push(Body.call()), now: at(0)).claim)
    for outcome in [CallReport.Outcome.refused, .failed] {
      let other = set.remembering(in: .inMemory())
      #expect(other.filter.settle(claim, outcome).content == claim.otherwise)
    }
    #expect(set.filter.settle(claim, .refused).content == incoming)
    #expect(set.filter.decide(try set.push(Body.end("cancelled")), now: at(0)).shown == missed)
  }

  /// What settle shows is what the report said it would be.
  @Test func settleShowsWhatTheReportSaid() throws {
    for outcome in [CallReport.Outcome.accepted, .refused, .failed] {
      let set = handset.remembering(in: .inMemory())
      let claim = try #require(set.filter.decide(try set.push(Body.call()), now: at(0)).claim)
      let settlement = set.filter.settle(claim, outcome)
      #expect(settlement.content == (outcome == .accepted ? nil : claim.otherwise) && settlement.ledgerIsAvailable)
    }
  }

  // MARK: Notifications

  @Test func aNotificationIsWhatItsEventSays() throws {
    let content = try shown(
      Body.message(
        notification: #"""
          {"title":" Ann\u202e \t Example ","subtitle":"in\u0000side","body":"one \r\n two\u2028three\n","sound":"default",
           "thread":"room 7","category":"message","badge":0,"interruption":"time-sensitive","relevance":0.25,"new":1}
          """#, data: #"{"room":7,"nothing":null}"#))
    var expected = NotificationContent()
    (expected.title, expected.subtitle, expected.body) = ("Ann Example", "inside", "one\ntwo\nthree")
    (expected.sound, expected.thread, expected.category) = (.standard, "room 7", "message")
    (expected.badge, expected.interruption, expected.relevance) = (0, .timeSensitive, 0.25)
    expected.userInfo = ["id": .string(Body.id), "data": ["room": 7]]
    #expect(content == expected)
    for (word, level) in [("passive", "passive"), ("active", "active"), ("critical", "active"), ("", "active")] {
      let text = #"{"title":"x","interruption":"\#(word)","sound":"ding.caf","relevance":1}"#
      let content = try shown(Body.message(notification: text))
      #expect(content.interruption?.rawValue == level && content.sound == .named("ding.caf") && content.relevance == 1)
    }
    let least = try shown(Body.message(notification: #"{"body":"x"}"#))
    expected = NotificationContent()
    expected.body = "x"
    expected.userInfo = ["id": .string(Body.id)]
    #expect(least == expected)
  }

  /// `userInfo` is stored and crosses processes: whatever `data` held, it is a property list.
  @Test func userInfoIsAlwaysAPropertyList() throws {
    let data = #"""
      {"null":null,"list":[null,1,[null]],"whole":10.0,"ratio":-1.5e-7,"flag":false,"\u00e9":1,"e\u0301":2,"":{"":null},"n\u0000":"\u0000"}
      """#
    for content in [
      try shown(Body.message(data: data)), try shown(Body.message()), try shown(Body.end("cancelled")),
      try otherwise(Body.call(data: data)), try otherwise(Body.call()),
    ] {
      let userInfo = content.userInfo.propertyList
      #expect(PropertyListSerialization.propertyList(userInfo, isValidFor: .binary), "\(userInfo)")
      let binary = try PropertyListSerialization.data(fromPropertyList: userInfo, format: .binary, options: 0)
      let back = try PropertyListSerialization.propertyList(from: binary, format: nil) as? [String: Any]
      #expect(back?["id"] as? String == Body.id)
    }
  }
}
