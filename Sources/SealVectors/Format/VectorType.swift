/// What the vectors of a group are, and so which members they have and how they are run (`Vectors/README.md`, §11).
package enum VectorType: String, CaseIterable, Sendable {
  /// The text of an envelope, opened.
  case envelope = "Envelope"
  /// The text of one JWK, read as a certain kind of key.
  case jwk = "Jwk"
  /// The text of a JWK Set, read.
  case jwkSet = "JwkSet"
  /// PEM, read.
  case pem = "Pem"
  /// Pushes and CallKit's answers, in order, on one ledger.
  case decisions = "Decisions"
}

/// The layer at which a reader has to stop: the first one with a fault, in the order in which a reader looks.
package enum VectorLayer: String, CaseIterable, Sendable {
  case encoding, length, version, key, encapsulation, tag, padding, plaintext, sender, signature, body, policy
}

/// How a vector has to end.
package enum VectorResult: String, CaseIterable, Sendable {
  case valid, invalid
}
