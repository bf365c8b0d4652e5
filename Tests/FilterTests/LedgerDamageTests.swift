import Foundation
import SealCrypto
import Testing

@testable import Filter

/// Files that are damaged, cut short, or something else: replaced, and no call is lost.
struct LedgerDamageTests {
  private let handset: Handset
  private let scratch: Scratch
  private let whole: [UInt8]
  private let ended: String

  /// A ledger of three calls and one message, one of the calls over.
  init() throws {
    scratch = try Scratch()
    handset = try Handset(ledger: .file(scratch.ledger))
    ended = try handset.seal(Body.call())
    _ = handset.filter.decide(try handset.push(Body.end("cancelled")), now: at(0))
    _ = handset.filter.decide(try handset.push(Body.call(Body.id(1))), now: at(0))
    _ = handset.filter.decide(try handset.push(Body.call(Body.id(2))), now: at(80_000))
    _ = handset.filter.decide(try handset.push(Body.message()), now: at(0))
    whole = try scratch.bytes()
    #expect(whole.count == 16 + 3 * 48 + 32 + 32)
    #expect(handset.filter.decide(bait(ended), now: at(0)).told == "suppress ended")
  }

  /// What a damaged file comes to: an empty ledger, replaced by the next write; the call rings, and once.
  private func expectReplaced(_ bytes: [UInt8], _ id: String) throws {
    try scratch.write(bytes)
    #expect(LedgerFile.decode(bytes) == nil, "\(id)")
    #expect(handset.filter.decide(bait(ended), now: at(0)).told == "report call", "\(id)")
    let after = try scratch.bytes()
    #expect(LedgerFile.decode(after)?.calls.count == 1, "\(id)")
    #expect(handset.filter.decide(bait(ended), now: at(0)).told == "suppress duplicate", "\(id)")
    #expect(try scratch.names() == ["ledger", "ledger.lock"], "\(id)")
  }

  @Test func aFlipOfAnyByte() throws {
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= [0x01, 0x80, 0xff][index % 3]
      try expectReplaced(bytes, "byte \(index)")
    }
  }

  @Test func aFlipOfAnyBitIsSeen() {
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        #expect(LedgerFile.decode(bytes) == nil, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func cutShortAtAnyLength() throws {
    for length in 0..<whole.count { try expectReplaced(Array(whole.prefix(length)), "\(length) bytes") }
  }

  @Test func somethingElse() throws {
    let others: [(String, [UInt8])] = [
      ("a byte more", whole + [0]), ("twice", whole + whole), ("text", Array("not a ledger".utf8)),
      ("zeros", [UInt8](repeating: 0, count: whole.count)), ("ones", [UInt8](repeating: 0xff, count: whole.count)),
      ("a later version", Array("CSLEDGR2".utf8) + whole.dropFirst(8)),
      ("as large as one can be", [UInt8](repeating: 7, count: LedgerFile.largest)),
      ("larger than one can be", [UInt8](repeating: 7, count: LedgerFile.largest + 1)),
      ("much larger", whole + [UInt8](repeating: 0, count: 10_000_000)),
    ]
    for (id, bytes) in others { try expectReplaced(bytes, id) }
  }

  /// A digest that is right over what is wrong: more records than a ledger has, phases and reasons there are none of.
  @Test func aRightDigestOverNonsense() throws {
    func signed(_ body: [UInt8]) throws -> [UInt8] { body + (try SHA256.hash(body.memory.span)) }
    let body = Array(whole.dropLast(32))
    #expect(LedgerFile.decode(try signed(body)) != nil)
    var faults = 0
    for (index, values) in [
      (8, [1, 0xff]), (10, [4, 0xff]), (11, [2, 4]), (12, [1, 0x80]), (14, [4, 0xff]), (15, [0, 2]),
      (16 + 32, [0, 6, 0xff]), (16 + 34, [5, 0xff]),
    ] as [(Int, [UInt8])] {
      for value in values {
        var wrong = body
        wrong[index] = value
        try expectReplaced(try signed(wrong), "byte \(index) is \(value)")
        faults += 1
      }
    }
    #expect(faults == 17)
    // One record too many, all else right.
    let calls = [UInt8](repeating: 0, count: 1025 * 48).enumerated().map { $0.offset % 48 == 32 ? 1 : $0.element }
    try expectReplaced(try signed(Array("CSLEDGR1".utf8) + [0, 0, 4, 1, 0, 0, 0, 0] + calls), "1025 calls")
  }

  @Test func missing() throws {
    try FileManager.default.removeItem(atPath: scratch.ledger)
    let decision = handset.filter.decide(bait(ended), now: at(0))
    #expect(decision.told == "report call" && decision.ledgerIsAvailable)
    #expect(try scratch.mode() == 0o600)
  }

  /// Whatever it was before and whatever the umask, a ledger is its owner's alone.
  @Test(arguments: [0o644, 0o666, 0o400, 0o000]) func becomesItsOwnersAlone(mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.ledger)
    #expect(handset.filter.decide(try handset.push(Body.call(Body.otherID)), now: at(0)).told == "report call")
    // Rights are taken away and never given.
    #expect(try scratch.mode() == mode & 0o600)
    #expect(try scratch.mode("ledger.lock") == 0o600)
    #expect(LedgerFile.decode(try scratch.bytes())?.calls.count == 4)
  }

  /// A ledger that knows nothing new is not written again: most of what arrives twice costs no write.
  @Test func leavesTheFileAloneWhereNothingIsNew() throws {
    // Another name of the same file keeps its number from being given to a new one.
    try FileManager.default.linkItem(atPath: scratch.ledger, toPath: scratch["link"])
    let (number, bytes) = (try scratch.number(), try scratch.bytes())
    #expect(handset.filter.decide(try handset.push(Body.message()), now: at(0)).told == "suppress duplicate")
    #expect(handset.filter.decide(try handset.push(Body.call(Body.id(1))), now: at(1)).told == "suppress duplicate")
    #expect(handset.app.lapsedClaims(now: at(20_000)).count == 1)
    #expect(try scratch.number() == number && scratch.bytes() == bytes)
    #expect(handset.filter.decide(try handset.push(Body.call(Body.otherID)), now: at(1)).told == "report call")
    #expect(try scratch.number() != number, "and the number tells a write")
  }

  /// It holds ids, states and names of keys; nothing of a name, a handle or a text.
  @Test func holdsNoNameAndNoHandle() throws {
    for word in ["Ann", "Example", "4155550123", "Hello", "com.example.app"] {
      #expect(!Data(whole).contains(Data(word.utf8)), "\(word)")
    }
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
