import Seal
import SealEnvelope
import Testing

@testable import callseal

/// `callseal seal`, as a backend calls it.
struct SealTests {
  private static let call = #"{"kind":"call","call":{"handle":{"type":"phone","value":"+14155550123"}}}"#

  @Test func pushIsTheBytesToSend() throws {
    let scratch = try Scratch()
    let run = try scratch.callseal(["seal"] + Scratch.server, input: Array(Self.call.utf8))
    #expect(run.errors == "")
    let push = try JSONReader.object(run.output)
    #expect(push.members.map(\.name) == ["aps", "sealed"])
    #expect(push["aps"] == ["alert": ["title": "New activity"], "mutable-content": 1])
    #expect(run.output.first == UInt8(ascii: "{") && run.output.last == UInt8(ascii: "}"))
    #expect(run.output.count <= 4096)
  }

  @Test(arguments: SealCommand.description.samples)
  func samplesOfTheHelpAreSealed(_ sample: String) throws {
    let scratch = try Scratch()
    let event = sample.replacing("<the call's>", with: "0f9a4e0e-1111-4222-8333-444455556666")
    let push = try scratch.callseal(["seal"] + Scratch.server, input: Array(event.utf8))
    #expect(push.status == 0 && push.errors == "")
    let opened = try scratch.callseal(["open"] + Scratch.phone, input: push.output)
    let (given, body) = (try JSONReader.object(Array(event.utf8)), try JSONReader.object(opened.output))
    for member in given.members { #expect(body[member.name] == member.value) }
  }

  @Test func formsAndTheirSizes() throws {
    let scratch = try Scratch()
    try scratch.write("call.json", Self.call)
    let envelope = try scratch.callseal(["seal"] + Scratch.server + ["--as", "envelope", "call.json"])
    #expect(envelope.text.hasSuffix("\n") && envelope.text.utf8.count == Base64URL.encodedCount(2617) + 1)
    let voip = try scratch.callseal(["seal"] + Scratch.server + ["--as", "voip", "call.json"])
    #expect(voip.text.hasPrefix(#"{"aps":{},"callseal":1,"sealed":""#))
    let clear = try scratch.output("seal", "--as", "voip-clear", "--audience", "a.b", "call.json")
    let members = try JSONReader.object(Array(clear.utf8))
    #expect(
      members.members.map(\.name) == ["aps", "callseal", "id", "handle", "handleType", "video", "sent", "expires"])
    let simulator = try scratch.callseal(["seal"] + Scratch.server + ["--as", "simulator", "call.json"])
    let file = try JSONReader.object(simulator.output)
    #expect(file.members.map(\.name) == ["Simulator Target Bundle", "aps", "sealed"])
    #expect(file["Simulator Target Bundle"] == "org.example.app")
    for (floor, bytes) in [("512", 569), ("1024", 1081), ("2048", 2105), ("2560", 2617)] {
      let run = try scratch.callseal(
        ["seal"] + Scratch.server + ["--as", "envelope", "--floor=\(floor)", "call.json"])
      #expect(run.text.utf8.count == Base64URL.encodedCount(bytes) + 1)
    }
  }

