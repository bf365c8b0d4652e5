import Foundation
import Testing

@testable import Filter

/// Dictionaries of any shape: nothing traps, and each gets exactly one of the answers there are.
struct HostileDictionaryTests {
  private let handset: Handset

  init() throws { handset = try Handset { $0.policy.acceptsCallsInTheClear = true } }

  /// What a property list, JSON, or a careless bridge may put in a dictionary.
  private let values: [(String, Any)] = [
    ("text", "x"), ("empty", ""), ("one", 1), ("zero", 0), ("negative", -1), ("largest", Int.max), ("least", Int.min),
    ("unsigned", UInt64.max), ("byte", UInt8(1)), ("number", 1.5), ("one as a double", 1.0),
    ("infinite", Double.infinity),
    ("not a number", Double.nan), ("float", Float(1)), ("true", true), ("false", false), ("null", NSNull()),
    ("nothing", Optional<Int>.none as Any), ("number object", NSNumber(value: 1)),
    ("flag object", NSNumber(value: true)),
    ("string object", NSString("x")), ("data", Data([1])), ("date", Date(timeIntervalSince1970: 1)), ("list", [1]),
    ("empty list", [Any]()), ("list of null", [NSNull()]), ("object", ["a": 1]), ("empty object", [String: Any]()),
    ("object of null", ["a": NSNull()]), ("numbered", [1: 1]), ("uuid", UUID()),
    ("bytes", [UInt8](repeating: 1, count: 9)),
    ("id", Body.id), ("other letters", Body.id.uppercased()), ("nul", "\0"), ("steering", "\u{202e}"),
    ("long", String(repeating: "x", count: 10_000)),
  ]

  private static let members = [
    "callseal", "id", "handle", "handleType", "name", "video", "sent", "expires", "sender", "recipient", "data",
    "sealed",
    "aps", "new",
  ]

