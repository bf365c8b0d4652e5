import SealEnvelope
import Testing

@testable import callseal

/// Keys: made, halved, handed in, and refused where they do not belong.
struct KeyTests {
  @Test(arguments: ["000", "022", "077", "777"])
  func newKeyIsItsOwnersAlone(_ mask: String) throws {
    let scratch = try Scratch()
    let run = try scratch.shell("umask \(mask); callseal keygen -o new.jwk")
    #expect(run.status == 0)
    #expect(run.output == [])
    #expect(try scratch.mode(of: "new.jwk") == 0o600)
  }

  @Test(arguments: [[], ["--signing"]])
  func newKeyIsOneLineAndItsHalvesBelongTogether(_ options: [String]) throws {
    let scratch = try Scratch()
    let run = try scratch.callseal(["keygen", "-o", "new.jwk"] + options)
    let text = try scratch.read("new.jwk")
    #expect(text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count == 2)
    let key = try JWK(parsing: text).key
    #expect(key.isPrivate)
    #expect(run.errors.contains(key.thumbprint.description))
    // No byte of the secret is said to anybody.
    let object = try JSONReader.object(text)
    guard case .string(let secret) = object["d"] else {
      Issue.record("no d")
      return
    }
    #expect(!run.errors.contains(secret))
    let half = try scratch.output("pubkey", "new.jwk")
    #expect(half == key.publicJWK + "\n")
    #expect(!half.contains(secret))
    #expect(try scratch.output("pubkey", input: String(decoding: text, as: UTF8.self)) == half)
    #expect(try scratch.output("pubkey", "-", input: String(decoding: text, as: UTF8.self)) == half)
    _ = try scratch.output("pubkey", "new.jwk", "-o", "new.pub.jwk")
    #expect(try scratch.read("new.pub.jwk") == Array(half.utf8))
  }

  @Test func nothingIsOverwritten() throws {
    let scratch = try Scratch()
    try scratch.write("kept", "kept")
    try scratch.expect(.refused, saying: "kept: there is a file already", ["keygen", "-o", "kept"])
    try scratch.expect(.refused, saying: "kept: there is a file already", ["pubkey", "device.jwk", "-o", "kept"])
    #expect(try scratch.read("kept") == Array("kept".utf8))
    // A link that leads nowhere is something, too.
    let run = try scratch.shell("ln -s nowhere link; callseal keygen -o link")
    #expect(run.status == ExitCode.refused.rawValue)
    #expect(!scratch.exists("nowhere"))
    // The private key itself least of all.
    try scratch.expect(.refused, ["pubkey", "device.jwk", "-o", "device.jwk"])
    #expect(try scratch.read("device.jwk") == Array(Keys.text("device.jwk").utf8))
  }

