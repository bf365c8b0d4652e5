import SealEnvelope

extension VectorGroup {
  /// Runs one of the group's vectors, or another one as if it were; with `checksDigest` a vector that was altered fails
  /// although it holds true.
  package func outcome(of test: VectorTest, checksDigest: Bool = true) throws(VectorFault) -> VectorOutcome {
    var shared = Members(object, at: place)
    _ = shared.optional("type")
    _ = shared.optional("comment")
    _ = shared.optional("tests")
    var members = test.members
    let outcome: VectorOutcome
    switch type {
    case .envelope: outcome = try EnvelopeCheck(&shared).outcome(of: test, &members)
    case .jwk: outcome = try KeyCheck.jwk(test, &members)
    case .jwkSet: outcome = try KeyCheck.jwkSet(test, &members)
    case .pem: outcome = try KeyCheck.pem(test, &members)
    case .decisions: outcome = try DecisionCheck(&shared).outcome(of: test, &members)
    }
    // Looked at last, for what was not asked for is what the type does not know.
    try shared.end()
    try members.end()
    guard outcome == .passed, checksDigest else { return outcome }
    let digest = try VectorDigest.of(test.object, in: object)
    guard case .string(let stated) = test.object["digest"], stated == digest else {
      return .failed(expected: "the vector as it was published", got: "an altered one, by its digest")
    }
    return .passed
  }
}
