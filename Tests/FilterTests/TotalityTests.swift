import Testing

@testable import Filter

/// Whatever is done to an envelope, its text or its body: exactly one decision, with a reason there is, and no trap.
struct TotalityTests {
  private let handset: Handset
  private let bodies = [
    Body.call(data: #"{"room":7,"list":[1,null,1.5,{"a":"\u00e9"}]}"#), Body.end("cancelled"),
    Body.message(notification: #"{"title":"Ann","body":"one\ntwo","sound":"default","badge":3,"relevance":0.5}"#),
    Body.data(), #"{"kind":"new"}"#,
  ]

  init() throws { handset = try Handset { $0.policy.acceptsUnsigned = true } }

  /// Decides, holds the decision to what every decision is, and gives its reason.
  private func decide(_ sealed: Any, _ seed: String) -> String {
    let fresh = handset.remembering(in: .inMemory())
    let decision = fresh.filter.decide(bait(sealed), now: at(0))
    let opened: Set = ["call", "missed", "notification", "data", "unknown-kind", "ended", "expired"]
    let closed: Set = ["malformed", "unsupported-version", "unknown-key", "open-failed", "untrusted-sender"]
    let reason = decision.reason.rawValue
    #expect(opened.contains(reason) || closed.contains(reason), "\(reason): \(seed)")
    if closed.contains(reason) {
      #expect(decision.shown == handset.fallback && decision.event == nil && decision.data == nil, "\(seed)")
      #expect(fresh.configuration.ledger.counts == (0, 0), "\(seed)")
    } else {
      #expect(decision.event != nil, "\(seed)")
    }
    // The app's reader is as total, and rings for what the filter reports and nothing else.
    let read = fresh.app.read(["callseal": 1, "sealed": sealed], now: at(0))
    #expect((read.call != nil) == (reason == "call"), "\(reason), \(read): \(seed)")
    if let claim = decision.claim {
      #expect(fresh.app.read(claim.payload.dictionary, now: at(0)).call == read.call, "\(seed)")
    }
    return reason
  }

  private func mutate(_ bytes: inout [UInt8], _ dice: inout Dice) {
    for _ in 0...dice.below(3) {
      // Each half of them at the front, where an envelope has all its fields.
      let place = dice.below(dice.below(2) == 0 ? min(41, bytes.count + 1) : bytes.count + 1)
      switch dice.below(12) {
      // Most keep the length, or hardly any would come past it.
      case 0...3 where place < bytes.count: bytes[place] ^= 1 << dice.below(8)
      case 4...7 where place < bytes.count: bytes[place] = UInt8(dice.below(256))
      case 8 where place < bytes.count: bytes.remove(at: place)
      case 9: bytes.insert(UInt8(dice.below(256)), at: place)
      case 10: bytes.removeLast(min(bytes.count, dice.below(20)))
      case 11: bytes.insert(contentsOf: bytes.prefix(dice.below(40)), at: place)
      default:
        let end = min(bytes.count, place + dice.below(8))
        bytes.removeSubrange(place..<end)
      }
    }
  }

  @Test func mutatedEnvelopes() throws {
    var dice = Dice()
    var reasons: [String: Int] = [:]
    for round in 0..<1000 {
      var bytes = try handset.envelope(dice.one(of: bodies)).bytes
      mutate(&bytes, &dice)
      reasons[decide(text(bytes), "round \(round)"), default: 0] += 1
    }
    for reason in ["malformed", "unsupported-version", "unknown-key", "open-failed"] {
      #expect(reasons[reason, default: 0] > 0, "never: \(reason), \(reasons)")
    }
  }

  @Test func mutatedTexts() throws {
    var dice = Dice()
    var reasons: [String: Int] = [:]
    for round in 0..<1000 {
      var bytes = Array(try handset.seal(dice.one(of: bodies)).utf8)
      mutate(&bytes, &dice)
      // What is no UTF-8 is repaired by whoever makes a string of it, and is foreign then.
      reasons[decide(String(decoding: bytes, as: UTF8.self), "round \(round)"), default: 0] += 1
    }
    for reason in ["malformed", "open-failed"] { #expect(reasons[reason, default: 0] > 10, "\(reasons)") }
  }

  /// Under a right tag and a right signature: the sender itself sends nonsense.
  @Test func mutatedBodies() throws {
    var dice = Dice()
    let words = [
      "null", "true", "[]", "{}", "-1", "1e9", "0.5", "9007199254740991", "9007199254740992", #""""#, #""\ud800""#,
      "\"\u{0}\"",
      #""call""#, #""call-ended""#, #""notification""#, #""data""#, #"{"a":1,"a":2}"#, "[[[[", "}}}}", ",", ":", "\"",
    ]
    var reasons: [String: Int] = [:]
    for round in 0..<1500 {
      var bytes = Array(dice.one(of: bodies).utf8)
      if dice.below(3) == 0 {
        mutate(&bytes, &dice)
      } else {
        // A word in the place of a value, or anywhere.
        let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
        let start = colons.isEmpty ? 0 : dice.one(of: colons) + 1
        let end = bytes[start...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? bytes.count
        bytes.replaceSubrange(start..<end, with: Array(dice.one(of: words).utf8))
      }
      let sealed = try handset.envelope(bytes, by: dice.one(of: [.sender, .nobody])).text
      reasons[decide(sealed, "round \(round): \(String(decoding: bytes, as: UTF8.self))"), default: 0] += 1
    }
    for reason in ["open-failed", "call", "missed", "notification", "data", "unknown-kind"] {
      #expect(reasons[reason, default: 0] > 0, "never: \(reason), \(reasons)")
    }
  }

  /// Any plaintext under a right tag.
  @Test func mutatedPlaintexts() throws {
    var dice = Dice()
    var reasons: [String: Int] = [:]
    for round in 0..<800 {
      var plaintext = [UInt8(dice.below(3))]
      if dice.below(2) == 0 { plaintext += handset.sender.keyID.bytes + (0..<64).map { _ in UInt8(dice.below(256)) } }
      plaintext += Array(dice.one(of: bodies).utf8.prefix(300)) + [0x80]
      if dice.below(2) == 0 { mutate(&plaintext, &dice) }
      plaintext = Array(plaintext.prefix(512))
      reasons[decide(try handset.seal(plaintext: plaintext), "round \(round)"), default: 0] += 1
    }
    for reason in ["open-failed", "untrusted-sender"] { #expect(reasons[reason, default: 0] > 0, "\(reasons)") }
  }

  /// Noise of every length up to the longest text, and of any characters.
  @Test func noise() throws {
    var dice = Dice()
    for round in 0..<600 {
      let bytes = (0..<dice.below(3000)).map { _ in UInt8(dice.below(256)) }
      #expect(decide(text(bytes), "round \(round)") != "call")
      let scalars = (0..<dice.below(200)).compactMap { _ in Unicode.Scalar(UInt32(dice.below(0x11_0000))) }
      #expect(decide(String(String.UnicodeScalarView(scalars)), "round \(round)") == "malformed")
    }
  }

  /// 16 threads with one filter and all kinds of push: as on one.
  @Test func onManyThreads() throws {
    let texts = try bodies.map { try handset.seal($0) } + ["garbage", "", text([2])]
    let phone = handset
    let expected = texts.map { phone.remembering(in: .inMemory()).filter.decide(bait($0), now: at(0)).told }
    let told = onThreads(16) { number in
      (0..<40).map { round in
        let index = (round + number) % texts.count
        return phone.remembering(in: .inMemory()).filter.decide(bait(texts[index]), now: at(0)).told == expected[index]
      }
    }
    #expect(told.count == 16 && told.allSatisfy { $0.count == 40 && $0.allSatisfy { $0 } })
  }
}
