import Foundation
import Testing

@testable import callseal

/// What no command writes over: what it reads or uses otherwise, under any name, private keys, and keyrings.
struct OverwriteTests {
  /// A folder with everything that must live, and other names of it.
  private static func stage() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("event.json", #"{"kind":"data"}"#)
    try scratch.write("secret", "correct horse battery", mode: 0o600)
    let run = try scratch.shell(
      """
      set -e
      callseal keys add -k ring phone; callseal keys add -k ring --signing server; cp ring other.ring
      callseal seal \(Scratch.server.joined(separator: " ")) -o push.json event.json
      openssl genpkey -algorithm X25519 -out pem.key 2>/dev/null; chmod 600 pem.key
      openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out rsa.key 2>/dev/null; chmod 600 rsa.key
      head -c 100 ring > torn.ring; head -c 120 device.jwk > torn.jwk
      ln event.json hard; ln -s event.json soft; ln -s ring ring.link; mkdir folder; ln -s .. folder/up
      mkdir vectors; cp \(Self.package)/Vectors/keys.json vectors; mkdir made; cp ring made/keys.json
      """)
    #expect(run.status == 0, "\(run.errors)")
    return scratch
  }

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// All that stands in a folder, byte by byte.
  private static func contents(_ scratch: Scratch) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for case let name as String in try #require(FileManager.default.enumerator(atPath: scratch.folder.path)) {
      contents[name] = FileManager.default.contents(atPath: scratch.path(name)) ?? Data()
    }
    return contents
  }

  /// Command lines, in the shell's words, and what each says of what would be lost.
  private static let refused: [(line: String, says: String)] = {
    let seal = "seal \(Scratch.server.joined(separator: " "))"
    let phone = Scratch.phone.joined(separator: " ")
    let rings = "--to ring#phone --sign-with ring#server --audience a.b"
    return [
      ("\(seal) -o sender.jwk event.json", "the same file as --sign-with sender.jwk"),
      ("\(seal) -o device.pub.jwk event.json", "the same file as --to device.pub.jwk"),
      ("\(seal) --headers sender.jwk -o out event.json", "the same file as --sign-with"),
      ("\(seal) --headers out -o ./out event.json", "--headers FILE and -o FILE are the same file"),
      ("\(seal) -o event.json event.json", "the same file as FILE event.json"),
      ("\(seal) -o ./event.json event.json", "the same file"),
      ("\(seal) -o folder/../event.json event.json", "the same file"),
      ("\(seal) -o folder/up/event.json event.json", "the same file"),
      ("\(seal) -o hard event.json", "the same file"),
      ("\(seal) -o soft event.json", "the same file"),
      ("\(seal) -o event.json soft", "the same file"),
      ("\(seal) -o event.json - < event.json", "the same file as standard input"),
      ("\(seal) -o event.json < hard", "the same file as standard input"),
      ("seal \(rings) -o ring event.json", "the same file as --to ring#phone"),
      ("seal \(rings) --headers ring.link event.json", "the same file as --to ring#phone"),
      ("seal --to device.pub.jwk --audience a.b -o sender.jwk event.json", "a private key"),
      ("seal --to device.pub.jwk --audience a.b -o other.ring event.json", "a keyring"),
      ("seal --to device.pub.jwk --audience a.b --headers pem.key event.json", "a private key"),
      ("open \(phone) -o device.jwk push.json", "the same file as --key device.jwk"),
      ("open \(phone) -o ring push.json", "a keyring"),
      ("filter \(phone) -o sender.jwk push.json", "a private key"),
      ("filter \(phone) --ledger calls -o calls push.json", "the same file as --ledger calls"),
      ("filter \(phone) --ledger calls -o folder/../calls push.json", "the same file"),
      ("filter \(phone) -o .ring.callseal-lock push.json", "beside a file"),
      ("inspect -o ring push.json", "a keyring"),
      ("inspect -o torn.ring push.json", "a private key"),
      ("inspect -o torn.jwk push.json", "a private key"),
      ("inspect -o rsa.key push.json", "a private key"),
      ("man -o ring.link", "a keyring"),
      ("keygen -o device.jwk", "a private key"),
      ("keygen --force -o ring", "a keyring"),
      ("keygen --signing --force -o ring.link", "a keyring"),
      ("keys list -k ring -o ring", "the same file as --keyring ring"),
      ("keys list -k ring -o other.ring", "a keyring"),
      ("keys check -k ring -o ring.link", "the same file"),
      ("keys check -k ring --passphrase-file secret -o secret", "the same file as --passphrase-file"),
      ("keys check -k ring --passphrase-fd 3 -o secret 3< secret", "the same file as --passphrase-fd 3"),
      ("keys export -k ring --force -o ring", "the same file"),
      ("keys export -k ring --private --force -o other.ring phone", "a keyring"),
      ("keys export -k ring -o sender.jwk phone", "a private key"),
      ("vectors verify vectors -o vectors/keys.json", "the same file as PATH vectors/keys.json"),
      ("vectors verify vectors/keys.json -o folder/../vectors/keys.json", "the same file"),
      ("vectors verify vectors -o ring", "a keyring"),
      ("vectors generate -o made", "made/keys.json: a keyring"),
      ("pubkey device.jwk -o ring", "a keyring"),
      ("pubkey device.jwk -o log 2> log", "the same file as standard error"),
    ]
  }()

  @Test func nothingThatMustLiveIsWrittenOver() throws {
    let scratch = try Self.stage()
    try scratch.write("log", "")
    let before = try Self.contents(scratch)
    for (line, says) in Self.refused {
      let run = try scratch.shell("callseal \(line)")
      let log = try scratch.read("log")
      #expect(run.status == ExitCode.refused.rawValue && run.output == [], "\(line): \(run.status) \(run.errors)")
      #expect((run.errors + String(decoding: log, as: UTF8.self)).contains(says), "\(line): \(run.errors)")
      try scratch.write("log", "")
      #expect(try Self.contents(scratch) == before, "\(line)")
    }
  }

  /// With `--force`, where a command has it, a private key alone.
  @Test func aPrivateKeyIsReplacedWhereThatIsSaid() throws {
    let scratch = try Self.stage()
    for line in ["keygen --force -o device.jwk", "keys export -k ring --force -o sender.jwk phone"] {
      let run = try scratch.shell("callseal \(line)")
      #expect(run.status == 0, "\(line): \(run.errors)")
    }
    #expect(try scratch.mode(of: "device.jwk") == 0o600 && scratch.mode(of: "sender.jwk") == 0o600)
    #expect(try scratch.output("pubkey", "device.jwk") != Keys.text("device.pub.jwk") + "\n")
  }

  /// What is named and is no ordinary file is written to as it is; other files are replaced, and keep their rights.
  @Test func whatMayBeWrittenIs() throws {
    let scratch = try Self.stage()
    let run = try scratch.shell(
      """
      set -e
      seal() { callseal seal \(Scratch.server.joined(separator: " ")) "$@" event.json; }
      for mode in 600 640 444; do echo old > out; chmod $mode out; seal -o out; stat -c %a out; done
      echo old > out; chmod 644 out; callseal open \(Scratch.phone.joined(separator: " ")) -o out push.json; stat -c %a out
      seal -o other.pub.jwk; seal --headers headers -o push.json; wc -l < headers
      seal -o /dev/null --headers /dev/null; callseal keys list -k ring -o - > list; test -s list
      callseal inspect -o /proc/self/fd/1 push.json >> log; callseal inspect -o - push.json >> log; wc -l < log
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.split(separator: "\n") == ["600", "640", "444", "600", "5", "16"], "\(run.text)")
  }

  /// A file of the command's own is no stream: `-` is not made into a file of that name.
  @Test(arguments: [
    "filter \(Scratch.phone.joined(separator: " ")) --ledger - push.json", "keys add -k - x",
    "keys list --keyring=-", "vectors generate -o -", "vectors verify -",
  ])
  func aStreamIsNotMadeIntoAFile(_ line: String) throws {
    let scratch = try Scratch()
    let run = try scratch.shell("callseal \(line)")
    #expect(run.status == ExitCode.usage.rawValue && run.errors.contains("takes a file and no stream"), "\(run.errors)")
    #expect(try scratch.files() == [])
  }

  /// Killed at any moment, a new key is there and whole, or there is nothing at all.
  @Test func aKilledCommandLeavesNoHalf() throws {
    let scratch = try Self.stage()
    let run = try scratch.shell(
      """
      rm -f made/*; cd made
      for n in $(seq 1 40); do
        timeout -s KILL 0.00$((n % 9 + 1)) "$CALLSEAL" keygen -o key$n
        timeout -s KILL 0.00$((n % 9 + 1)) "$CALLSEAL" inspect -o out ../push.json
      done 2> /dev/null
      for key in key*; do test -e $key || continue; callseal pubkey $key > /dev/null || echo $key; done
      callseal inspect -o out ../push.json; ls -A | grep -v '^key[0-9]*$'
      """)
    #expect(run.text == "out\n", "\(run.text) \(run.errors)")
  }

  /// A pipe that nobody writes to is refused and not waited for; one that is written a moment later is read.
  @Test func pipesThatNobodyWritesTo() throws {
    let scratch = try Self.stage()
    let run = try scratch.shell(
      """
      mkfifo pipe late
      for line in "seal --to pipe --audience a.b event.json" "seal --to device.pub.jwk --audience a.b pipe" \
        "inspect pipe" "vectors verify pipe" "pubkey pipe" "keys list -k pipe" \
        "keys lock -k ring --passphrase-file pipe"; do
        { timeout 60 "$CALLSEAL" $line > /dev/null; echo $?; } &
      done; wait
      { sleep 0.3; cat device.jwk; } > late & callseal pubkey late
      """)
    #expect(run.text.hasPrefix(String(repeating: "1\n", count: 7) + Keys.text("device.pub.jwk")), "\(run.text)")
    #expect(
      run.errors.split(separator: "\n").count { $0.contains("a pipe that nobody writes to") } == 6, "\(run.errors)")
  }
}
