import Foundation
import Seal
import SealPlatform
import TestSupport
import Testing

@testable import Filter

/// The ledger: bounded by number, whole whatever happens to its file, and never the reason that a call is lost.
struct LedgerTests {
  private static func key(_ number: Int) -> CallKey {
    let bytes = [UInt8](repeating: 0, count: 12) + (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    return CallKey(EventID(bytes: bytes.span), nil)
  }

  @Test func forgetsEndsOfCallsNeverOfferedFirst() {
    var state = LedgerState()
    for number in 0..<1024 {
      if number == 500 || number == 700 {
        _ = state.end(Self.key(number), .cancelled)
      } else {
        _ = state.offer(Self.key(number), inTime: true, now: Phone.start)
      }
    }
    #expect(state.calls.count == 1024)
    for (new, gone) in [(2000, 500), (2001, 700), (2002, 0), (2003, 1)] {
      _ = state.offer(Self.key(new), inTime: true, now: Phone.start)
      #expect(state.calls.count == 1024 && state[Self.key(gone)] == nil && state[Self.key(new)] != nil)
    }
    // An end whose call came after it is like any other call.
    var late = LedgerState()
    _ = late.end(Self.key(1), .cancelled)
    _ = late.offer(Self.key(1), inTime: true, now: Phone.start)
    #expect(late[Self.key(1)]?.wasOffered == true && late[Self.key(1)]?.phase == .ended)
  }

  @Test func messagesPushNoCallOut() {
    var state = LedgerState()
    _ = state.offer(Self.key(1), inTime: true, now: Phone.start)
    for number in 0..<5000 {
      let isNew = state.insert(Self.key(number + 10))
      #expect(isNew)
    }
    #expect(state.seen.count == 1024 && state.calls.count == 1)
    let (last, first) = (state.insert(Self.key(5009)), state.insert(Self.key(10)))
    #expect(!last && first)
  }

  @Test func fileHoldsEverything() throws {
    var state = LedgerState()
    for number in 0..<1024 {
      switch number % 5 {
      case 0:
        _ = state.end(Self.key(number), [.cancelled, .failed, .answeredElsewhere, .declinedElsewhere][number % 4])
      case 1: _ = state.offer(Self.key(number), inTime: false, now: Phone.start)
      default: _ = state.offer(Self.key(number), inTime: true, now: UnixTime(milliseconds: .min + Int64(number)))
      }
      _ = state.insert(Self.key(number))
    }
    let bytes = LedgerFile.encode(state)
    #expect(bytes.count == LedgerFile.largest)
    #expect(LedgerFile.decode(bytes) == state)
    #expect(LedgerFile.decode(LedgerFile.encode(LedgerState())) == LedgerState())
  }

  @Test func damageAnywhereIsSeenAndNeverTraps() throws {
    var state = LedgerState()
    for number in 0..<3 { _ = state.offer(Self.key(number), inTime: true, now: Phone.start) }
    _ = state.insert(Self.key(9))
    let bytes = LedgerFile.encode(state)
    for length in 0..<bytes.count { #expect(LedgerFile.decode(Array(bytes.prefix(length))) == nil) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(LedgerFile.decode(damaged) == nil, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test(arguments: ["damaged", "truncated", "empty", "huge", "missing"]) func aLostLedgerLosesNoCall(kind: String)
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder["ledger"]
    let phone = try Phone(ledger: .file(path))
    let push = Phone.push(try phone.seal(Phone.call()))
    let end = Phone.push(try phone.seal(Phone.end(.cancelled)))
    #expect(phone.filter.decide(end, now: Phone.start).outcome == "notify, missed")
    #expect(phone.filter.decide(push, now: Phone.start).outcome == "suppress, ended")
    let whole = try FileStore.read(path, limit: 1 << 20)
    let damaged: [UInt8] =
      switch kind {
      case "damaged": whole.map { $0 ^ 0x55 }
      case "truncated": Array(whole.dropLast())
      case "huge": [UInt8](repeating: 7, count: 1 << 20)
      default: []
      }
    try Data(damaged).write(to: URL(fileURLWithPath: path))
    if kind == "missing" { try FileManager.default.removeItem(atPath: path) }
    let decision = phone.filter.decide(push, now: Phone.start)
    #expect(decision.outcome == "report, call" && decision.ledgerIsAvailable)
    #expect(phone.filter.decide(push, now: Phone.start).outcome == "suppress, duplicate")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  /// Places where nothing can be read or written, for root too.
  @Test(arguments: ["folder", "below-a-file", "no-folder", "nul"]) func anUnusableLedgerLosesNoCall(kind: String) throws
  {
    let folder = try TemporaryFolder()
    let path =
      switch kind {
      case "folder": folder.path
      case "below-a-file": folder["file"] + "/ledger"
      case "no-folder": folder["none"] + "/ledger"
      default: folder["a\0b"]
      }
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder["file"]))
    let phone = try Phone(ledger: .file(path))
    let decision = phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start)
    #expect(decision.outcome == "report, call" && !decision.ledgerIsAvailable)
    let settlement = phone.filter.settle(try #require(decision.report), .refused)
    #expect(settlement.content?.title == "Missed call" && !settlement.ledgerIsAvailable)
    #expect(try folder.names.filter { $0 != "file" && !$0.hasSuffix(".lock") } == [])
  }

  /// What a ledger knows still counts where it cannot be written: a folder stands where its temporary file would.
  @Test func anUnwritableLedgerStillKnowsWhatEnded() throws {
    let folder = try TemporaryFolder()
    let phone = try Phone(ledger: .file(folder["ledger"]))
    #expect(
      phone.filter.decide(Phone.push(try phone.seal(Phone.end(.cancelled))), now: Phone.start).outcome
        == "notify, missed")
    try FileManager.default.createDirectory(atPath: folder["ledger.tmp"], withIntermediateDirectories: false)
    let copy = phone.filter.decide(Phone.push(try phone.seal(Phone.call())), now: Phone.start)
    #expect(copy.outcome == "suppress, ended" && !copy.ledgerIsAvailable)
    let other = Phone.id("0f9a4e0e-1111-4222-8333-444455556667")
    let new = phone.filter.decide(Phone.push(try phone.seal(Phone.call(other))), now: Phone.start)
    #expect(new.outcome == "report, call" && !new.ledgerIsAvailable)
  }

