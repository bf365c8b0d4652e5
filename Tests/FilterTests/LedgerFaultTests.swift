import Foundation
import SealPlatform
import Testing

@testable import Filter

/// A ledger that cannot be read, written or locked: the decision says so, and no call is lost.
struct LedgerFaultTests {
  private let handset: Handset
  private let scratch: Scratch

  init() throws {
    handset = try Handset()
    scratch = try Scratch()
  }

  /// Where nothing can be read and written, root or not.
  static let places = [
    "folder instead of file", "folder with something in it", "parent missing", "below a file",
    "below a link to nowhere",
    "name too long", "zero byte", "empty path", "below /proc", "device that is full", "lock is a folder",
    "lock is a link",
  ]

  private func place(_ kind: String) throws -> String {
    let path = scratch.ledger
    func folder(_ path: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    switch kind {
    case "folder instead of file": try folder(path)
    case "folder with something in it": try folder(path + "/in it")
    case "parent missing": return scratch["none"] + "/ledger"
    case "below a file":
      try scratch.write([1], to: "file")
      return scratch["file"] + "/ledger"
    case "below a link to nowhere":
      try FileManager.default.createSymbolicLink(atPath: scratch["link"], withDestinationPath: scratch["none"])
      return scratch["link"] + "/ledger"
    case "name too long": return scratch[String(repeating: "x", count: 300)]
    case "zero byte": return scratch["a\0b"]
    case "empty path": return ""
    case "below /proc": return "/proc/callseal-ledger"
    case "device that is full": return "/dev/full/ledger"
    case "lock is a folder": try folder(path + ".lock")
    default: try FileManager.default.createSymbolicLink(atPath: path + ".lock", withDestinationPath: scratch["none"])
    }
    return path
  }

  @Test(arguments: places) func losesNoCall(kind: String) throws {
    let path = try place(kind)
    let before = try scratch.names()
    let phone = handset.remembering(in: .file(path))
    // Each decision is as of an empty ledger, and says that there was none.
    for _ in 0..<2 {
      let decision = phone.filter.decide(try phone.push(Body.call()), now: at(0))
      #expect(decision.told == "report call without-ledger")
      for outcome in [CallReport.Outcome.refused, .failed] {
        let settlement = phone.filter.settle(try #require(decision.claim), outcome)
        #expect(settlement.told == "missed call without-ledger")
      }
      #expect(phone.filter.settle(try #require(decision.claim), .accepted).told == "nothing without-ledger")
      #expect(
        phone.filter.decide(try phone.push(Body.end("cancelled")), now: at(0)).told == "notify missed without-ledger")
      #expect(
        phone.filter.decide(try phone.push(Body.end("answered-elsewhere")), now: at(0)).told
          == "suppress ended without-ledger")
      #expect(phone.filter.decide(try phone.push(Body.call()), now: at(80_000)).told == "notify expired without-ledger")
      #expect(
        phone.filter.decide(try phone.push(Body.message()), now: at(0)).told == "notify notification without-ledger")
      #expect(phone.filter.decide(try phone.push(Body.data()), now: at(0)).told == "suppress data without-ledger")
    }
    // The app's side works without it as well.
    let payload: [AnyHashable: Any] = ["callseal": 1, "sealed": try phone.seal(Body.call())]
    #expect(phone.app.read(payload, now: at(0)).told == "ring")
    #expect(phone.app.lapsedClaims(now: at(0)) == [])
    // It is left alone, and nothing is left beside it but a lock where there can be one.
    #expect(try scratch.names().filter { before.contains($0) || !$0.hasSuffix(".lock") } == before)
  }

  @Test func asksNoLedgerWhereItNeedsNone() throws {
    let phone = handset.remembering(in: .file(scratch["none"] + "/ledger"))
    for push in [bait(nil), bait("garbage"), bait(7), try phone.push(#"{"kind":"new"}"#)] {
      #expect(phone.filter.decide(push, now: at(0)).ledgerIsAvailable)
    }
    let late = phone.filter.decide(try phone.push(Body.message()), now: at(60_001))
    #expect(late.told == "suppress expired")
  }

  /// What a ledger knows still counts where it can be read and not written.
  @Test func knowsWhatItCanReadWhereItCannotWrite() throws {
    let phone = handset.remembering(in: .file(scratch.ledger))
    #expect(phone.filter.decide(try phone.push(Body.end("cancelled")), now: at(0)).told == "notify missed")
    let before = try scratch.bytes()
    // A folder stands where the new file would be written.
    try FileManager.default.createDirectory(atPath: scratch[".ledger.callseal-new"], withIntermediateDirectories: false)
    #expect(phone.filter.decide(try phone.push(Body.call()), now: at(1)).told == "suppress ended without-ledger")
    let other = try phone.push(Body.call(Body.otherID))
    #expect(phone.filter.decide(other, now: at(1)).told == "report call without-ledger")
    #expect(try scratch.bytes() == before)
    try FileManager.default.removeItem(atPath: scratch[".ledger.callseal-new"])
    #expect(phone.filter.decide(other, now: at(1)).told == "report call")
    #expect(phone.filter.decide(other, now: at(1)).told == "suppress duplicate")
  }

  /// No room on the disk, in the middle of the file or before it: as above, and no half of a file stays.
  @Test(arguments: [0, 1, 100, 200]) func noRoomForTheNewFile(bytes: Int) throws {
    let phone = handset.remembering(in: .file(scratch.ledger))
    for number in 0..<3 { _ = phone.filter.decide(try phone.push(Body.call(Body.id(number))), now: at(0)) }
    let before = try scratch.bytes()
    #expect(before.count == 16 + 3 * 48 + 32, "and with one call more it has 240 bytes")
    let probe = try Probe(handset, ledger: scratch.ledger)
    #expect(try probe.ask("limit \(bytes)") == "limited")
    #expect(try probe.ask("decide \(Body.start) \(phone.seal(Body.call(Body.id(1))))") == "suppress duplicate")
    #expect(try probe.ask("decide \(Body.start) \(phone.seal(Body.call()))") == "report call without-ledger")
    #expect(try probe.ask("settle refused") == "Missed call without-ledger")
    Probe.kill(probe)
    #expect(try scratch.bytes() == before)
    #expect(try scratch.names() == ["ledger", "ledger.lock"])
  }

  /// A lock that somebody holds is waited for, one second; then the call is not kept waiting any longer.
  @Test func waitsForALockOneSecond() throws {
    let phone = handset.remembering(in: .file(scratch.ledger))
    #expect(phone.filter.decide(try phone.push(Body.end("cancelled")), now: at(0)).told == "notify missed")
    let probe = try Probe(handset, ledger: scratch.ledger)
    #expect(try probe.ask("hold") == "held")
    let (call, ended) = (try phone.push(Body.call(Body.otherID)), try phone.push(Body.call()))
    // The least of three, since a machine with much to do adds to any of them.
    var waits: [Duration] = []
    for (push, told) in [(call, "report call"), (ended, "suppress ended"), (call, "report call")] {
      waits.append(
        ContinuousClock().measure {
          #expect(phone.filter.decide(push, now: at(1)).told == told + " without-ledger")
        })
    }
    #expect(waits.allSatisfy { $0 >= .milliseconds(950) }, "it gave up early: \(waits)")
    #expect(try #require(waits.min()) < .milliseconds(1200), "it waited too long: \(waits)")
    // Killed, the holder lets go; its empty file stays, and locks nobody out.
    Probe.kill(probe)
    #expect(try scratch.names().contains("ledger.lock"))
    let time = ContinuousClock().measure { #expect(phone.filter.decide(call, now: at(1)).told == "report call") }
    #expect(time < .milliseconds(500), "\(time)")
  }

  /// A lock held for less than that costs the time and nothing else.
  @Test func waitsForALockThatIsLetGo() throws {
    let phone = handset.remembering(in: .file(scratch.ledger))
    let probe = try Probe(handset, ledger: scratch.ledger)
    #expect(try probe.ask("hold") == "held")
    let (sealed, identifier) = (try phone.seal(Body.call()), probe.identifier)
    let told = onThreads(2) { number in
      guard number == 0 else { return phone.filter.decide(bait(sealed), now: at(0)).told }
      usleep(200_000)
      return kill(identifier, SIGKILL) == 0 ? "killed" : "not killed"
    }
    #expect(told.sorted() == ["killed", "report call"])
  }

  /// What a process that is gone has left is no lock: an old lock file, with whatever in it, of whatever mode.
  @Test func aLockFileLeftBehindSilencesNobody() throws {
    let phone = handset.remembering(in: .file(scratch.ledger))
    for (index, bytes) in [[], Array("4711\n".utf8), [UInt8](repeating: 0, count: 10_000)].enumerated() {
      try scratch.write(bytes, to: "ledger.lock")
      try scratch.write(Array("half a ledger".utf8), to: ".ledger.callseal-new")
      let push = try phone.push(Body.call(Body.id(index)))
      let time = ContinuousClock().measure { #expect(phone.filter.decide(push, now: at(0)).told == "report call") }
      #expect(time < .milliseconds(500), "\(time)")
      #expect(try scratch.names() == ["ledger", "ledger.lock"])
    }
    #expect(phone.configuration.ledger.counts == (3, 0))
  }

  /// Things of the file system that are no files: none blocks, and none is replaced.
  @Test func pipes() throws {
    let phone = handset.remembering(in: .file(scratch.ledger))
    #expect(mkfifo(scratch.ledger, 0o600) == 0)
    let push = try phone.push(Body.call())
    let time = ContinuousClock().measure {
      #expect(phone.filter.decide(push, now: at(0)).told == "report call without-ledger")
    }
    #expect(time < .milliseconds(500), "it waited for somebody to write to a pipe: \(time)")
    var status = stat()
    #expect(stat(scratch.ledger, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  /// Two names of one ledger are one ledger: the file is read, locked and replaced where the link leads.
  @Test func links() throws {
    let link = handset.remembering(in: .file(scratch.ledger))
    let file = handset.remembering(in: .file(scratch["elsewhere"]))
    #expect(link.filter.decide(try link.push(Body.call()), now: at(0)).told == "report call")
    try FileManager.default.moveItem(atPath: scratch.ledger, toPath: scratch["elsewhere"])
    try FileManager.default.createSymbolicLink(atPath: scratch.ledger, withDestinationPath: scratch["elsewhere"])
    #expect(link.filter.decide(try link.push(Body.call()), now: at(0)).told == "suppress duplicate")
    #expect(link.filter.decide(try link.push(Body.call(Body.otherID)), now: at(0)).told == "report call")
    #expect(file.filter.decide(try file.push(Body.call(Body.otherID)), now: at(0)).told == "suppress duplicate")
    #expect(file.configuration.ledger.counts == (2, 0))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch.ledger) == scratch["elsewhere"])
  }

  /// So it is where the link was there first.
  @Test func aLinkToALedgerThatIsStillToCome() throws {
    try FileManager.default.createSymbolicLink(atPath: scratch.ledger, withDestinationPath: scratch["elsewhere"])
    let link = handset.remembering(in: .file(scratch.ledger))
    let file = handset.remembering(in: .file(scratch["elsewhere"]))
    #expect(link.filter.decide(try link.push(Body.call()), now: at(0)).told == "report call")
    #expect(file.filter.decide(try file.push(Body.call()), now: at(0)).told == "suppress duplicate")
    #expect(try scratch.names() == ["elsewhere", "elsewhere.lock", "ledger"])
  }
}
