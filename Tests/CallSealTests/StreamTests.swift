import Foundation
import TestSupport
import Testing

@testable import callseal

/// Streams and files: what a shell, a pipe, a full disk or a terminal does to a run.
struct StreamTests {
  private static let seal = "callseal seal --to device.pub.jwk --audience a.b"
  private static let event = #"{"kind":"data","data":{"a":1}}"#

  @Test(arguments: [
    "\(seal) <&-", "callseal open --key device.jwk --audience a.b <&-", "callseal pubkey <&-", "callseal inspect <&-",
    "callseal filter --key device.jwk --audience a.b <&-",
  ])
  func closedInputIsAFailure(_ script: String) throws {
    let run = try Scratch().shell(script)
    #expect(run.status == ExitCode.inputOutput.rawValue)
    #expect(run.errors == "callseal: standard input: bad file descriptor\n")
    #expect(run.output == [])
  }

  @Test(arguments: [">&-", "> /dev/full"])
  func outputThatCannotBeWrittenIsAFailure(_ redirection: String) throws {
    for command in [seal, "callseal --version", "callseal help", "callseal demo", "callseal inspect --json"] {
      let run = try Scratch().shell("\(command) \(redirection)", input: Self.event)
      #expect(run.status == ExitCode.inputOutput.rawValue, "\(command): \(run.errors)")
      #expect(run.errors.hasPrefix("callseal: standard output: "))
    }
  }

  private var seal: String { Self.seal }

  /// A key that is opened while a standard stream is closed must not be taken for it.
  @Test func closedStreamsAreNotReused() throws {
    let scratch = try Scratch()
    try scratch.write("event.json", Self.event)
    let run = try scratch.shell("\(seal) --sign-with sender.jwk -o out event.json <&- >&- 2>&-; cat out")
    #expect(run.status == 0)
    #expect(run.text.hasPrefix(#"{"aps":"#))
    #expect(try scratch.read("sender.jwk") == Array(Keys.text("sender.jwk").utf8))
  }

  #if os(Linux)
    @Test func noFileTakesAClosedStreamsPlace() throws {
      let run = try Scratch().shell(
        """
        mkfifo f; exec 7<>f
        "$CALLSEAL" pubkey f <&- >&- 2>&- 7>&- & p=$!
        until ls -l /proc/$p/fd 2>&1 | grep -q "$PWD/f"; do sleep 0.05; done
        readlink /proc/$p/fd/0 /proc/$p/fd/1 /proc/$p/fd/2
        kill $p
        """)
      #expect(run.text == "/dev/null\n/dev/null\n/dev/null\n", "\(run.errors)")
    }
  #endif

  @Test func aReaderThatLeavesIsNoError() throws {
    let scratch = try Scratch()
    let run = try scratch.shell(
      "trap '' PIPE; for n in 1 2 3; do callseal demo | head -c 1; done; callseal help | true")
    #expect(run.errors == "")
    #expect(run.text == "CCC")
  }

  @Test func slowPipesAreWaitedFor() throws {
    let scratch = try Scratch()
    let run = try scratch.shell("(printf '{\"kind\":'; sleep 0.3; printf '\"data\"}') | \(seal) -")
    #expect(run.status == 0)
    let fifo = try scratch.shell("mkfifo f; (sleep 0.2; cat device.jwk > f) & callseal pubkey f")
    #expect(fifo.text == Keys.text("device.pub.jwk") + "\n")
  }

  @Test func inputIsBounded() throws {
    let scratch = try Scratch()
    for command in [seal, "callseal inspect", "callseal open --key device.jwk --audience a.b"] {
      let run = try scratch.shell("yes | \(command)")
      #expect(run.status == ExitCode.malformed.rawValue)
      #expect(run.errors == "callseal: standard input: more than 1048576 bytes\n")
    }
  }

  @Test func missingFilesAreNamed() throws {
    let scratch = try Scratch()
    try scratch.expect(
      .inputOutput, saying: "no such\u{fffd}file: no such file or directory", ["inspect", "no such\nfile"])
    try scratch.expect(.inputOutput, saying: "nul\u{fffd}: ", ["inspect", "nul\u{1}"])
    try scratch.expect(.inputOutput, saying: "/: is a directory", ["inspect", "/"])
  }

  // MARK: -o

  @Test func outputFilesAreWholeOrNotThere() throws {
    let scratch = try Scratch()
    try scratch.write("event.json", Self.event)
    // An existing file is replaced in one step, through a link too, and loses rights that others had.
    try scratch.write("old", "old", mode: 0o666)
    _ = try scratch.shell("ln -s old link; \(seal) -o link event.json; cp old push; \(seal) -o - event.json > piped")
    #expect(try scratch.read("old").starts(with: Array(#"{"aps":"#.utf8)))
    #expect(try scratch.files() == ["event.json", "link", "old", "piped", "push"])
    let opened = try scratch.shell(
      "umask 0; callseal open --key device.jwk --accept-unsigned --audience a.b -o old push; cat old")
    #expect(opened.text.contains(#""data":{"a":1}"#), "\(opened.errors)")
    #expect(try scratch.mode(of: "old") == 0o600)
    // What is no ordinary file is written to and stays what it is.
    let device = try scratch.shell("\(seal) -o /dev/null event.json && test -c /dev/null")
    #expect(device.status == 0)
    try scratch.expect(.inputOutput, ["seal"] + Scratch.server + ["-o", "no/such", "event.json"])
    try scratch.expect(.inputOutput, saying: "is a directory", ["seal"] + Scratch.server + ["-o", ".", "event.json"])
  }

  @Test(.disabled(if: Sanitizer.isOn, "the limit holds for what it maps, too"))
  func aFullDiskLeavesNothing() throws {
    let scratch = try Scratch()
    try scratch.write("event.json", Self.event)
    // A limit on the size of files stands for the full disk (SIGXFSZ ignored, so that write fails).
    let run = try scratch.shell("trap '' XFSZ; ulimit -f 1; \(seal) -o out event.json")
    #expect(run.status == ExitCode.inputOutput.rawValue, "\(run.errors)")
    #expect(try scratch.files() == ["event.json"])
  }
}
