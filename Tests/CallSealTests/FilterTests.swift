import SealEnvelope
import Testing

@testable import callseal

/// `callseal filter` besides the table: what it prints, and its ledger.
struct FilterTests {
  @Test func reportIsPrintedInFull() throws {
    let phone = try Phone()
    let text = try Sealing.text(
      #"{"kind":"call","id":"\#(Phone.id)","sent":1760000000000,"expires":1760000045000,"call":{"handle":"#
        + #"{"type":"phone","value":"+1 (415) 555-0123"},"name":" Ada ","video":true},"data":{"n":[1,null]}}"#)
    let (sender, recipient) = (Keys.sender.publicKey.thumbprint, Keys.device.publicKey.thumbprint)
    let run = try phone.scratch.callseal(
      ["filter", "--now", "1760000000000", "--settle", "failed"] + Scratch.phone,
      input: Array(Sealing.push(text).utf8))
    let missed =
      #"{"title":"Missed call","body":"Ada","thread":"missed-call:phone:+14155550123","category":"callseal.missed-call","#
      + #""userInfo":{"id":"\#(Phone.id)","handle":"+14155550123","handleType":"phone"}}"#
    #expect(
      run.text == #"{"action":"report","reason":"call","event":{"kind":"call","id":"\#(Phone.id)","#
        + #""sent":1760000000000,"expires":1760000045000,"sender":"\#(sender)","recipient":"\#(recipient)"},"#
        + #""payload":{"callseal":1,"id":"\#(Phone.id)","handle":"+14155550123","handleType":"phone","name":"Ada","#
        + #""video":true,"sent":1760000000000,"expires":1760000045000,"sender":"\#(sender)","#
        + #""recipient":"\#(recipient)","data":{"n":[1]},"sealed":"\#(text)"},"#
        + #""otherwise":\#(missed),"settled":\#(missed)}"# + "\n")
  }

  @Test func notificationIsPrintedInFull() throws {
    let phone = try Phone()
    let own =
      #"{"title":"T","subtitle":"S","body":"a\nb","sound":"default","thread":"th","category":"c","badge":0,"#
      + #""interruption":"time-sensitive","relevance":0.5"#
    let text = try Sealing.text(
      #"{"kind":"notification","id":"\#(Phone.id)","sent":1,"expires":2,"notification":\#(own)}}"#)
    let run = try phone.scratch.callseal(
      ["filter", "--now", "1"] + Scratch.phone, input: Array(Sealing.push(text).utf8))
    #expect(run.text.contains(#""content":\#(own),"userInfo":{"id":"\#(Phone.id)"}}}"#))
  }

  @Test func nothingIsSettledUnlessThereIsALedgerOrAWord() throws {
    var phone = try Phone()
    #expect(try phone.gets(Phone.call())["settled"] == .null)
    #expect(try phone.gets(Phone.call(id: "1" + Phone.id.dropFirst()), settling: "none")["settled"] == nil)
    phone.ledger = nil
    #expect(try phone.gets(Phone.call())["settled"] == nil)
    #expect(try phone.gets(Phone.call(), settling: "accepted")["settled"] == .null)
    // And nothing is remembered without one.
    #expect(try phone.gets(Phone.call()).verdict == "report, call")
  }

  @Test func payloadIsWhatADictionaryHolds() throws {
    let data = #"{"e\u0301":1,"\u00e9":2,"x":[{"\u00c5":1,"\u212b":2}]}"#
    let push = Sealing.push(
      try Sealing.text(
        #"{"kind":"call","id":"\#(Phone.id)","sent":1,"expires":2,"data":\#(data),"#
          + #""call":{"handle":{"type":"generic","value":"x"}}}"#))
    guard case .object(let payload) = try Phone().gets(push, at: 1)["payload"] else {
      Issue.record("no payload")
      return
    }
    #expect(payload["data"] == ["e\u{301}": 1, "x": [["\u{c5}": 1]]])
  }

  @Test(arguments: ["call", "data", "notification"])
  func theDeepestDataIsPrinted(_ kind: String) throws {
    // The body is level 1, its data level 2: thirty arrays more are the profile's 32 levels.
    let data = #"{"a":"# + String(repeating: "[", count: 30) + String(repeating: "]", count: 30) + "}"
    let own = kind == "call" ? #","call":{"handle":{"type":"email","value":"x"}}"# : #","notification":{"title":"t"}"#
    let push = Sealing.push(
      try Sealing.text(#"{"kind":"\#(kind)","id":"\#(Phone.id)","sent":1,"expires":2,"data":\#(data)\#(own)}"#))
    let scratch = try Scratch()
    let run = try scratch.callseal(["filter", "--now", "1"] + Scratch.phone, input: Array(push.utf8))
    #expect(run.status == 0 && run.text.contains(data), "\(run.errors)")
  }

  @Test(arguments: [
    "", " ", "{", "{}x", "[]", "null", "1", "\"sealed\"", #"{"sealed":"AQ",}"#, "\u{feff}{}", "{\"a\":1,\"a\":2}",
  ])
  func whatIsNoObjectIsMalformed(_ input: String) throws {
    let scratch = try Scratch()
    try scratch.expect(
      .malformed, saying: "standard input: ", ["filter", "--ledger", "l"] + Scratch.phone, input: input)
    #expect(try scratch.files() == [])
  }

  // MARK: The ledger

  @Test(arguments: 0..<4)
  func twoProcessesReportOnce(_ round: Int) throws {
    let scratch = try Scratch()
    try scratch.write("a.json", try Phone.call())
    try scratch.write("b.json", try Phone.call(sent: Phone.start + 3))
    let filter = "callseal filter --ledger ledger --now \(Phone.start) \(Scratch.phone.joined(separator: " "))"
    let run = try scratch.shell(
      "for n in 1 2 3 4; do \(filter) a.json > a$n & \(filter) \(round % 2 == 0 ? "b" : "a").json > b$n & done; wait; cat a? b?"
    )
    let verdicts = try run.text.split(separator: "\n").map { try JSONReader.object(Array($0.utf8)).verdict }
    #expect(verdicts.count == 8)
    #expect(verdicts.filter { $0 == "report, call" }.count == 1)
    #expect(verdicts.filter { $0 == "suppress, duplicate" }.count == 7)
  }

  @Test func aLedgerThatCannotBeKeptLosesNoCall() throws {
    let scratch = try Scratch()
    for script in ["l=missing/ledger", "mkdir l.lock; l=l"] {
      let run = try scratch.shell(
        "\(script); callseal filter --ledger $l --now \(Phone.start) \(Scratch.phone.joined(separator: " "))",
        input: try Phone.call())
      let decision = try JSONReader.object(run.output)
      #expect(decision.verdict == "report, call" && decision["ledger"] == "unavailable", "\(script)")
      #expect(run.status == 0)
    }
  }

  @Test func aDamagedLedgerIsReplaced() throws {
    let phone = try Phone()
    try phone.scratch.write("ledger", "CSLEDGR1, and no more of it")
    #expect(try phone.gets(Phone.call())["ledger"] == nil)
    #expect(try phone.gets(Phone.call()).verdict == "suppress, duplicate")
    #expect(try phone.scratch.mode(of: "ledger") == 0o600)
    #expect(try phone.scratch.files() == ["ledger", "ledger.lock"])
  }
}