  /// Each member of a payload as each type. A mark other than 1, or an envelope that does not open, never rings; what
  /// stands beside them is not even looked at.
  @Test func eachMemberAsEachType() throws {
    let whole = try #require(
      handset.filter.decide(try handset.push(Body.call(data: #"{"room":7}"#)), now: at(0)).claim
    ).payload.dictionary
    let expected = try #require(handset.app.read(whole, now: at(0)).call)
    // On Apple systems every number that is 1 is an `Int`; elsewhere one that is an object.
    let ones: Set = ["one", "number object"]
    let maybeOnes: Set = ["one as a double", "float", "byte", "true", "flag object"]
    var (count, rings) = (0, 0)
    for member in Self.members {
      for (id, value) in values {
        var payload = whole
        payload[member] = value
        let read = handset.app.read(payload, now: at(0))
        count += 1
        if member == "callseal", maybeOnes.contains(id) { continue }
        if member == "sealed" || member == "callseal" && !ones.contains(id) {
          #expect(read.told == "end failed", "\(member): \(id)")
        } else {
          #expect(read.call == expected, "\(member): \(id)")
          rings += 1
        }
      }
    }
    #expect(count == Self.members.count * values.count && count > 500 && rings > 400)
  }

  /// The clear members as each type, where they are all there is: a ring has all that a call has.
  @Test func eachClearMemberAsEachType() throws {
    let good: [AnyHashable: Any] = [
      "callseal": 1, "id": Body.id, "handle": "+14155550123", "handleType": "phone", "name": "Ann", "video": true,
      "sent": Int(Body.start), "expires": Int(Body.start + 45_000),
    ]
    var counts: [String: Int] = [:]
    for member in good.keys.compactMap({ $0 as? String }) {
      for (id, value) in values {
        var payload = good
        payload[member] = value
        let fresh = handset.remembering(in: .inMemory())
        let read = fresh.app.read(payload, now: at(0))
        counts[read.told, default: 0] += 1
        guard let call = read.call else { continue }
        #expect(!call.handle.value.isEmpty && call.expires > call.sent, "\(member): \(id)")
        #expect(call.expires.milliseconds - call.sent.milliseconds <= 180_000 && call.sent.milliseconds >= 0)
        if member == "sent" || member == "expires" { Issue.record("\(member): \(id)") }
      }
    }
    #expect(counts.values.reduce(0, +) == 8 * values.count)
    #expect(counts["ring", default: 0] > 50 && counts["end failed", default: 0] > 100, "\(counts)")
  }

  /// A push's members as each type: only `sealed` is looked at.
  @Test func eachMemberOfAPushAsEachType() throws {
    for member in Self.members + ["alert", "mutable-content"] where member != "sealed" {
      for (id, value) in values {
        let fresh = handset.remembering(in: .inMemory())
        var push = try fresh.push(Body.call())
        push[member] = value
        #expect(fresh.filter.decide(push, now: at(0)).told == "report call", "\(member): \(id)")
      }
    }
  }

  /// Any dictionary at all, deep and wide, keys of any type.
  @Test func anyDictionary() throws {
    var dice = Dice()
    let texts = try [Body.call(), Body.end("cancelled"), Body.message(), Body.data(), "{}"].map { try handset.seal($0) }
    var told: [String: Int] = [:]
    for _ in 0..<3000 {
      var dictionary: [AnyHashable: Any] = [:]
      for _ in 0..<dice.below(14) {
        let key: AnyHashable =
          dice.below(20) == 0 ? AnyHashable(dice.below(3)) : AnyHashable(dice.one(of: Self.members))
        dictionary[key] = value(&dice, texts, depth: 4)
      }
      if dice.below(2) == 0 { dictionary["callseal"] = 1 }
      let now = UnixTime(milliseconds: dice.one(of: [Body.start, Body.start + 80_000, .min, .max, 0]))
      let fresh = handset.remembering(in: .inMemory())
      let decision = fresh.filter.decide(dictionary, now: now)
      let read = fresh.app.read(dictionary, mustReport: dice.below(2) == 0, now: now)
      told["decide " + decision.told, default: 0] += 1
      told["read " + read.told, default: 0] += 1
      if let claim = decision.claim {
        #expect(PropertyListSerialization.propertyList(claim.payload.dictionary, isValidFor: .binary))
      }
    }
    let decisions = told.keys.filter { $0.hasPrefix("decide") }, answers = told.keys.filter { $0.hasPrefix("read") }
    #expect(decisions.count >= 6 && answers.count >= 5, "\(told)")
  }

  private func value(_ dice: inout Dice, _ texts: [String], depth: Int) -> Any {
    switch dice.below(depth > 0 ? 8 : 5) {
    case 0: return dice.one(of: texts)
    case 1: return dice.one(of: texts) as String? as Any
    case 2: return String(dice.one(of: texts).prefix(dice.below(800)))
    case 3, 4: return dice.one(of: values).1
    case 5: return (0..<dice.below(4)).map { _ in value(&dice, texts, depth: depth - 1) }
    default:
      var dictionary: [AnyHashable: Any] = [:]
      for _ in 0..<dice.below(4) { dictionary[dice.one(of: Self.members)] = value(&dice, texts, depth: depth - 1) }
      return dictionary
    }
  }

  /// Deeper than any stack of ours: nobody walks into it.
  @Test func aDictionaryOfGreatDepth() throws {
    var deep: Any = NSNull()
    for level in 0..<1000 { deep = level % 2 == 0 ? [deep] : ["a": deep] as [String: Any] }
    let whole = try handset.seal(Body.call())
    #expect(handset.filter.decide(["sealed": deep]).told == "notify malformed")
    #expect(handset.filter.decide(["sealed": whole, "aps": deep], now: at(0)).told == "report call")
    #expect(handset.app.read(["callseal": deep]).told == "end failed")
    #expect(handset.app.read(["callseal": 1, "sealed": whole, "data": deep], now: at(0)).told == "ring")
  }
}
