/// Makes the files of vectors, the same bytes each time.
package enum VectorGenerator {
  /// The files by name.
  package static func files() throws -> [(name: String, bytes: [UInt8])] {
    let cast = try Cast()
    return try [
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
    ].map { ($0.name, try $0.bytes()) }
  }
}