  @Test func aLockThatIsHeldIsWaitedForOneSecond() throws {
    let folder = try TemporaryFolder()
    let phone = try Phone(ledger: .file(folder["ledger"]))
    let push = Phone.push(try phone.seal(Phone.call()))
    let clock = ContinuousClock()
    do {
      let lock = try FileLock(folder["ledger.lock"], within: 0)
      let start = clock.now
      let decision = phone.filter.decide(push, now: Phone.start)
      let waited = clock.now - start
      #expect(decision.outcome == "report, call" && !decision.ledgerIsAvailable)
      #expect(waited >= .milliseconds(900), "it gave up early: \(waited)")
      _ = consume lock
    }
    // The file of a lock that nobody holds locks nobody out.
    #expect(phone.filter.decide(push, now: Phone.start).ledgerIsAvailable)
  }

  @Test(arguments: [2, 16], [false, true]) func oneCallOnManyThreadsRingsOnce(threads: Int, inFile: Bool) throws {
    for round in 0..<(inFile ? 20 : 200) {
      let folder = try TemporaryFolder()
      let phone = try Phone(ledger: inFile ? .file(folder["ledger"]) : .inMemory())
      let sealed = try phone.seal(Phone.call())
      let outcomes = Locked<[String]>([])
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        let outcome = phone.filter.decide(Phone.push(sealed), now: Phone.start).outcome
        outcomes.withLock { $0.append(outcome) }
      }
      let all = outcomes.withLock { $0 }
      #expect(all.filter { $0 == "report, call" }.count == 1, "round \(round): \(all)")
      #expect(all.filter { $0 == "suppress, duplicate" }.count == threads - 1, "round \(round): \(all)")
    }
  }
}
