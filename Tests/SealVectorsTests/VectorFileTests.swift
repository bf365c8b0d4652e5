import SealEnvelope
import SealVectors
import Testing

/// What a file of vectors has to be, whatever is in it.
struct VectorFileTests {
  private static func root(_ name: String = "keys.json") throws -> JSONObject {
    try JSONReader.object(try Published.bytes(name))
  }

  private static func refuses(_ root: JSONObject, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let text = try JSONWriter.text(root)
    #expect(throws: VectorFault.self, comment, sourceLocation: sourceLocation) {
      let file = try VectorFile(parsing: text, name: "file")
      let report = try VectorReport(running: [file])
      if !report.isGood { throw VectorFault("failures") }
    }
  }

  private static func changingGroup(_ root: JSONObject, _ change: (inout JSONObject) -> Void) -> JSONObject {
    guard case .array(var groups) = root["testGroups"], case .object(var group) = groups[0] else { return root }
    change(&group)
    groups[0] = .object(group)
    var root = root
    root["testGroups"] = .array(groups)
    return root
  }

  private static func changingTests(_ root: JSONObject, _ change: (inout [JSONValue]) -> Void) -> JSONObject {
    changingGroup(root) { group in
      guard case .array(var tests) = group["tests"] else { return }
      change(&tests)
      group["tests"] = .array(tests)
    }
  }

  @Test func theFileItselfIsTaken() throws {
    let file = try VectorFile(parsing: JSONWriter.text(try Self.root()), name: "file")
    #expect(try VectorReport(running: [file]).isGood)
  }

  @Test(arguments: Published.names)
  func everyVectorThatIsTakenAwayIsMissed(_ name: String) throws {
    let root = try Self.root(name)
    guard case .array(let groups) = root["testGroups"] else { return }
    for (index, group) in groups.enumerated() {
      guard case .object(var group) = group, case .array(let tests) = group["tests"] else { continue }
      // First and last of each group; all between are counted by the same sum.
      for place in Set([0, tests.count - 1]) {
        var fewer = tests
        fewer.remove(at: place)
        group["tests"] = .array(fewer)
        var (changed, copy) = (root, groups)
        copy[index] = .object(group)
        changed["testGroups"] = .array(copy)
        try Self.refuses(changed, "\(index), \(place)")
      }
      group["tests"] = []
      var (changed, copy) = (root, groups)
      copy[index] = .object(group)
      changed["testGroups"] = .array(copy)
      try Self.refuses(changed, "emptied \(index)")
      copy.remove(at: index)
      changed["testGroups"] = .array(copy)
      try Self.refuses(changed, "without \(index)")
    }
  }

  @Test func whatIsNoFileOfVectorsIsRefused() throws {
    for text in ["", " ", "{}", "[]", "null", "{\"testGroups\":[]}", "vectors", "\u{feff}{}"] {
      #expect(throws: VectorFault.self, "\(text)") { try VectorFile(parsing: Array(text.utf8), name: "file") }
    }
    let bytes = try Published.bytes("keys.json")
    for count in [1, bytes.count / 2, bytes.count - 3] {
      #expect(throws: VectorFault.self) { try VectorFile(parsing: Array(bytes.prefix(count)), name: "file") }
    }
  }

  @Test func noVectorsAreRefused() throws {
    var root = try Self.root()
    root["testGroups"] = []
    root["numberOfTests"] = 0
    root["notes"] = [:]
    try Self.refuses(root, "no groups")
  }

  @Test func emptyGroupIsRefusedThoughTheCountIsTrue() throws {
    var root = try Self.root()
    guard case .array(let groups) = root["testGroups"] else { return }
    root["testGroups"] = .array(groups + [["type": "Jwk", "comment": "empty", "tests": []]])
    try Self.refuses(root, "an empty group")
  }

  @Test func countsAndNumbersAreTrue() throws {
    let root = try Self.root()
    for count: JSONValue in [0, 166, 168, -1, "167", .number(167), .null] {
      var changed = root
      changed["numberOfTests"] = count
      try Self.refuses(changed, "\(count)")
    }
    try Self.refuses(
      Self.changingTests(root) { tests in
        guard case .object(var test) = tests[1] else { return }
        test["tcId"] = 1
        tests[1] = .object(test)
      }, "a number twice")
  }

  @Test func nothingUnknownIsPassedOver() throws {
    let root = try Self.root()
    var changed = root
    changed["more"] = 1
    try Self.refuses(changed, "a member of the file")
    try Self.refuses(Self.changingGroup(root) { $0["more"] = 1 }, "a member of a group")
    try Self.refuses(Self.changingGroup(root) { $0["type"] = "Keys" }, "a type")
    for (name, value) in [
      ("more", JSONValue.integer(1)), ("flags", ["Unheard"]), ("flags", []), ("flags", ["KeyFile", "KeyFile"]),
      ("result", "acceptable"), ("expect", "key"), ("meant", "key"), ("comment", ""), ("digest", 1),
    ] {
      try Self.refuses(
        Self.changingTests(root) { tests in
          guard case .object(var test) = tests[0] else { return }
          test[name] = value
          tests[0] = .object(test)
        }, "\(name): \(value)")
    }
    for (name, value) in [("algorithm", "CallSeal/2"), ("schema", "other.json")] {
      changed = root
      changed[name] = .string(value)
      try Self.refuses(changed, "\(name)")
    }
  }

  @Test func everyMemberOfTheFileIsRequired() throws {
    let root = try Self.root()
    for member in root.members {
      var changed = root
      changed[member.name] = nil
      try Self.refuses(changed, "\(member.name)")
    }
  }

  @Test func theLegendIsTheFlags() throws {
    let root = try Self.root()
    guard case .object(let notes) = root["notes"] else { return }
    for member in notes.members {
      var (changed, fewer) = (root, notes)
      fewer[member.name] = nil
      changed["notes"] = .object(fewer)
      try Self.refuses(changed, "without \(member.name)")
      fewer[member.name] = ["meaning": "other", "effect": "other"]
      changed["notes"] = .object(fewer)
      try Self.refuses(changed, "another meaning")
    }
    var (changed, more) = (root, notes)
    more["Clock"] = ["meaning": .string(VectorFlag.clock.meaning), "effect": .string(VectorFlag.clock.effect)]
    changed["notes"] = .object(more)
    try Self.refuses(changed, "a flag that nobody has")
  }

  @Test func failuresAreToldWithWhatCame() throws {
    let root = Self.changingTests(try Self.root()) { tests in
      guard case .object(var test) = tests[0] else { return }
      test["keyId"] = "0000000000000000"
      tests[0] = .object(test)
    }
    let report = try VectorReport(running: [VectorFile(parsing: JSONWriter.text(root), name: "file")])
    #expect(report.ran == 177 && report.failed == 1 && report.passed == 176 && !report.isGood)
    let failure = try #require(report.failures.first)
    #expect(failure.id == 1 && failure.expected.hasPrefix("keyId") && failure.got.contains("941932bd11865679"))
    #expect(report.table.hasSuffix("177 ran, 176 passed, 1 failed\n"))
    #expect(report.table.contains("\nfile 1: a device's private key\n  expected keyId \"0000000000000000\"\n"))
    #expect(report.json["failed"] == 1)
  }
}
