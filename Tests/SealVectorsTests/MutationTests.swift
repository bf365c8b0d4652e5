import SealEnvelope
import SealVectors
import Testing

/// A vector that is changed in any one place fails: no input and no output of one is there for show.
struct MutationTests {
  /// What a vector is told to give; all else in it is what it is given.
  private static let outputs: Set<String> = [
    "body", "event", "seal", "thumbprint", "keyId", "publicKey", "keys", "decision", "content",
  ]
  private static let bookkeeping: Set<String> = ["tcId", "comment", "flags", "digest"]

  /// Whether a changed vector passes.
  private static func passes(_ object: JSONObject, _ check: VectorCheck, checksDigest: Bool) -> Bool {
    guard let test = try? VectorTest(object, at: "") else { return false }
    return (try? check.outcome(of: test, checksDigest: checksDigest)) == .passed
  }

  private static func names(_ path: Mutations.Path) -> [String] {
    path.compactMap { if case .member(let name) = $0 { name } else { nil } }
  }

  /// The vector with steps behind the changed one left out: they would have to be run, and could not mend it.
  private static func cut(_ object: JSONObject, at path: Mutations.Path) -> JSONObject {
    guard path.count > 2, path[0] == .member("steps"), case .element(let index) = path[1],
      case .array(let steps) = object["steps"]
    else { return object }
    var copy = object
    copy["steps"] = .array(Array(steps.prefix(index + 1)))
    return copy
  }

  /// For a change inside what a step of a sequence has to give: whether it is still what the step gives. The phone
  /// need not be played once more for each of them, since what it is given is the same.
  private static func stillMatches(_ object: JSONObject, at path: Mutations.Path, _ answers: [JSONValue]) -> Bool? {
    guard path.count > 3, path[0] == .member("steps"), case .element(let index) = path[1],
      case .member(let name) = path[2], name == "decision" || name == "content",
      case .array(let steps) = object["steps"], case .object(let step) = steps[index], let expected = step[name]
    else { return nil }
    return JSONDifference.outcome(expected: expected, got: answers[index]) == .passed
  }

  @Test(arguments: Published.names)
  func changingAnythingOfAValidVectorFails(_ name: String) throws {
    var (changes, onlyByDigest) = (0, 0)
    var survivors: [String] = []
    for group in try Published.file(name).groups {
      let check = try VectorCheck(group)
      for test in group.tests where test.result == .valid {
        #expect(Self.passes(test.object, check, checksDigest: true))
        let answers = try check.answers(to: test)
        for (path, value) in Mutations.all(of: .object(test.object)) {
          let names = Self.names(path)
          guard case .object(let object) = value, let first = names.first, !Self.bookkeeping.contains(first) else {
            continue
          }
          changes += 1
          if let passes = Self.stillMatches(object, at: path, answers) {
            if passes { survivors.append("\(test.id), \(names.joined(separator: "."))") }
            continue
          }
          guard Self.passes(Self.cut(object, at: path), check, checksDigest: false) else { continue }
          // It holds true all the same: then the input decides nothing, and the digest tells.
          onlyByDigest += 1
          let isOutput = names.contains { Self.outputs.contains($0) } && !names.contains("userInfo")
          if isOutput || Self.passes(object, check, checksDigest: true) {
            survivors.append("\(test.id), \(names.joined(separator: "."))")
          }
        }
      }
    }
    print("\(name): \(changes) changes, \(onlyByDigest) of them of inputs that decide nothing")
    #expect(changes > 100)
    #expect(survivors == [])
    // Most inputs decide something, or the vectors would show little.
    #expect(Double(onlyByDigest) < 0.15 * Double(changes))
  }

  @Test(arguments: Published.names)
  func changingResultOrExpectFails(_ name: String) throws {
    var changes = 0
    for group in try Published.file(name).groups {
      let check = try VectorCheck(group)
      for test in group.tests {
        var objects: [JSONObject] = []
        var other = test.object
        other["result"] = test.result == .valid ? "invalid" : "valid"
        objects.append(other)
        other["expect"] = nil
        objects.append(other)
        other["result"] = "acceptable"
        objects.append(other)
        for layer in VectorLayer.allCases where layer != test.expect {
          var wrong = test.object
          wrong["result"] = "invalid"
          wrong["expect"] = .string(layer.rawValue)
          objects.append(wrong)
        }
        var unknown = test.object
        unknown["expect"] = "elsewhere"
        objects.append(unknown)
        for object in objects {
          changes += 1
          #expect(!Self.passes(object, check, checksDigest: false), "\(test.id)")
        }
      }
    }
    #expect(changes > 500)
  }

  @Test(arguments: ["bodies.json", "envelopes.json", "keys.json"])
  func repairingAnInvalidVectorFails(_ name: String) throws {
    var count = 0
    for group in try Published.file(name).groups {
      let check = try VectorCheck(group)
      let inputs = ["sealed", "body", "jwk", "jwks", "pem", "meant"]
      // A vector that is right for the same phone, or, where a group has none, one from elsewhere that is right for it.
      let others = try Published.file(name).groups.filter { $0.type == group.type }.flatMap(\.tests)
      let right = others.filter { candidate in
        guard candidate.result == .valid else { return false }
        return Self.passes(candidate.object, check, checksDigest: false)
      }
      guard let right = right.first else { continue }
      for test in group.tests where test.result == .invalid {
        var repaired = test.object
        for input in inputs where repaired[input] != nil { repaired[input] = right.object[input] ?? repaired[input] }
        #expect(!Self.passes(repaired, check, checksDigest: false), "\(test.id)")
        guard test.object["body"] != nil else { continue }
        var half = test.object
        half["body"] = right.object["body"]
        #expect(!Self.passes(half, check, checksDigest: false), "\(test.id)")
        count += 1
      }
      count += 1
    }
    #expect(count > 0)
  }

  /// What a group shares is an input of each of its vectors.
  @Test(arguments: Published.names)
  func changingWhatAGroupSharesFails(_ name: String) throws {
    let root = try JSONReader.object(try Published.bytes(name))
    guard case .array(let groups) = root["testGroups"] else { return }
    var changes = 0
    for case .object(let group) in groups {
      var shared = group
      guard case .array(let tests) = group["tests"], let first = tests.first else { continue }
      shared["tests"] = nil
      for (path, value) in Mutations.all(of: .object(shared)) where !path.isEmpty {
        guard case .object(var changed) = value else { continue }
        changed["tests"] = [first]
        var file = root
        file["testGroups"] = [.object(changed)]
        file["numberOfTests"] = 1
        changes += 1
        #expect(!Self.isGood(file), "\(Self.names(path))")
      }
    }
    #expect(changes > 0)
  }

  /// Whether a whole file, with the legend that its flags need, is good.
  static func isGood(_ file: JSONObject) -> Bool {
    var file = file
    var notes: JSONObject = [:]
    if case .array(let groups) = file["testGroups"], case .object(let legend) = file["notes"] {
      for case .object(let group) in groups {
        guard case .array(let tests) = group["tests"] else { continue }
        for case .object(let test) in tests {
          guard case .array(let flags) = test["flags"] else { continue }
          for case .string(let flag) in flags { notes[flag] = legend[flag] }
        }
      }
    }
    file["notes"] = .object(notes)
    guard let text = try? JSONWriter.text(file), let parsed = try? VectorFile(parsing: text, name: "file"),
      let report = try? VectorReport(running: [parsed])
    else { return false }
    return report.isGood
  }
}
