import Foundation
import SealEnvelope
import Testing

@testable import callseal

/// `callseal vectors`: what it makes it also verifies, and what is not as it should be has its exit code.
struct VectorsTests {
  private static let names = ["bodies.json", "decisions.json", "envelopes.json", "keys.json", "pushes.json"]

  /// The committed vectors, as `Vectors` in a folder.
  private static func made() throws -> Scratch {
    let scratch = try Scratch()
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("Vectors"), withDestinationPath: package.appendingPathComponent("Vectors").path)
    return scratch
  }

  @Test func generateMakesTheSameFilesEachTime() throws {
    let scratch = try Scratch()
    let run = try scratch.callseal("vectors", "generate", "-o", "made")
    #expect(run.status == 0 && run.output == [] && run.messages.count == 1, "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("made")).sorted() == Self.names)
    let first = try Self.names.map { try scratch.read("made/\($0)") }
    try scratch.write("made/keys.json", "old")
    #expect(try scratch.callseal("vectors", "generate", "--output", "made/").status == 0)
    #expect(try Self.names.map { try scratch.read("made/\($0)") } == first)
    let committed = try Self.made()
    #expect(try Self.names.map { try committed.read("Vectors/\($0)") } == first)
  }

  @Test func generateSaysWhereItCannotWrite() throws {
    let scratch = try Scratch()
    try scratch.expect(.usage, saying: "-o DIR is missing", ["vectors", "generate"])
    try scratch.expect(.inputOutput, saying: "no/such", ["vectors", "generate", "-o", "no/such"])
    try scratch.expect(.inputOutput, ["vectors", "generate", "-o", "device.jwk"])
    #expect(try scratch.files() == [])
  }

  @Test func verifyPrintsATableAndTotals() throws {
    let scratch = try Self.made()
    let text = try scratch.output("vectors", "verify", "Vectors")
    #expect(text.hasPrefix("file                        ran  passed  failed  group\nVectors/bodies.json "))
    let totals = try #require(text.split(separator: "\n").last)
    #expect(totals.hasSuffix(" ran, \(totals.prefix { $0.isNumber }) passed, 0 failed"))
    let one = try scratch.output("vectors", "verify", "--part", "Vectors/keys.json", "Vectors/pushes.json")
    #expect(one.hasSuffix("\n236 ran, 236 passed, 0 failed\n"))
  }

  @Test func verifySpeaksJSON() throws {
    let scratch = try Self.made()
    let run = try scratch.callseal("vectors", "verify", "--part", "--json", "Vectors/keys.json")
    let report = try JSONReader.object(run.output)
    #expect(run.status == 0 && report["ran"] == 177 && report["passed"] == 177 && report["failed"] == 0)
    #expect(report["failures"] == [])
  }

  /// A part says how much it is, and fails unless it is meant to be one.
  @Test func verifyKnowsWhatIsPublished() throws {
    let scratch = try Self.made()
    let run = try scratch.callseal("vectors", "verify", "Vectors/keys.json")
    #expect(run.status == ExitCode.checkFailed.rawValue && run.text.hasSuffix(" 0 failed\n"))
    #expect(run.messages.last?.hasPrefix("callseal: not what is published, but 1 of 5 files, 177 of ") == true)
  }

  @Test func verifyFailsWhereAVectorDoes() throws {
    let scratch = try Self.made()
    let text = String(decoding: try scratch.read("Vectors/keys.json"), as: UTF8.self)
    let wrong = text.replacing("941932bd11865679", with: "0000000000000000", maxReplacements: 1)
    try scratch.write("wrong.json", wrong)
    let run = try scratch.callseal("vectors", "verify", "wrong.json")
    #expect(run.status == ExitCode.checkFailed.rawValue)
    #expect(run.text.contains("wrong.json 1: a device's private key\n  expected keyId \"0000000000000000\"\n"))
    #expect(run.messages.last == "callseal: 1 of 177 vectors failed")
    let json = try scratch.callseal("vectors", "verify", "--json", "wrong.json")
    #expect(json.status == ExitCode.checkFailed.rawValue)
    #expect(try JSONReader.object(json.output)["failed"] == 1)
  }

  @Test func verifyNeverPassesOnNothing() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: false)
    try scratch.write("empty.json", "")
    try scratch.write("object.json", "{}")
    try scratch.write(
      "none.json",
      #"{"algorithm":"CallSeal/1","schema":"schema.json","header":[""],"numberOfTests":0,"notes":{},"testGroups":[]}"#)
    try scratch.expect(.usage, saying: "PATH is missing", ["vectors", "verify"])
    try scratch.expect(.inputOutput, ["vectors", "verify", "nowhere"])
    try scratch.expect(.checkFailed, saying: "no files of vectors", ["vectors", "verify", "empty"])
    for name in ["empty.json", "object.json", "none.json", "device.jwk"] {
      try scratch.expect(.malformed, saying: name, ["vectors", "verify", name])
    }
    let made = try Self.made()
    try made.expect(.usage, saying: "named twice", ["vectors", "verify", "Vectors", "Vectors/keys.json"])
  }

  /// A keyring into which somebody has put a key by hand.
  private static func ring(holding key: JSONObject) throws -> [UInt8] {
    var entry = key
    entry["callseal"] = .object([
      "role": key["d"] == nil ? "sender" : "own", "label": "test", "state": "active", "created": 1_800_000_000_000,
    ])
    return try JSONWriter.text(["keys": [.object(entry)], "callseal": ["keyring": 1]])
  }

  /// The keys of the vectors are everybody's.
  @Test(arguments: ["deviceKey", "senderKey"])
  func otherCommandsRefuseTheirKeys(_ name: String) throws {
    let scratch = try Self.made()
    let file = try JSONReader.object(try scratch.read("Vectors/envelopes.json"))
    guard case .array(let groups) = file["testGroups"], case .object(let group) = groups[0],
      case .array(let keys) = group["keys"], case .object(let device) = keys[0],
      case .array(let trust) = group["trust"], case .object(let sender) = trust[0]
    else { throw FormatError(.json, "no keys") }
    var bare = device
    bare["callseal-test-key"] = nil
    let own = try Scratch()
    try own.write("test.jwk", try JSONWriter.text(name == "deviceKey" ? device : sender), mode: 0o600)
    try own.write("bare.jwk", try JSONWriter.text(bare), mode: 0o600)
    let says = "a key of the test vectors"
    for path in name == "deviceKey" ? ["test.jwk", "bare.jwk"] : ["test.jwk"] {
      try own.expect(.refused, saying: says, ["pubkey", path])
      try own.expect(.refused, saying: says, ["open", "--key", path, "--audience", Scratch.audience], input: "x")
      try own.expect(
        .refused, saying: says, ["seal", "--to", path, "--audience", Scratch.audience], input: #"{"kind":"data"}"#)
      try own.expect(
        .refused, saying: says,
        ["filter", "--key", "device.jwk", "--trust", path, "--audience", Scratch.audience], input: "{}")
      try own.expect(.refused, saying: says, ["keys", "import", "-k", "ring", "--label", "test", path])
      try own.write("test.ring", try Self.ring(holding: JSONReader.object(own.read(path))), mode: 0o600)
      try own.expect(.refused, saying: says, ["keys", "list", "-k", "test.ring"])
    }
  }
}
