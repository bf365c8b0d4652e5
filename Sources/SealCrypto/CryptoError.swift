/// What a primitive can refuse. Equal by code alone; never holds a byte of a key or a message.
package struct CryptoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of refusal; new ones may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The cryptographic library could not be initialised.
    package static let unavailable = Code(rawValue: "unavailable")
    /// A key, tag or signature has the wrong number of bytes.
    package static let wrongLength = Code(rawValue: "wrong-length")
    /// A public key's encoding is not the one canonical encoding of its value.
    package static let nonCanonical = Code(rawValue: "non-canonical")
    /// A public key lies in a small subgroup: it would give everyone the same secret.
    package static let lowOrder = Code(rawValue: "low-order")
    /// A tag or a signature does not verify.
    package static let notAuthentic = Code(rawValue: "not-authentic")
    /// The library reported a failure that no input should be able to cause.
    package static let failed = Code(rawValue: "failed")
  }

  package let code: Code

  package init(_ code: Code) { self.code = code }

  package var description: String { "cryptography: \(code.rawValue)" }
}
