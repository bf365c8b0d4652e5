import Testing

@testable import Filter

/// Each member of a body as each JSON type: §4 says which an event takes, and everything else makes it malformed.
struct BodyMemberTests {
  static let values = [#""x""#, "7", "1.5", "true", "null", "[]", "{}"]

  /// The part of a body that stands for a member's value, and which of `values` may stand there.
  struct Member: Sendable, CustomTestStringConvertible {
    let name: String
    let body: String
    let taken: Set<String>
    var told: String?
    var testDescription: String { name }

    /// The place of the value in `body`.
    static let place = "§"
  }

  private static func head(_ kind: String, id: String = #""\#(Body.id)""#, sent: String = "1", expires: String = "9")
    -> String
  {
    #"{"kind":\#(kind),"id":\#(id),"sent":\#(sent),"expires":\#(expires)"#
  }

  private static func call(_ call: String) -> String { head(#""call""#) + #","call":\#(call)}"# }
  private static func end(_ end: String) -> String { head(#""call-ended""#) + #","ended":\#(end)}"# }
  private static func message(_ text: String) -> String { head(#""notification""#) + #","notification":\#(text)}"# }

  private static let handle = #"{"type":"email","value":"a@example.com"}"#
  private static let string: Set = [#""x""#]
  private static let optionalString: Set = [#""x""#, "null"]
  private static let optionalObject: Set = ["{}", "null"]

  static let members: [Member] = [
    // An unknown kind is one, and no other member of it is looked at.
    Member(name: "kind", body: head("§") + "}", taken: string, told: "notify unknown-kind"),
    Member(name: "id", body: head(#""data""#, id: "§") + "}", taken: []),
    Member(name: "sent", body: head(#""data""#, sent: "§") + "}", taken: ["7"]),
    Member(name: "expires", body: head(#""data""#, expires: "§") + "}", taken: ["7"]),
    Member(name: "data", body: head(#""data""#) + #","data":§}"#, taken: optionalObject),
    Member(
      name: "call's data", body: call(#"{"handle":\#(handle)}"#).dropLast() + #","data":§}"#, taken: optionalObject),
    Member(name: "end's data", body: end(#"{"reason":"failed"}"#).dropLast() + #","data":§}"#, taken: optionalObject),
    Member(
      name: "notification's data", body: message(#"{"title":"x"}"#).dropLast() + #","data":§}"#,
      taken: optionalObject),

    Member(name: "call", body: call("§"), taken: []),
    Member(name: "call.handle", body: call(#"{"handle":§}"#), taken: []),
    Member(name: "call.handle.type", body: call(#"{"handle":{"type":§,"value":"a"}}"#), taken: string),
    Member(name: "call.handle.value", body: call(#"{"handle":{"type":"phone","value":§}}"#), taken: string),
    Member(name: "call.name", body: call(#"{"handle":\#(handle),"name":§}"#), taken: optionalString),
    Member(name: "call.video", body: call(#"{"handle":\#(handle),"video":§}"#), taken: ["true", "null"]),

    Member(name: "ended", body: end("§"), taken: []),
    Member(name: "ended.reason", body: end(#"{"reason":§}"#), taken: string),
    Member(name: "ended.handle", body: end(#"{"reason":"failed","handle":§}"#), taken: optionalObject),
    Member(
      name: "ended.handle.type", body: end(#"{"reason":"failed","handle":{"type":§,"value":"a"}}"#),
      taken: optionalString),
    Member(
      name: "ended.handle.value", body: end(#"{"reason":"failed","handle":{"type":"phone","value":§}}"#),
      taken: optionalString),
    Member(name: "ended.name", body: end(#"{"reason":"failed","name":§}"#), taken: optionalString),

    Member(name: "notification", body: message("§"), taken: []),
    Member(name: "notification.title", body: message(#"{"body":"b","title":§}"#), taken: optionalString),
    Member(name: "notification.title alone", body: message(#"{"title":§}"#), taken: string),
    Member(name: "notification.body alone", body: message(#"{"body":§}"#), taken: string),
    Member(name: "notification.subtitle", body: message(#"{"title":"t","subtitle":§}"#), taken: optionalString),
    Member(name: "notification.sound", body: message(#"{"title":"t","sound":§}"#), taken: optionalString),
    Member(name: "notification.thread", body: message(#"{"title":"t","thread":§}"#), taken: optionalString),
    Member(name: "notification.category", body: message(#"{"title":"t","category":§}"#), taken: optionalString),
    Member(name: "notification.badge", body: message(#"{"title":"t","badge":§}"#), taken: ["7", "null"]),
    Member(
      name: "notification.interruption", body: message(#"{"title":"t","interruption":§}"#), taken: optionalString),
    // 7 and 1.5 are numbers, but not from 0 to 1.
    Member(name: "notification.relevance", body: message(#"{"title":"t","relevance":§}"#), taken: ["null"]),

    // Members of other kinds and of none are not looked at.
    Member(name: "call of data", body: head(#""data""#) + #","call":§}"#, taken: Set(values)),
    Member(name: "ended of a call", body: call(#"{"handle":\#(handle),"reason":§}"#), taken: Set(values)),
    Member(name: "unknown", body: head(#""data""#) + #","new":§}"#, taken: Set(values)),
  ]

  @Test(arguments: members) func asEachType(member: Member) throws {
    let handset = try Handset()
    for value in Self.values {
      let fresh = handset.remembering(in: .inMemory())
      let body = member.body.replacing(Member.place, with: value)
      // The start of 1970, at which all of them are in time.
      let decision = fresh.filter.decide(try fresh.push(body), now: UnixTime(milliseconds: 2))
      if member.taken.contains(value) {
        #expect(decision.reason != .openFailed && decision.event != nil, "\(member.name) as \(value)")
        if let told = member.told { #expect(decision.told == told) }
      } else {
        #expect(decision.told == "notify open-failed" && decision.event == nil, "\(member.name) as \(value)")
      }
    }
  }

  /// Absent is as null for each of them.
  @Test(arguments: members) func absentIsNull(member: Member) throws {
    let handset = try Handset()
    let marked = member.body.replacing("\"\(Member.place)\"", with: Member.place)
    guard let place = marked.firstRange(of: ":" + Member.place) else {
      Issue.record("no place in \(member.name)")
      return
    }
    // The name before the place goes, with a comma on one of its sides.
    let before = marked[..<place.lowerBound].dropLast()
    let name = try #require(before.lastIndex(of: "\""))
    var (head, tail) = (String(marked[..<name]), String(marked[place.upperBound...]))
    if head.hasSuffix(",") { head.removeLast() } else if tail.hasPrefix(",") { tail.removeFirst() }
    let null = handset.remembering(in: .inMemory()).filter.decide(
      try handset.push(member.body.replacing(Member.place, with: "null")), now: UnixTime(milliseconds: 2))
    let absent = handset.remembering(in: .inMemory()).filter.decide(
      try handset.push(head + tail), now: UnixTime(milliseconds: 2))
    #expect(absent.told == null.told && absent.event == null.event, "\(head + tail)")
  }

  @Test func countsWhatItTries() {
    #expect(Self.members.count == 34 && Set(Self.members.map(\.name)).count == 34)
    #expect(Self.members.allSatisfy { $0.body.contains(Member.place) && $0.taken.isSubset(of: Self.values) })
  }
}
