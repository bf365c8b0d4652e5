import Foundation
import Testing

/// What goes wrong at a shell: every fault has its exit code, names the file, and leaves nothing behind.
struct FaultTests {
  private let app = "--audience org.example.app"

  @Test func keyFilesThatAreNotWhatTheyShouldBe() throws {
    let stage = try Stage()
    try stage.run(
      """
      callseal keys add -k ring phone && callseal keys export -k ring phone > public.jwk &&
      callseal keys export -k ring --private phone > private.jwk && chmod 600 private.jwk &&
      callseal keys export -k ring --private --format pem -o private.pem phone &&
      callseal keys export -k ring --format pem -o public.pem phone &&
      callseal keygen --signing -o signing.jwk && callseal pubkey signing.jwk > sender.jwk &&
      callseal keys add -k other other && callseal keys export -k other --private other > other.jwk
      """, exits: 0)
    let (jwk, pem) = (try stage.read("private.jwk"), try stage.read("private.pem"))
    let x = try #require(jwk.range(of: #""x":"[^"]*""#, options: .regularExpression)).lowerBound
    let other = try stage.read("other.jwk")
    let foreign = try #require(other.range(of: #""x":"[^"]*""#, options: .regularExpression))
    let mismatched =
      String(jwk[..<x]) + String(other[foreign])
      + String(jwk[x...].dropFirst(49))
      .replacingOccurrences(of: #","kid":"[^"]*""#, with: "", options: .regularExpression)
    try stage.write("mismatched.jwk", mismatched, mode: 0o600)
    try stage.write("bom.jwk", [0xef, 0xbb, 0xbf] + Array(jwk.utf8))
    try stage.write("bom.pem", [0xef, 0xbb, 0xbf] + Array(pem.utf8))
    try stage.write("utf16.jwk", [0xff, 0xfe] + jwk.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] })
    try stage.write("utf16.pem", [0xfe, 0xff] + pem.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] })
    try stage.write("empty", "", mode: 0o600)
    // Harmless ones are taken.
    try stage.write("crlf.pem", pem.replacingOccurrences(of: "\n", with: "\r\n"), mode: 0o600)
    try stage.write("crlf.jwk", jwk.replacingOccurrences(of: "\n", with: "\r\n\r\n"), mode: 0o600)
    try stage.write("lines.pem", pem + "\n\n", mode: 0o600)
    for file in ["crlf.pem", "crlf.jwk", "lines.pem"] {
      #expect(try stage.run("callseal pubkey \(file)", exits: 0).output == stage.read("public.jwk"))
    }

    let names = stage.names
    let faults: [(String, String, Int32, String)] = [
      ("bom.jwk", "import --label x", 3, "byte order mark"), ("bom.pem", "import --label x", 3, "byte order mark"),
      ("utf16.jwk", "import --label x", 3, "UTF-16"), ("utf16.pem", "import --label x", 3, "UTF-16"),
      ("empty", "import --label x", 3, "empty"), ("mismatched.jwk", "import --label x", 3, "do not belong together"),
      ("public.jwk", "import --label x --as own", 3, "private one belongs"),
      ("public.pem", "import --label x --as own", 3, "private one belongs"),
      ("private.pem", "import --label x --as recipient", 7, "public one belongs"),
      ("signing.jwk", "trust --label x", 7, "private key"), ("public.jwk", "trust --label x", 3, "device's public key"),
      ("sender.jwk", "import --label x --as recipient", 3, "Ed25519"),
      ("nowhere", "import --label x", 1, "no such file"),
      (".", "import --label x", 1, "directory"),
    ]
    for (file, command, code, word) in faults {
      let ended = try stage.run("callseal keys \(command) -k new \(file)", exits: code)
      #expect(ended.error.contains(file) && ended.error.contains(word), "\(ended.line): \(ended.error)")
      #expect(ended.output.isEmpty)
      #expect(stage.names == names, "\(ended.line)")
    }
  }

  @Test func everyCommandEndsAtOnceWithoutInputAndTerminal() throws {
    let stage = try Stage()
    try stage.run(
      """
      callseal keys add -k ring phone && callseal keys add -k ring --signing me &&
      callseal keys lock -k ring --cost interactive --passphrase-file passphrase && callseal keygen -o key.jwk &&
      callseal pubkey key.jwk > key.pub
      """, exits: 0)
    try stage.run("callseal seal --to key.pub \(app) -o push event.json", exits: 0)
    let ring = try stage.read("ring")
    let names = stage.names
    let lines: [(String, Int32)] = [
      ("keys add -k ring new", 2), ("keys rotate -k ring phone", 2), ("keys retire -k ring phone", 2),
      ("keys export -k ring --private phone", 2), ("keys unlock -k ring", 2), ("keys passphrase -k ring", 2),
      ("keys lock -k ring", 7), ("keys import -k ring --label x", 3), ("keys import -k ring --label x key.jwk", 2),
      ("keys trust -k ring --label x", 3), ("keys destroy -k ring phone", 7), ("keys distrust -k ring phone", 4),
      ("keys list -k nowhere", 1), ("keys check -k nowhere", 1), ("keys rotate -k nowhere phone", 1),
      ("open --key ring \(app) --accept-unsigned push", 2), ("filter --key ring \(app) push", 2),
      ("seal --to key.pub --sign-with ring \(app) event.json", 2), ("pubkey", 3), ("pubkey ring", 2),
      ("open --key key.jwk \(app)", 3), ("keys unlock -k ring --passphrase-file -", 3),
      ("keys unlock -k ring --passphrase-fd 9", 1), ("keys unlock -k ring --passphrase-file nowhere", 1),
      ("keys unlock -k ring --passphrase-file event.json", 5), ("keys", 2), ("keys nothing", 2), ("completions", 2),
    ]
    for (line, code) in lines {
      for input in ["</dev/null", "<&-"] {
        // With standard input closed, reading it is a failure of input.
        let readsInput =
          line.hasSuffix("--label x") || line == "pubkey" || line.hasSuffix("passphrase-file -")
          || line == "open --key key.jwk \(app)"
        let ended = try stage.run("timeout 20 callseal \(line) \(input)")
        #expect(ended.code == (readsInput && input == "<&-" ? 1 : code), "\(ended.line): \(ended.error)")
        #expect(ended.output.isEmpty)
        #expect(stage.names == names, "\(ended.line)")
      }
    }
    #expect(try stage.read("ring") == ring)
  }

  @Test func secretFilesAreTheirOwnersAlone() throws {
    let stage = try Stage()
    try stage.run("umask 0; callseal keys add -k ring phone && callseal keygen -o key.jwk", exits: 0)
    try stage.run("umask 0; callseal keys export -k ring --private -o out.jwk phone", exits: 0)
    for name in ["ring", "key.jwk", "out.jwk"] { #expect(try stage.mode(name) == 0o600) }

    // Never over an existing one, unless forced; then no wider than it may be.
    let before = try stage.read("key.jwk")
    try stage.run("chmod 644 key.jwk; callseal keygen -o key.jwk", exits: 7)
    try stage.run("callseal keys export -k ring --private -o key.jwk phone", exits: 7)
    #expect(try stage.read("key.jwk") == before)
    try stage.run("callseal keygen --force -o key.jwk", exits: 0)
    #expect(try stage.read("key.jwk") != before)
    #expect(try stage.mode("key.jwk") == 0o600)
    try stage.run("chmod 664 out.jwk; callseal keys export -k ring --private --force -o out.jwk phone", exits: 0)
    #expect(try stage.mode("out.jwk") == 0o600)

    // Readable by others: a warning, or a refusal.
    for (file, line) in [("ring", "keys list -k ring"), ("ring", "pubkey ring"), ("key.jwk", "pubkey key.jwk")] {
      try stage.run("chmod 640 \(file)")
      let warned = try stage.run("callseal \(line)", exits: 0)
      #expect(warned.error.contains("warning") && warned.error.contains(file))
      #expect(try stage.run("callseal \(line) --strict", exits: 7).output.isEmpty)
      try stage.run("chmod 600 \(file)")
      #expect(try stage.run("callseal \(line) --strict", exits: 0).error.isEmpty)
    }
    try stage.run("chmod 644 ring; callseal keys add -k ring --strict second", exits: 7)
    try stage.run("callseal keys add -k ring second", exits: 0)
    #expect(try stage.mode("ring") == 0o600)
    try stage.run("chmod 644 passphrase; callseal keys lock -k ring --strict --passphrase-file passphrase", exits: 7)
  }

  /// No secret in any output, error or file that it does not belong in.
  @Test func noSecretIsToldAnywhere() throws {
    let stage = try Stage()
    try stage.run("callseal keys add -k ring phone && callseal keys add -k ring --signing me", exits: 0)
    let secrets = try stage.read("ring").components(separatedBy: "\"d\":\"").dropFirst().map { String($0.prefix(43)) }
    #expect(secrets.count == 2 && Set(secrets).count == 2)
    var told = ""
    for line in [
      "list -k ring", "list -k ring --json", "check -k ring", "check -k ring --json", "export -k ring",
      "export -k ring phone",
      "export -k ring --format pem phone", "rotate -k ring phone", "retire -k ring me", "destroy -k ring phone",
      "lock -k ring --cost interactive --passphrase-file passphrase", "list -k ring --json",
      "check -k ring --passphrase-file passphrase", "passphrase -k ring --passphrase-file event.json",
      "passphrase -k ring --cost interactive --passphrase-file passphrase --new-passphrase-file event.json",
      "unlock -k ring --passphrase-file event.json",
    ] {
      let ended = try stage.run("callseal keys \(line)")
      told += ended.output + ended.error
    }
    #expect(told.count > 1000)
    for secret in secrets + ["canary of the passphrase", "canary-of-the-event"] { #expect(!told.contains(secret)) }
    // The keys came through it all, and only the keyring has them.
    let ring = try stage.read("ring")
    for secret in secrets { #expect(ring.contains(secret)) }
    #expect(stage.names == ["event.json", "passphrase", "ring"])
  }

  @Test func aCrashLeavesNoCore() throws {
    let stage = try Stage()
    let ended = try stage.run(
      """
      ulimit -c unlimited 2>/dev/null; callseal pubkey < <(sleep 2) & child=$!
      sleep 0.5; grep 'Max core file size' /proc/$child/limits
      """, exits: 0)
    #expect(ended.output.split(separator: " ").dropFirst(4).first == "0")
  }
}
