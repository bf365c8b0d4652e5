package import SealEnvelope

/// A file of vectors, in Wycheproof's shape: groups of one type each, and what holds for the whole.
package struct VectorFile: Sendable {
  /// What the file is called in reports.
  package let name: String
  package let groups: [VectorGroup]

  package static let algorithm = "CallSeal/1"
  package static let schema = "schema.json"
  /// The most bytes that are read of a file.
  package static let largest = 1 << 24

  package var count: Int { groups.reduce(0) { $0 + $1.tests.count } }

  /// Reads a file, down to what all vectors have.
  ///
  /// - Throws: For what is no JSON, a member that is missing, unknown or of the wrong type, a flag without its legend or
  ///   the other way round, a `tcId` that is there twice, a group without vectors, and a count that is not true.
  package init(parsing bytes: [UInt8], name: String) throws(VectorFault) {
    self.name = name
    let root: JSONObject
    do throws(FormatError) { root = try JSONReader.object(bytes) } catch {
      throw VectorFault("\(name): \(error.reason)")
    }
    var members = Members(root, at: name)
    guard try members.string("algorithm") == Self.algorithm else { throw members.fault("not of \(Self.algorithm)") }
    guard try members.string("schema") == Self.schema else { throw members.fault("not of \(Self.schema)") }
    _ = try members.strings("header")
    let count = try members.integer("numberOfTests")
    let legend = try Self.legend(try members.object("notes"), at: name)
    var groups: [VectorGroup] = []
    for (index, group) in try members.objects("testGroups").enumerated() {
      groups.append(try VectorGroup(group, at: "\(name), group \(index + 1)"))
    }
    try members.end()
    self.groups = groups

    let tests = groups.flatMap(\.tests)
    guard Int64(tests.count) == count else {
      throw VectorFault("\(name): \"numberOfTests\" is \(count), and there are \(tests.count)")
    }
    guard !tests.isEmpty else { throw VectorFault("\(name): no vectors") }
    guard Set(tests.map(\.id)).count == tests.count else {
      throw VectorFault("\(name): a \"tcId\" that is there twice")
    }
    let used = Set(tests.flatMap(\.flags))
    guard used == legend else {
      let odd = used.symmetricDifference(legend).map(\.rawValue).sorted().joined(separator: ", ")
      throw VectorFault("\(name): flags and their legend in \"notes\" differ in \(odd)")
    }
  }

  private static func legend(_ notes: JSONObject, at name: String) throws(VectorFault) -> Set<VectorFlag> {
    var flags: Set<VectorFlag> = []
    for note in notes.members {
      guard let flag = VectorFlag(rawValue: note.name) else {
        throw VectorFault("\(name): an unknown flag \"\(note.name)\"")
      }
      guard case .object(let note) = note.value else { throw VectorFault("\(name): a note that is no object") }
      var members = Members(note, at: "\(name), note on \(flag.rawValue)")
      guard try members.string("meaning") == flag.meaning, try members.string("effect") == flag.effect else {
        throw members.fault("not the legend of this flag")
      }
      try members.end()
      flags.insert(flag)
    }
    return flags
  }
}

/// Vectors of one type, with what they share.
package struct VectorGroup: Sendable {
  package let type: VectorType
  package let comment: String
  package let tests: [VectorTest]
  /// The whole of it.
  package let object: JSONObject
  let place: String

  init(_ object: JSONObject, at place: String) throws(VectorFault) {
    self.object = object
    self.place = place
    var members = Members(object, at: place)
    type = try members.word("type")
    comment = try members.string("comment")
    var tests: [VectorTest] = []
    for test in try members.objects("tests") { tests.append(try VectorTest(test, at: place)) }
    guard !tests.isEmpty else { throw members.fault("no vectors") }
    self.tests = tests
  }
}

/// What every vector has, whatever its type.
package struct VectorTest: Sendable {
  package let id: Int64
  package let comment: String
  package let flags: [VectorFlag]
  package let result: VectorResult
  /// Where a reader has to stop; nothing in a vector that is valid.
  package let expect: VectorLayer?
  /// The whole of it.
  package let object: JSONObject
  /// All but what is told above, for its type.
  let members: Members

  package init(_ object: JSONObject, at place: String) throws(VectorFault) {
    self.object = object
    var members = Members(object, at: place)
    id = try members.integer("tcId")
    members = Members(object, at: "\(place), tcId \(id)")
    _ = try members.integer("tcId")
    comment = try members.string("comment")
    guard !comment.isEmpty else { throw members.fault("an empty \"comment\"") }
    var flags: [VectorFlag] = []
    for word in try members.strings("flags") {
      guard let flag = VectorFlag(rawValue: word), !flags.contains(flag) else {
        throw members.fault("an unknown flag \"\(word)\", or one that is there twice")
      }
      flags.append(flag)
    }
    guard !flags.isEmpty else { throw members.fault("no flags") }
    self.flags = flags
    result = try members.word("result")
    expect = result == .invalid ? try members.word("expect") : nil
    _ = try members.string("digest")
    self.members = members
  }
}
