import SealCrypto
import SealEnvelope
import Testing

@testable import callseal

/// `callseal inspect`: what can be read without a key, of anything.
struct InspectTests {
  @Test func pushAndEnvelopeAreShown() throws {
    let scratch = try Scratch()
    let text = try Sealing.text("{}")
    let envelope = try Envelope(parsingText: text)
    let enc = envelope.encapsulatedKey.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let fields = """
      version    1
      recipient  \(Keys.device.keyID)
      envelope   569 bytes
      bucket     512 bytes
      enc        \(enc)

      """
    #expect(try scratch.output("inspect", input: text + "\n") == "form       envelope\nsize       760 bytes\n" + fields)
    let push = Sealing.push(text)
    #expect(
      try scratch.output("inspect", input: push) == """
        form       push
        size       \(push.utf8.count) of 4096 bytes
        aps        {"alert":{"title":"t"},"mutable-content":1}

        """ + fields)
    #expect(
      try scratch.output("inspect", "--json", input: push)
        == #"{"form":"push","bytes":\#(push.utf8.count),"limit":4096,"aps":{"alert":{"title":"t"},"mutable-content":1},"#
        + #""version":1,"recipient":"\#(Keys.device.keyID)","envelope":569,"bucket":512,"enc":"\#(enc)","#
        + #""warnings":[],"faults":[]}"# + "\n")
  }

  struct Damage {
    let input: String
    let says: String
    let shows: String

    init(_ input: String, says: String, shows: String) {
      self.input = input
      self.says = says
      self.shows = shows
    }
  }

  static func damages() throws -> [Damage] {
    let text = try Sealing.text("{}")
    let recipient = "recipient  \(Keys.device.keyID)"
    let big = #"{"aps":{"alert":"\#(String(repeating: "é", count: 1700))","mutable-content":1},"sealed":"\#(text)"}"#
    let bytes = try Base64URL.decode(Array(text.utf8).memory.span, .exact)
    let cut = Base64URL.encode(bytes.memory.span.extracting(0..<565))
    let zeros = [UInt8](repeating: 0, count: 32)
    let lowOrder = try Sealing.text(padded: Sealing.pad([0]), encapsulatedKey: zeros)
    return [
      Damage("", says: "holds no bytes", shows: "form       envelope"),
      Damage("nonsense!!", says: "a character outside", shows: "version    158"),
      Damage(cut, says: "an envelope of 565 bytes", shows: recipient),
      Damage(String(text.prefix(21)) + "!", says: "a character outside", shows: recipient),
      Damage("Ag" + text.dropFirst(2), says: "version 2", shows: "version    2"),
      Damage(text + "\n\n", says: "a character outside", shows: "enc        "),
      Damage(String(Sealing.push(text).prefix(300)), says: "a string that does not end", shows: "enc        "),
      Damage(#"{"aps":{},}"#, says: "a member's name was expected", shows: "aps        {}"),
      Damage(#"{"aps":{"alert":"x"}}"#, says: "no member \"sealed\"", shows: #"aps        {"alert":"x"}"#),
      Damage(#"{"sealed":1}"#, says: "\"sealed\" is not a string", shows: "form       push"),
      Damage(big, says: "\(big.utf8.count - 4096) bytes over the 4096", shows: "bucket     512 bytes"),
      Damage(lowOrder, says: "enc is no key to agree on", shows: "enc        00"),
    ]
  }

  @Test func whatIsWrongIsSaidAndTheRestShown() throws {
    let scratch = try Scratch()
    for damage in try Self.damages() {
      let run = try scratch.callseal(["inspect"], input: Array(damage.input.utf8))
      #expect(run.status == ExitCode.malformed.rawValue, "\(damage.says)")
      #expect(run.errors.contains(damage.says), "\(damage.says): \(run.errors)")
      #expect(run.text.contains(damage.shows), "\(damage.shows): \(run.text)")
      let json = try scratch.callseal(["inspect", "--json"], input: Array(damage.input.utf8))
      #expect(json.status == ExitCode.malformed.rawValue)
      #expect(try JSONReader.object(json.output)["faults"] != [])
    }
  }

  @Test func aPushThatStartsNoExtensionIsWarnedOf() throws {
    let scratch = try Scratch()
    let text = try Sealing.text("{}")
    for (aps, warnings) in [(#"{}"#, 2), (#"{"alert":"x"}"#, 1), (#"{"alert":"x","mutable-content":true}"#, 1)] {
      let run = try scratch.callseal("inspect", input: #"{"aps":\#(aps),"sealed":"\#(text)"}"#)
      #expect(run.status == 0)
      #expect(run.messages.filter { $0.contains("the phone does not start the extension") }.count == warnings)
    }
    let voip = try scratch.callseal("inspect", input: #"{"aps":{},"callseal":1,"sealed":"\#(text)"}"#)
    #expect(voip.status == 0 && voip.errors == "")
    #expect(voip.text.hasPrefix("form       voip\n") && voip.text.contains(" of 5120 bytes"))
    let clear = try scratch.callseal("inspect", input: #"{"aps":{},"callseal":1,"id":"x"}"#)
    #expect(clear.status == 0 && clear.text.hasPrefix("form       voip-clear\n"))
  }

  @Test func steeringTextOfAPushReachesNoTerminal() throws {
    let run = try Scratch().callseal("inspect", input: "{\"aps\":{\"alert\":\"\u{9b}31m\u{202e}x\"},\"sealed\":\"\"}")
    #expect(!run.text.unicodeScalars.contains { $0.value == 0x9b || $0.value == 0x202e })
    #expect(run.text.contains("\u{fffd}31m\u{fffd}x"))
  }

  /// Every length of an envelope and of a push, and every byte of a short text wrong.
  @Test func nothingStopsIt() throws {
    let text = Array(try Sealing.text("{}").utf8)
    let push = Array(Sealing.push(String(decoding: text, as: UTF8.self)).utf8)
    var count = 0
    for bytes in [text, push] {
      for length in 0..<bytes.count {
        let inspection = Inspection(Array(bytes.prefix(length)))
        #expect(!inspection.faults.isEmpty)
        count += 1
      }
    }
    for index in push.indices {
      for byte: UInt8 in [0, 0x22, 0x5c, 0x80, 0xff] {
        var altered = push
        altered[index] = byte
        _ = Inspection(altered)
        count += 1
      }
    }
    #expect(count > 5000)
    #expect(Inspection(push).faults == [])
  }
}
