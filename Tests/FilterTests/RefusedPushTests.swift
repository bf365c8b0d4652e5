import Foundation
import Testing

@testable import Filter

/// What arrives and is no envelope: the first rows of §5's first table, up to the key.
struct RefusedPushTests {
  private let handset: Handset
  private let whole: String

  init() throws {
    handset = try Handset()
    whole = try handset.seal(Body.call())
  }

  private func told(_ sealed: Any?) -> String { handset.filter.decide(bait(sealed), now: at(0)).told }

  @Test func passesThroughWhatIsNotSealed() throws {
    for push in [[:], bait(nil), ["Sealed": whole], [7: whole], [AnyHashable(["sealed"]): whole]] {
      let decision = handset.filter.decide(push)
      #expect(decision.told == "pass-through not-sealed" && decision.event == nil && decision.ledgerIsAvailable)
      let strict = handset.adjusted { $0.policy.requiresSealed = true }.filter.decide(push)
      #expect(strict.told == "notify not-sealed" && strict.shown == handset.fallback && strict.event == nil)
    }
  }

  @Test func takesAStringWrappedAsItMayBe() {
    // What a dictionary of `Any` gives back is the same string.
    #expect(told(Optional.some(whole) as Any) == "report call")
    #expect(told(Optional.some(Optional.some(whole)) as Any) == "suppress duplicate")
    #expect(told(Substring(whole)) == "notify malformed")
  }

  @Test func refusesEveryOtherType() {
    let values: [(String, Any)] = [
      ("null", NSNull()), ("nothing", Optional<String>.none as Any),
      ("nothing within", Optional.some(String?.none) as Any),
      ("integer", 7), ("negative", Int64.min), ("number", 1.5), ("not a number", Double.nan), ("boolean", true),
      ("number object", NSNumber(value: 1)), ("array", [whole]), ("empty array", [Any]()),
      ("object", ["sealed": whole]), ("any keys", [1: whole] as [AnyHashable: Any]), ("data", Data(whole.utf8)),
      ("date", Date()), ("bytes", Array(whole.utf8)), ("character", Character("A")), ("uuid", UUID()),
      ("tuple", (1, 2)),
      ("nested", [[NSNull(), [Optional<Int>.none as Any]]]), ("function", { () -> String in "" }),
    ]
    #expect(values.count == 21)
    for (id, value) in values {
      let decision = handset.filter.decide(bait(value))
      #expect(decision.told == "notify malformed" && decision.shown == handset.fallback, "\(id)")
    }
  }

  @Test func takesBothAlphabetsAndExactPadding() throws {
    let standard = whole.replacing("-", with: "+").replacing("_", with: "/")
    #expect(whole.count == 759 && standard != whole)
    var rings = 0
    for text in [whole, whole + "=", standard, standard + "="] {
      let fresh = handset.remembering(in: .inMemory()).filter
      if fresh.decide(bait(text), now: at(0)).told == "report call" { rings += 1 }
    }
    #expect(rings == 4)
  }

  /// Each way in which an envelope's text can be wrong, the only fault of a text that is otherwise right.
  @Test func refusesEachSpellingOfBase64() throws {
    let standard = whole.replacing("-", with: "+").replacing("_", with: "/")
    let (head, tail) = (whole.prefix(100), whole.dropFirst(100))
    let texts: [(String, String)] = [
      ("empty", ""), ("padding alone", "="), ("two paddings alone", "=="), ("four", "===="), ("space alone", " "),
      ("leading space", " " + whole), ("trailing space", whole + " "), ("trailing newline", whole + "\n"),
      ("trailing newline, padded", whole + "=\n"), ("carriage return", whole + "\r\n"),
      ("tab inside", head + "\t" + tail),
      ("newline inside", head + "\n" + tail), ("nul inside", head + "\0" + tail), ("trailing nul", whole + "\0"),
      ("too much padding", whole + "=="), ("far too much", whole + "====="), ("padding before it", "=" + whole),
      ("padding inside", head + "=" + tail.dropFirst()), ("padding where none belongs", whole.dropLast(3) + "="),
      ("impossible length", whole.dropLast(2) + ""), ("foreign character", head + "*" + tail.dropFirst()),
      ("dot", head + "." + tail.dropFirst()), ("comma", head + "," + tail.dropFirst()),
      ("percent", head + "%2B" + tail.dropFirst(3)), ("full-width letter", head + "\u{ff21}" + tail.dropFirst(3)),
      ("accent on a letter", head + "\u{301}" + tail.dropFirst(2)), ("byte order mark", "\u{feff}" + whole),
      ("mixed alphabets", try mix(whole)), ("mixed the other way", try mix(standard)),
      ("spare bits", try setSpareBits(whole)), ("spare bits, padded", try setSpareBits(whole) + "="),
    ]
    #expect(texts.count == 31)
    for (id, text) in texts {
      #expect(told(text) == "notify malformed", "\(id)")
      #expect(throws: OpenError(.malformed, .encoding, "")) { try handset.opener.open(text) }
    }
    #expect(told(whole) == "report call", "the text they were all made of is right")
  }

