import SealEnvelope

/// A vector before it has a number.
struct TestDraft {
  let comment: String
  let flags: [VectorFlag]
  let inputs: [(String, JSONValue)]
  /// Where a reader has to stop; nothing for a vector that is valid.
  var expect: VectorLayer?
  var outputs: [(String, JSONValue)] = []
}

/// A group before its vectors have numbers.
struct GroupDraft {
  let type: VectorType
  let comment: String
  /// What its vectors share.
  let members: [(String, JSONValue)]
  var tests: [TestDraft] = []
}

/// A file before it is written.
struct FileDraft {
  let name: String
  /// What is in it, for a person.
  let header: [String]
  let groups: [GroupDraft]

  /// The bytes of the file: numbers, legend, counts and digests put in.
  func bytes() throws -> [UInt8] {
    var number: Int64 = 0
    var groups: [JSONValue] = []
    for draft in self.groups {
      let shared = JSONObject(
        [("type", .string(draft.type.rawValue)), ("comment", .string(draft.comment))] + draft.members)
      var tests: [JSONValue] = []
      for test in draft.tests {
        number += 1
        tests.append(.object(try object(of: test, number, in: shared)))
      }
      var group = shared
      group["tests"] = .array(tests)
      groups.append(.object(group))
    }
    let root: JSONObject = [
      "algorithm": .string(VectorFile.algorithm), "schema": .string(VectorFile.schema),
      "header": .array(header.map { .string($0) }), "numberOfTests": .integer(number), "notes": .object(legend),
      "testGroups": .array(groups),
    ]
    return PrettyJSON.text(root)
  }

  private func object(of test: TestDraft, _ number: Int64, in group: JSONObject) throws -> JSONObject {
    var members: [(String, JSONValue)] = [
      ("tcId", .integer(number)), ("comment", .string(test.comment)),
      ("flags", .array(test.flags.map { .string($0.rawValue) })),
    ]
    members += test.inputs
    members.append(("result", .string(test.expect == nil ? "valid" : "invalid")))
    if let expect = test.expect { members.append(("expect", .string(expect.rawValue))) }
    var object = JSONObject(members + test.outputs)
    object["digest"] = .string(try VectorDigest.of(object, in: group))
    return object
  }

  private var legend: JSONObject {
    let used = Set(groups.flatMap(\.tests).flatMap(\.flags))
    return JSONObject(
      VectorFlag.allCases.filter(used.contains).map {
        ($0.rawValue, ["meaning": .string($0.meaning), "effect": .string($0.effect)])
      })
  }
}
