/// Makes the files of vectors, the same bytes each time.
package enum VectorGenerator {
  /// The files by name.
  package static func files() throws -> [(name: String, bytes: [UInt8])] {
    try drafts().map { ($0.name, try $0.bytes()) }
  }

  /// How many vectors each file has; it says what is published, and nothing else does.
  package static func counts() throws -> [String: Int] {
    try Dictionary(uniqueKeysWithValues: drafts().map { ($0.name, $0.groups.reduce(0) { $0 + $1.tests.count }) })
  }

  private static func drafts() throws -> [FileDraft] {
    let cast = try Cast()
    return [
      FileDraft(
        name: "envelopes.json",
        header: [
          "Envelopes: what opens, what it was sealed from, and what must not open, by the layer that refuses it."
        ],
        groups: try ValidEnvelopes.groups(cast) + WrongTexts.groups(cast) + WrongFrames.groups(cast)
          + WrongEncapsulations.groups(cast) + WrongTags.groups(cast) + WrongPlaintexts.groups(cast)
          + WrongSenders.groups(cast)),
      FileDraft(
        name: "bodies.json",
        header: ["Bodies: what a reader makes of them, and what it must refuse; each in an envelope that is right."],
        groups: try ValidBodies.groups(cast) + WrongJSON.groups(cast) + WrongMembers.groups(cast)),
      FileDraft(
        name: "keys.json",
        header: [
          "Keys: as JWK, in JWK Sets and as PEM; what is read, and what must be refused. All are marked as test keys."
        ],
        groups: try JWKVectors.groups(cast) + PEMVectors.groups(cast)),
      FileDraft(
        name: "decisions.json",
        header: [
          "Decisions: pushes and CallKit's answers in order, on a ledger that is empty at first, with the decision, the",
          "payload and the content that each gives.",
        ], groups: try DecisionVectors.groups(cast)),
      FileDraft(
        name: "pushes.json", header: ["Pushes: what JSON can do to one, and the payload of each kind of call."],
        groups: try PushVectors.groups(cast)),
    ]
  }
}