  /// One character of the two that the alphabets differ in is written in the other alphabet.
  private func mix(_ text: String) throws -> String {
    let pairs: [Character: Character] = ["-": "+", "_": "/", "+": "-", "/": "_"]
    let place = try #require(text.firstIndex { pairs[$0] != nil })
    let last = try #require(text.lastIndex { pairs[$0] != nil })
    try #require(place < last, "an envelope this long has more than one of them, but for a chance of 2^-30")
    let twin = try #require(pairs[text[place]])
    return text[..<place] + String(twin) + text[text.index(after: place)...]
  }

  /// 569 bytes leave two bits over in the last character: sets the lowest.
  private func setSpareBits(_ text: String) throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(text.last)
    let index = try #require(alphabet.firstIndex(of: last))
    try #require(index % 4 == 0)
    return text.dropLast() + String(alphabet[index + 1])
  }

  @Test func boundsTheTextBeforeItDecodes() {
    // 5120 characters are decoded, and are 3840 bytes of version 0; one more is not looked into.
    #expect(told(String(repeating: "A", count: 5120)) == "notify unsupported-version")
    #expect(told(String(repeating: "A", count: 5121)) == "notify malformed")
    #expect(throws: OpenError(.malformed, .length, "")) {
      try handset.opener.open(String(repeating: "A", count: 5121))
    }
    // Characters are bytes here, and a grapheme can be long.
    #expect(told("A" + String(repeating: "\u{301}", count: 3000)) == "notify malformed")
    let huge = String(repeating: "A", count: 50_000_000)
    let time = ContinuousClock().measure { #expect(told(huge) == "notify malformed") }
    #expect(time < .milliseconds(200), "it read all of it: \(time)")
  }

  /// Every length from nothing to a whole envelope and a bit beyond, of an envelope's own bytes and zeros behind them.
  @Test func refusesEveryLength() throws {
    let envelope = try handset.envelope(Body.call(), floor: .bytes2560).bytes
    #expect(envelope.count == 2617)
    let bytes = envelope + [UInt8](repeating: 0, count: 110)
    var counts: [String: Int] = [:]
    for length in 0...bytes.count {
      let told = told(text(Array(bytes.prefix(length))))
      switch length {
      case 2617: #expect(told == "report call")
      // A right length, but its tag is not there.
      case 569, 1081, 2105: #expect(told == "notify open-failed", "\(length) bytes")
      default: #expect(told == "notify malformed", "\(length) bytes")
      }
      counts[told, default: 0] += 1
    }
    #expect(counts == ["report call": 1, "notify open-failed": 3, "notify malformed": 2724])
  }

  @Test func looksAtTheVersionBeforeTheLength() {
    for version in 0...255 {
      let told = told(text([UInt8(version), 1, 2]))
      #expect(told == (version == 1 ? "notify malformed" : "notify unsupported-version"), "version \(version)")
    }
  }

  /// Every single bit of a 569-byte envelope, with the stage that each region fails at.
  @Test func refusesEveryFlippedBit() throws {
    let envelope = try handset.envelope(Body.call()).bytes
    #expect(envelope.count == 569)
    var stages: [String: Int] = [:]
    for bit in 0..<envelope.count * 8 {
      var bytes = envelope
      bytes[bit / 8] ^= 1 << (bit % 8)
      let sealed = text(bytes)
      let (reason, stage): (DecisionReason, OpenError.Stage) =
        switch bit {
        case ..<8: (.unsupportedVersion, .version)
        case ..<72: (.unknownKey, .key)
        case 40 * 8 + 7: (.openFailed, .encapsulation)  // Bit 255 of `enc`.
        default: (.openFailed, .tag)
        }
      // Of the sealed part one bit of each byte is enough to see the stage.
      if bit < 41 * 8 || bit % 8 == 0 {
        #expect(throws: OpenError(reason, stage, ""), "bit \(bit)") { try handset.opener.open(sealed) }
      }
      let decision = handset.filter.decide(bait(sealed), now: at(0))
      #expect(decision.reason == reason && decision.shown == handset.fallback && decision.event == nil, "bit \(bit)")
      stages[stage.rawValue, default: 0] += 1
    }
    #expect(stages == ["version": 8, "key": 64, "encapsulation": 1, "tag": 4479])
    #expect(handset.configuration.ledger.counts == (0, 0), "what is refused leaves no trace")
    #expect(told(text(envelope)) == "report call")
  }
}

extension Handset {
  /// What is shown where nothing of the push may be: the constant text, without sound, and nothing else.
  var fallback: NotificationContent {
    var content = NotificationContent()
    content.title = configuration.wording.fallbackTitle
    content.body = configuration.wording.fallbackBody
    return content
  }
}
