package import SealEnvelope

/// Runs vectors of one group, whose shared members are read once.
package struct VectorCheck: Sendable {
  private enum Runner {
    case envelope(EnvelopeCheck)
    case decisions(DecisionCheck)
    case jwk, jwkSet, pem
  }

  private let group: JSONObject
  private let runner: Runner

  /// - Throws: For shared members that are missing, unknown or of the wrong type.
  package init(_ group: VectorGroup) throws(VectorFault) {
    self.group = group.object
    var shared = Members(group.object, at: group.place)
    _ = shared.optional("type")
    _ = shared.optional("comment")
    _ = shared.optional("tests")
    switch group.type {
    case .envelope: runner = .envelope(try EnvelopeCheck(&shared))
    case .decisions: runner = .decisions(try DecisionCheck(&shared))
    case .jwk: runner = .jwk
    case .jwkSet: runner = .jwkSet
    case .pem: runner = .pem
    }
    // Looked at last, for what was not asked for is what the type does not know.
    try shared.end()
  }

  /// What each step of a vector of decisions gives; nothing of other types.
  package func answers(to test: VectorTest) throws(VectorFault) -> [JSONValue] {
    guard case .decisions(let check) = runner else { return [] }
    return try check.answers(to: test)
  }

  /// Runs one of the group's vectors, or another one as if it were.
  ///
  /// - Parameters:
  ///   - test: The vector.
  ///   - checksDigest: Whether a vector that was altered fails although it holds true.
  /// - Returns: How it ended.
  /// - Throws: For members that are missing, unknown or of the wrong type.
  package func outcome(of test: VectorTest, checksDigest: Bool = true) throws(VectorFault) -> VectorOutcome {
    var members = test.members
    let outcome: VectorOutcome
    switch runner {
    case .envelope(let check): outcome = try check.outcome(of: test, &members)
    case .decisions(let check): outcome = try check.outcome(of: test, &members)
    case .jwk: outcome = try KeyCheck.jwk(test, &members)
    case .jwkSet: outcome = try KeyCheck.jwkSet(test, &members)
    case .pem: outcome = try KeyCheck.pem(test, &members)
    }
    try members.end()
    guard outcome == .passed, checksDigest else { return outcome }
    let digest = try VectorDigest.of(test.object, in: group)
    guard case .string(let stated) = test.object["digest"], stated == digest else {
      return .failed(expected: "the vector as it was published", got: "an altered one, by its digest")
    }
    return .passed
  }
}
