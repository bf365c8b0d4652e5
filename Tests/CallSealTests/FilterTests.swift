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
    "", " ", "{", "{}x", "[]", "null", "1", "\"sealed\"", #"{"sealed":"AQ",}"#, "\u{feff}{}",
    #"{"sealed":1,"sealed":2}"#,
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
    for script in ["mkdir .l.callseal-new; l=l"] {
      let run = try scratch.shell(
        "\(script); callseal filter --ledger $l --now \(Phone.start) \(Scratch.phone.joined(separator: " "))",
        input: try Phone.call())
      let decision = try JSONReader.object(run.output)
      #expect(decision.verdict == "report, call" && decision["ledger"] == "unavailable", "\(script)")
      #expect(run.status == 0 && run.errors.contains("warning: l: the ledger could not be read or kept now"))
    }
  }

  /// Where none can ever be, each push would ring again.
  @Test func aLedgerThatCanNeverBeIsRefused() throws {
    let scratch = try Scratch()
    let long = String(repeating: "n", count: 256)
    _ = try scratch.shell("mkdir folder; ln -s nowhere/x dangling")
    let before = try scratch.files()
    for path in ["nodir/x", ".", "..", "folder", "folder/", "/", "dangling", long, "device.jwk/x"] {
      let arguments = ["filter", "--ledger", path] + Scratch.phone
      try scratch.expect(.refused, saying: "ledger", arguments, input: try Phone.call())
    }
    #expect(try scratch.files() == before)
  }

  /// What is not ours in a push stops no decision; what is no JSON, or two of ours, is no push.
  @Test func whatElseIsInAPushIsItsOwnAffair() throws {
    let phone = try Phone()
    let push = try Phone.call()
    let others = [
      #""badge":9007199254740993"#, #""n":1e999"#, #""n":-99999999999999999999999"#, #""a":1,"a":2"#,
      #""s":"\ud800""#, #""\ud800x":"\udfff\uffff""#, "\"s\":\"\u{ffff}\"",
      "\"deep\":" + String(repeating: "[", count: 400) + String(repeating: "]", count: 400),
    ]
    for (index, other) in others.enumerated() {
      let id = "0f9a4e0e-1111-4222-8333-44445555000\(index)"
      let text = try Phone.call(id: id).replacing("{\"aps\":{", with: "{\(other),\"aps\":{\(other),")
      #expect(try phone.gets(text).verdict == "report, call", "\(other)")
      let opened = try phone.scratch.callseal(["open"] + Scratch.phone, input: Array(text.utf8))
      #expect(opened.status == 0, "\(other): \(opened.errors)")
      #expect(try phone.gets("{\(other)}").verdict == "pass-through, not-sealed", "\(other)")
    }
    for sealed in ["9007199254740993", #""\ud800""#, "1e999", "[]", #"{"a":1,"a":2}"#] {
      #expect(try phone.gets(#"{"sealed":\#(sealed)}"#).verdict == "notify, malformed", "\(sealed)")
    }
    let deeper = String(repeating: "[", count: 100_000)
    for text in [
      "{\"a\":\(deeper)", #"{"a":01}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\t\"}", "[]", "\(push)x",
      #"{"sealed":"a","sealed":"b"}"#, #"{"a":1,}"#, #"{"a"}"#, "",
    ] {
      try phone.scratch.expect(.malformed, ["filter"] + Scratch.phone, input: text)
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
