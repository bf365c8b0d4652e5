import SealEnvelope
import Testing

@testable import callseal

/// A phone played by `callseal filter`, with a ledger in a file.
struct Phone {
  let scratch: Scratch
  var ledger: String? = "ledger"
  /// The clock of most stories.
  static let start: Int64 = 1_760_000_000_000
  static let id = "0f9a4e0e-1111-4222-8333-444455556666"

  init() throws { scratch = try Scratch() }

  /// The decision on a push, and what kind of answer it was.
  func gets(_ push: String, at now: Int64 = start, settling: String? = nil) throws -> JSONObject {
    var arguments = ["filter", "--now", "\(now)"] + Scratch.phone
    if let ledger { arguments += ["--ledger", ledger] }
    if let settling { arguments += ["--settle", settling] }
    let run = try scratch.callseal(arguments, input: Array(push.utf8))
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.output.last == UInt8(ascii: "\n") && run.output.dropLast().firstIndex(of: UInt8(ascii: "\n")) == nil)
    return try JSONReader.object(run.output)
  }

  /// A call, sealed anew each time.
  static func call(sent: Int64 = start, lives: Int64 = 45_000, id: String = id) throws -> String {
    Sealing.push(
      try Sealing.text(
        #"{"kind":"call","id":"\#(id)","sent":\#(sent),"expires":\#(sent + lives),"#
          + #""call":{"handle":{"type":"phone","value":"+14155550123"},"name":"Ada"}}"#))
  }

  static func end(_ reason: String, id: String = id) throws -> String {
    Sealing.push(
      try Sealing.text(
        #"{"kind":"call-ended","id":"\#(id)","sent":\#(start),"expires":\#(start + 1),"ended":{"reason":"\#(reason)"}}"#
      ))
  }

  /// A notification or data.
  static func other(_ kind: String, lives: Int64 = 1000, id: String = id) throws -> String {
    let own = kind == "data" ? #""data":{"a":1}"# : #""notification":{"title":"t"}"#
    return Sealing.push(
      try Sealing.text(#"{"kind":"\#(kind)","id":"\#(id)","sent":\#(start),"expires":\#(start + lives),\#(own)}"#))
  }
}

extension JSONObject {
  /// `action, reason`, and `, withdraw` where the missed call is taken away.
  var verdict: String {
    var words: [String] = []
    for name in ["action", "reason"] { if case .string(let word)? = self[name] { words.append(word) } }
    if self["withdraw"] == true { words.append("withdraw") }
    return words.joined(separator: ", ")
  }
}
