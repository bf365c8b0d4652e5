import Seal
import Testing

struct EncodedEventTests {
  private let now: Int64 = 1_700_000_000_000

  // MARK: What is filled in

  @Test(
    arguments: [
      (#"{"kind":"call","call":{"handle":{"type":"generic","value":"x"}}}"#, 45_000),
      (#"{"kind":"call-ended","ended":{"reason":"failed"}}"#, 2_592_000_000),
      (#"{"kind":"notification","notification":{"title":"x"}}"#, 2_592_000_000),
      (#"{"kind":"data"}"#, 2_592_000_000),
      (#"{"kind":"data","id":null,"sent":null,"expires":null,"data":null}"#, 2_592_000_000),
    ] as [(String, Int64)])
  func fillsWhatIsAbsent(_ draft: String, _ lifetime: Int64) throws {
    let (first, second) = (try EncodedEvent(draft, now: now), try EncodedEvent(draft, now: now))
    #expect(first.event.sent.milliseconds == now)
    #expect(first.event.expires.milliseconds == now + lifetime)
    #expect(first.event.id != second.event.id)
    let id = Array(first.event.id.description)
    #expect(id[14] == "4")
    #expect(first.text.contains(#""id":"\#(first.event.id)","sent":\#(now),"expires":\#(now + lifetime)"#))
  }

  @Test func keepsWhatIsThere() throws {
    let event = try EncodedEvent(
      #"{"kind":"data","id":"0F8FAD5B-D9CB-469F-A165-70867728950E","sent":5,"expires":6}"#, now: now)
    #expect(event.text == #"{"kind":"data","id":"0f8fad5b-d9cb-469f-a165-70867728950e","sent":5,"expires":6}"#)
    // An absent expiry is counted from `sent`, not from now.
    let call = try EncodedEvent(
      #"{"kind":"call","sent":5,"call":{"handle":{"type":"generic","value":"x"}}}"#, now: now)
    #expect(call.event.expires.milliseconds == 45_005)
  }

  // MARK: What is written

  @Test(arguments: [
    (
      "call",
      #"{"data":{"b":1,"a":{}},"call":{"video":false,"name":"Ann","handle":{"value":"x","type":"generic"}},"expires":9,"sent":8,"id":"ID","kind":"call"}"#,
      #"{"kind":"call","id":"ID","sent":8,"expires":9,"call":{"handle":{"type":"generic","value":"x"},"name":"Ann","video":false},"data":{"b":1,"a":{}}}"#
    ),
    (
      "call-ended",
      #"{"ended":{"name":"Ann","handle":{"value":"x","type":"email"},"reason":"failed"},"expires":9,"sent":8,"kind":"call-ended","id":"ID"}"#,
      #"{"kind":"call-ended","id":"ID","sent":8,"expires":9,"ended":{"reason":"failed","handle":{"type":"email","value":"x"},"name":"Ann"}}"#
    ),
    (
      "notification",
      #"{"notification":{"relevance":0.5,"interruption":"passive","badge":0,"category":"c","thread":"t","sound":"s","body":"b","subtitle":"u","title":"t"},"kind":"notification","id":"ID","expires":9,"sent":8}"#,
      #"{"kind":"notification","id":"ID","sent":8,"expires":9,"notification":{"title":"t","subtitle":"u","body":"b","sound":"s","thread":"t","category":"c","badge":0,"interruption":"passive","relevance":0.5}}"#
    ),
    (
      "unknown members, behind the known ones",
      #"{"later":1,"kind":"call","zero":null,"call":{"x":[1.5,null],"handle":{"y":2,"type":"generic","value":"x"},"a":{}},"id":"ID","sent":8,"expires":9,"ended":{"b":1}}"#,
      #"{"kind":"call","id":"ID","sent":8,"expires":9,"call":{"handle":{"type":"generic","value":"x","y":2},"x":[1.5,null],"a":{}},"later":1,"zero":null,"ended":{"b":1}}"#
    ),
    (
      "known members that are null",
      #"{"kind":"call","id":"ID","sent":8,"expires":9,"call":{"handle":{"type":"generic","value":"x"},"name":null,"video":null},"data":null}"#,
      #"{"kind":"call","id":"ID","sent":8,"expires":9,"call":{"handle":{"type":"generic","value":"x"}}}"#
    ),
    (
      "the app's own data, as it is",
      #"{"kind":"data","id":"ID","sent":8,"expires":9,"data":{"z":null,"a":[1.0,{"y":null,"x":-0}],"s":"\u00e9\/"}}"#,
      #"{"kind":"data","id":"ID","sent":8,"expires":9,"data":{"z":null,"a":[1.0,{"y":null,"x":0}],"s":"é/"}}"#
    ),
  ])
  func writesMembersInTheOrderOfTheFormat(_ id: String, _ draft: String, _ body: String) throws {
    func fill(_ text: String) -> String { text.replacing(#""ID""#, with: #""\#(EventID.sample)""#) }
    let event = try EncodedEvent(fill(draft))
    #expect(event.text == fill(body))
    // What the sealer says of it is what a reader will make of it.
    guard case .event(let read) = try EventBody(parsing: event.body) else { return #expect(Bool(false)) }
    #expect(read == event.event)
    // The order is settled: encoded again, the same bytes.
    #expect(try EncodedEvent(event.text).body == event.body)
  }

  // MARK: Drafts by kind

  @Test func makesACall() throws {
    let least = EventDraft.call(from: "+14155550123")
    let event = try EncodedEvent(least, now: UnixTime(milliseconds: 1000))
    #expect(
      event.text == """
        {"kind":"call","id":"\(event.event.id)","sent":1000,"expires":46000,\
        "call":{"handle":{"type":"phone","value":"+14155550123"},"video":false}}
        """)
    let full = EventDraft.call(
      from: "a@b.example", kind: .email, name: "Ann", video: true, id: .sample, sent: UnixTime(milliseconds: 1),
      expires: UnixTime(milliseconds: 180_001), data: ["room": "r1", "n": [1, true]])
    #expect(
      try EncodedEvent(full).text == """
        {"kind":"call","id":"\(EventID.sample)","sent":1,"expires":180001,\
        "call":{"handle":{"type":"email","value":"a@b.example"},"name":"Ann","video":true},\
        "data":{"room":"r1","n":[1,true]}}
        """)
  }

  @Test func makesTheEndOfACall() throws {
    let least = EventDraft.callEnded(.sample, reason: .answeredElsewhere, sent: UnixTime(milliseconds: 1))
    #expect(
      try EncodedEvent(least).text == """
        {"kind":"call-ended","id":"\(EventID.sample)","sent":1,"expires":2592000001,\
        "ended":{"reason":"answered-elsewhere"}}
        """)
    let full = EventDraft.callEnded(
      .sample, reason: .cancelled, handle: "+14155550123", name: "Ann", sent: UnixTime(milliseconds: 1),
      expires: UnixTime(milliseconds: 2), data: [:])
    #expect(
      try EncodedEvent(full).text == """
        {"kind":"call-ended","id":"\(EventID.sample)","sent":1,"expires":2,"ended":{"reason":"cancelled",\
        "handle":{"type":"phone","value":"+14155550123"},"name":"Ann"},"data":{}}
        """)
  }

  @Test func makesANotificationAndData() throws {
    var text = Event.NotificationText(title: "T", subtitle: "S", body: "B")
    text.sound = "default"
    text.thread = "t"
    text.category = "c"
    text.badge = 3
    text.interruption = .timeSensitive
    text.relevance = 0.25
    let (sent, expires) = (UnixTime(milliseconds: 1), UnixTime(milliseconds: 2))
    #expect(
      try EncodedEvent(.notification(text, id: .sample, sent: sent, expires: expires)).text == """
        {"kind":"notification","id":"\(EventID.sample)","sent":1,"expires":2,"notification":{"title":"T",\
        "subtitle":"S","body":"B","sound":"default","thread":"t","category":"c","badge":3,\
        "interruption":"time-sensitive","relevance":0.25}}
        """)
    #expect(
      try EncodedEvent(
        .notification(Event.NotificationText(body: "B"), id: .sample, sent: sent, expires: expires)
      ).text == """
        {"kind":"notification","id":"\(EventID.sample)","sent":1,"expires":2,"notification":{"body":"B"}}
        """)
    #expect(
      try EncodedEvent(.data(["a": .null], id: .sample, sent: sent, expires: expires)).text == """
        {"kind":"data","id":"\(EventID.sample)","sent":1,"expires":2,"data":{"a":null}}
        """)
  }
}