  @Test func newKeysAreTakenByEveryCommand() throws {
    let scratch = try Scratch()
    let run = try scratch.shell(
      """
      set -e
      callseal keygen -o phone.jwk && callseal keygen --signing -o server.jwk
      callseal keygen -o - | tee piped.jwk | callseal pubkey > piped.pub.jwk
      callseal pubkey phone.jwk > phone.pub.jwk && callseal pubkey server.jwk > server.pub.jwk
      echo '{"kind":"data","data":{"a":1}}' |
        callseal seal --to phone.pub.jwk --sign-with server.jwk --audience a.b -o push.json
      callseal open --key phone.jwk --trust server.pub.jwk --audience a.b push.json; echo
      callseal filter --key phone.jwk --trust server.pub.jwk --audience a.b push.json
      callseal filter --key <(cat phone.jwk) --trust <(sleep 0.2; cat server.pub.jwk) --audience a.b push.json
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.split(separator: "\n").map { $0.contains(#""data":{"a":1}}"#) } == [true, true, true])
    #expect(run.messages.count == 3)  // What keygen says.
  }

  @Test func halvesOfASetAreASet() throws {
    let scratch = try Scratch()
    try scratch.write("set.jwk", #"{"keys":[\#(Keys.text("device.jwk")),\#(Keys.text("sender.jwk"))]}"#, mode: 0o600)
    let set = try scratch.output("pubkey", "set.jwk")
    #expect(set == #"{"keys":[\#(Keys.text("device.pub.jwk")),\#(Keys.text("sender.pub.jwk"))]}"# + "\n")
    try scratch.expect(.malformed, saying: "it is public already", ["pubkey", "device.pub.jwk"])
  }

  @Test func filesThatOthersCanReadAreWarnedOf() throws {
    let scratch = try Scratch()
    try scratch.write("open.jwk", Keys.text("device.jwk"), mode: 0o640)
    let run = try scratch.callseal("pubkey", "open.jwk")
    #expect(run.status == 0)
    #expect(run.errors == "callseal: warning: open.jwk: others can read this private key; chmod 600 open.jwk\n")
    // A public key is for others, and a pipe has no owner.
    let quiet = try scratch.shell("callseal pubkey <(cat open.jwk)")
    #expect(quiet.status == 0 && quiet.errors == "")
  }

  static let wrongKeys: [(code: ExitCode, says: String, option: String, key: String)] = [
    (.refused, "a device's private key, and --to takes a device's public key", "--to", "device.jwk"),
    (.malformed, "a sender's public key, and --to takes a device's public key", "--to", "sender.pub.jwk"),
    (
      .malformed, "a sender's public key, and --sign-with takes a sender's private key", "--sign-with", "sender.pub.jwk"
    ),
    (.malformed, "a device's private key, and --sign-with takes a sender's", "--sign-with", "device.jwk"),
    (.malformed, "a device's public key, and --key takes a device's private key", "--key", "device.pub.jwk"),
    (.malformed, "a sender's private key, and --key takes a device's private key", "--key", "sender.jwk"),
    (.refused, "a sender's private key, and --trust takes a sender's public key", "--trust", "sender.jwk"),
    (.malformed, "a device's public key, and --trust takes a sender's public key", "--trust", "device.pub.jwk"),
    (.inputOutput, "missing.jwk: no such file", "--key", "missing.jwk"),
    (.inputOutput, "folder: is a directory", "--key", "folder"),
    (.malformed, "empty.jwk: ", "--trust", "empty.jwk"),
    (.malformed, "huge.jwk: more than", "--key", "huge.jwk"),
    (.malformed, "curve.jwk: a JWK of another kind", "--to", "curve.jwk"),
    (.malformed, "none.jwk: a JWK Set without a key", "--key", "none.jwk"),
    (.malformed, "zero.jwk: ", "--to", "zero.jwk"),
    (.refused, "mixed.jwk: a sender's private key", "--trust", "mixed.jwk"),
    (.usage, "--to takes one key, and its file holds 2", "--to", "two.jwk"),
  ]

  @Test(arguments: wrongKeys.indices)
  func wrongKeyIsRefused(_ index: Int) throws {
    let (code, says, option, key) = Self.wrongKeys[index]
    let scratch = try Scratch()
    _ = try scratch.shell("mkdir folder; head -c 5000000 /dev/zero | tr '\\0' ' ' > huge.jwk")
    try scratch.write("empty.jwk", "")
    try scratch.write("curve.jwk", #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#)
    try scratch.write("none.jwk", #"{"keys":[{"kty":"EC"}]}"#)
    try scratch.write(
      "zero.jwk", #"{"kty":"OKP","crv":"X25519","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#)
    try scratch.write("mixed.jwk", #"{"keys":[\#(Keys.text("stranger.pub.jwk")),\#(Keys.text("sender.jwk"))]}"#)
    try scratch.write("two.jwk", #"{"keys":[\#(Keys.text("other.pub.jwk")),\#(Keys.text("device.pub.jwk"))]}"#)
    try scratch.write("event.json", #"{"kind":"data"}"#)
    let command = ["--to", "--sign-with"].contains(option) ? ["seal"] + Scratch.server : ["open"] + Scratch.phone
    var arguments = command
    arguments[try #require(arguments.firstIndex(of: option)) + 1] = key
    try scratch.expect(code, saying: says, arguments + ["-o", "out", "event.json"])
    #expect(!scratch.exists("out"))
  }

  @Test func everyKeyIsTriedAndOneTwiceIsOne() throws {
    let scratch = try Scratch()
    let text = try Sealing.text(#"{"kind":"later"}"#)
    try scratch.write("set.jwk", #"{"keys":[\#(Keys.text("other.jwk")),\#(Keys.text("device.jwk"))]}"#, mode: 0o600)
    let keys = Array(repeating: ["--key", "device.jwk"], count: 6).flatMap { $0 }
    let senders = ["--trust", "stranger.pub.jwk", "--trust", "sender.pub.jwk", "--trust", "sender.pub.jwk"]
    let rest = ["--key", "set.jwk", "--audience", Scratch.audience]
    let run = try scratch.callseal(["open"] + keys + senders + rest, input: Array(text.utf8))
    #expect(run.status == 0)
    #expect(run.text == #"{"kind":"later"}"#)
  }
}