  @Test(arguments: ["voip", "voip-clear"])
  func voipIsForCallsAlone(_ form: String) throws {
    let scratch = try Scratch()
    try scratch.write("event.json", #"{"kind":"notification","notification":{"title":"t"}}"#)
    let who = form == "voip" ? Scratch.server : ["--audience", "a.b"]
    try scratch.expect(
      .malformed, saying: "event.json: notification, and a VoIP push is for a call alone",
      ["seal"] + who + ["--as", form, "event.json"])
  }

  @Test func headersAreAsCurlTakesThem() throws {
    let scratch = try Scratch()
    try scratch.write("call.json", Self.call)
    let start = UnixTime.now.milliseconds / 1000
    let run = try scratch.callseal(["seal"] + Scratch.server + ["--headers", "h", "-o", "push.json", "call.json"])
    #expect(run.status == 0 && run.output == [] && run.errors == "")
    let lines = String(decoding: try scratch.read("h"), as: UTF8.self).split(separator: "\n")
    let pairs = lines.compactMap { line in
      line.firstRange(of: ": ").map { (line[..<$0.lowerBound], line[$0.upperBound...]) }
    }
    let headers = Dictionary(uniqueKeysWithValues: pairs)
    #expect(lines.count == 5 && headers.count == 5)
    #expect(headers["apns-topic"] == "org.example.app")
    #expect(headers["apns-push-type"] == "alert" && headers["apns-priority"] == "10")
    #expect(EventID(parsing: String(headers["apns-id"] ?? "")) != nil)
    let expiration = try #require(headers["apns-expiration"].flatMap { Int64($0) })
    #expect(start + 86_400...start + 86_460 ~= expiration)
    let voip = try scratch.shell(
      "callseal seal --as voip-clear --audience a.b --headers /dev/stderr call.json > /dev/null")
    #expect(voip.errors.contains("apns-topic: a.b.voip\napns-expiration: 0\n"))
    // A push that cannot be written takes its headers with it.
    try scratch.expect(
      .inputOutput, ["seal"] + Scratch.server + ["--headers", "h2", "-o", "no/folder", "call.json"])
    #expect(!scratch.exists("h2"))
  }

  @Test(arguments: [#""id":null,"#, ""])
  func anEndWithoutAnIDIsWarnedOf(_ id: String) throws {
    let scratch = try Scratch()
    let event = #"{"kind":"call-ended",\#(id)"ended":{"reason":"cancelled"}}"#
    let run = try scratch.callseal(["seal"] + Scratch.server, input: Array(event.utf8))
    #expect(run.status == 0)
    #expect(run.errors == "callseal: warning: this call-ended names no id; it gets a random one, and ends no call\n")
  }

  @Test(arguments: [(true, 2486), (false, 2558)])
  func tooLargeSaysByHowMuch(_ isSigned: Bool, _ room: Int) throws {
    let scratch = try Scratch()
    let head = #"{"kind":"data","id":"0f9a4e0e-1111-4222-8333-444455556666","sent":1,"expires":2,"data":{"x":""#
    let who = isSigned ? Scratch.server : ["--to", "device.pub.jwk", "--audience", "a.b"]
    for (size, status) in [(room, ExitCode.done), (room + 1, .malformed), (room + 700, .malformed)] {
      let event = head + String(repeating: "x", count: size - head.utf8.count - 3) + #""}}"#
      let run = try scratch.callseal(["seal"] + who + ["-o", "out-\(size)"], input: Array(event.utf8))
      #expect(run.status == status.rawValue)
      #expect(scratch.exists("out-\(size)") == (status == .done))
      if status != .done {
        #expect(run.errors.contains("the event is \(size - room) bytes larger than fits an envelope"))
      }
    }
  }

  static let refusedEvents = [
    "", "{", "[]", "nonsense", #"{"kind":"call2"}"#, #"{"kind":"data","sent":-1}"#, #"{"kind":"data","id":"1"}"#,
    #"{"kind":"call","call":{"handle":{"type":"phone","value":"4155550123"}}}"#,
    #"{"kind":"call","call":{"handle":{"type":"phone","value":"+14155550123"}},"data":{"a":null}}"#,
    #"{"kind":"call","sent":0,"expires":180001,"call":{"handle":{"type":"generic","value":"x"}}}"#,
    #"{"kind":"data","data":{"e\u0301":1,"\u00e9":2}}"#, #"{"kind":"data","kind":"data"}"#, "{\"kind\":\"data\"}\0",
    "\u{feff}{\"kind\":\"data\"}",
  ]

  @Test(arguments: refusedEvents)
  func whatCannotBeValidIsRefusedAndLeavesNothing(_ event: String) throws {
    let scratch = try Scratch()
    try scratch.write("before", "before")
    for output in ["out", "before"] {
      try scratch.expect(
        .malformed, saying: "standard input: ",
        ["seal"] + Scratch.server + ["-o", output, "--headers", "h"], input: event)
    }
    #expect(try scratch.files() == ["before"])
    #expect(try scratch.read("before") == Array("before".utf8))
  }
}
