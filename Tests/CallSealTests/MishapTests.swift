import Foundation
import TestSupport
import Testing

@testable import callseal

/// What goes wrong around a run, and what is left of it: files named by mistake, limits, outputs that cannot be written.
struct MishapTests {
  private static let filter =
    "callseal filter --key device.jwk --trust sender.pub.jwk --audience org.example.app --now 1800000000000"

  /// A folder with a call's push in it.
  private func phone() throws -> Scratch {
    let scratch = try Scratch()
    let event =
      #"{"kind":"call","sent":1800000000000,"call":{"handle":{"type":"phone","value":"+14155550123"}}}"#
    let run = try scratch.shell(
      "callseal seal --to device.pub.jwk --sign-with sender.jwk --audience org.example.app -o push", input: event)
    #expect(run.status == 0, "\(run.errors)")
    return scratch
  }

  // MARK: Ledgers

  @Test(arguments: ["device.jwk", "push", "a FIFO", "a device"])
  func whatWasNeverALedgerIsNotReplacedByOne(_ name: String) throws {
    let scratch = try phone()
    let isFile = !name.hasPrefix("a ")
    // A device of the test's own, for whoever may make one: the system's would be lost where this goes wrong.
    let make = name == "a device" ? "mknod '\(name)' c 1 3 || mkfifo '\(name)'" : "mkfifo '\(name)'"
    if !isFile { #expect(try scratch.shell(make).status == 0) }
    let before = try isFile ? scratch.read(name) : []
    let run = try scratch.shell("\(Self.filter) --ledger '\(name)' push")
    #expect(run.status == ExitCode.refused.rawValue && run.text == "" && run.errors.contains(" ledger"))
    if isFile { #expect(try scratch.read(name) == before) }
    #expect(try scratch.shell("test -f '\(name)'").status == (isFile ? 0 : 1))
  }

  @Test(arguments: ["", "CSLEDGR1 and then damage", "CSL"])
  func whatIsLeftOfALedgerIsReplaced(_ text: String) throws {
    let scratch = try phone()
    try scratch.write("ledger", text)
    let run = try scratch.shell("\(Self.filter) --ledger ledger push; \(Self.filter) --ledger ledger push")
    #expect(run.text.split(separator: "\n").map { $0.contains(#""reason":"call""#) } == [true, false])
  }

  /// Two names of one ledger are one ledger.
  @Test func aLinkToALedgerIsTheLedger() throws {
    let scratch = try phone()
    let run = try scratch.shell(
      """
      mkdir elsewhere; ln -s elsewhere/ledger link; touch elsewhere/ledger
      \(Self.filter) --ledger link push; \(Self.filter) --ledger elsewhere/ledger push
      test -L link && ls elsewhere
      """)
    #expect(run.text.contains(#""reason":"call""#) && run.text.contains(#""reason":"duplicate""#), "\(run.text)")
    #expect(run.text.hasSuffix("ledger\nledger.lock\n"))
  }

  /// A report that nobody was told can still ring.
  @Test(arguments: ["> /dev/full", "-o nowhere/out"])
  func aDecisionThatCouldNotBeToldLosesNoCall(_ output: String) throws {
    let scratch = try phone()
    let first = try scratch.shell("\(Self.filter) --ledger ledger push \(output)")
    #expect(first.status == ExitCode.inputOutput.rawValue)
    let later = Self.filter.replacing("1800000000000", with: "1800000010000")
    let second = try scratch.shell("\(later) --ledger ledger push")
    #expect(second.text.contains(#""reason":"call""#), "\(second.text)")
  }

  // MARK: Outputs

  /// setrlimit(2): with SIGXFSZ as it comes, the limit would end the process in the middle of a key.
  @Test(
    .disabled(if: Sanitizer.isOn, "the limit holds for what it maps, too"),
    arguments: [
      "keygen -o made", "keys add -k made x", "seal --to device.pub.jwk --audience a.b -o made event",
      "vectors generate -o made",
    ]) func aLimitOnFilesLeavesNothing(_ command: String) throws
  {
    let scratch = try Scratch()
    try scratch.write("event", #"{"kind":"data"}"#)
    // One unit is 1024 bytes, and a key has less. Whoever runs the tests may ignore the signal, and so would the command.
    let limit = command.hasPrefix("key") ? 0 : 1
    let run = try scratch.shell("ulimit -f \(limit); exec env --default-signal=XFSZ \"$CALLSEAL\" \(command)")
    #expect(run.status == ExitCode.inputOutput.rawValue)
    let left = try scratch.files().filter { $0 != "event" && !$0.hasSuffix(".lock") }
    #expect(command.hasPrefix("vectors") ? left == ["made"] : left == [], "\(left)")
    if left == ["made"] { #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("made")) == []) }
  }

  @Test func standardOutputByItsPathIsNotReplaced() throws {
    let scratch = try Scratch()
    try scratch.write("event", #"{"kind":"data"}"#)
    let run = try scratch.shell(
      """
      { echo head; callseal seal --to device.pub.jwk --audience a.b -o /dev/stdout event; echo; echo tail; } > log
      head -1 log; tail -1 log; wc -l < log
      """)
    #expect(run.text == "head\ntail\n3\n")
  }

  @Test func headersAndPushAreTwoFiles() throws {
    let scratch = try Scratch()
    let arguments = ["seal", "--to", "device.pub.jwk", "--audience", "a.b", "--headers", "x", "-o", "x"]
    try scratch.expect(.refused, saying: "the same file", arguments, input: #"{"kind":"data"}"#)
    #expect(try scratch.files() == [])
  }

  @Test func aNameThatIsNoUTF8IsNotRepaired() throws {
    let run = try Scratch().shell(#"callseal inspect $'a\xfe'"#)
    #expect(run.status == ExitCode.usage.rawValue && run.errors.contains("not UTF-8"))
  }

  /// Whoever reads slowly may have made the pipe non-blocking.
  @Test func waitsForAPipeThatDoesNotBlock() throws {
    let scratch = try Scratch()
    let script = """
      import os, subprocess, sys, time
      out, into = os.pipe()
      os.set_blocking(into, False)
      lines = b'{"event":{"kind":"data"}}\\n' * 200
      run = subprocess.Popen([os.environ["CALLSEAL"], "seal", "--stream", "--to", "device.pub.jwk", "--audience", "a.b"],
                             stdin=subprocess.PIPE, stdout=into)
      os.close(into)
      run.stdin.write(lines)
      run.stdin.close()
      time.sleep(0.3)
      print(sum(chunk.count(b"\\n") for chunk in iter(lambda: os.read(out, 65536), b"")), run.wait())
      """
    try scratch.write("slow.py", script)
    #expect(try scratch.shell("python3 slow.py").text == "200 0\n")
  }

  // MARK: The stream

  /// It says at once that nobody can hear it, and does not wait for the next line.
  @Test func aStreamThatCannotAnswerEnds() throws {
    let run = try Scratch().shell(
      """
      mkfifo in; sleep 60 > in & holder=$!
      "$CALLSEAL" seal --stream --to device.pub.jwk --audience a.b in > /dev/full & p=$!
      exec 3> in; echo '{"event":{"kind":"data"}}' >&3
      for n in $(seq 100); do kill -0 $p 2>/dev/null || break; sleep 0.1; done
      kill -0 $p 2>/dev/null && echo alive; kill -KILL $p 2>/dev/null; kill $holder; wait $p; echo $?
      """)
    #expect(run.text == "1\n", "\(run.errors)")
  }

  @Test func aStreamThatWaitsForItsFileCanBeEnded() throws {
    let run = try Scratch().shell(
      """
      mkfifo in
      "$CALLSEAL" seal --stream --to device.pub.jwk --audience a.b in & p=$!
      sleep 0.5; kill -TERM $p
      for n in $(seq 100); do kill -0 $p 2>/dev/null || break; sleep 0.1; done
      kill -0 $p 2>/dev/null && echo alive; kill -KILL $p 2>/dev/null; echo done
      """)
    #expect(run.text == "done\n", "\(run.errors)")
  }

  /// A line is a line for whoever takes a carriage return for an end, too; and null reads as absent.
  @Test func contextsAndNullsInLines() throws {
    let run = try Scratch().shell(
      #"""
      printf '{"to":null,"token":null,"event":{"kind":"data"},"context":[1,\r2]}\n' |
        callseal seal --stream --to device.pub.jwk --audience a.b --as envelope
      """#)
    #expect(run.status == 0 && run.text.hasPrefix(#"{"line":1,"context":[1, 2],"envelope":""#), "\(run.text)")
    #expect(!run.output.contains(0x0d))
  }
}
