import SealCrypto

/// The name of a key: the SHA-256 of its JWK's required members (RFC 7638).
public struct Thumbprint: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes of the digest.
  public let bytes: [UInt8]

  /// The first 8 of them: the key id on the wire.
  public var keyID: KeyID { KeyID(bytes.memory.span) }

  /// 43 characters of base64url, a JWK's `kid`.
  public var description: String { Base64URL.encode(bytes.memory.span) }

  /// Takes the 32 bytes of a digest.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The thumbprint of a public key: SHA-256 of `{"crv":…,"kty":"OKP","x":…}` (RFC 8037 §2, RFC 7638 §3).
  package init(curve: KeyCurve, publicKey: [UInt8]) throws(FormatError) {
    let members = #"{"crv":"\#(curve.rawValue)","kty":"OKP","x":"\#(Base64URL.encode(publicKey.memory.span))"}"#
    bytes = try FormatError.wrapping(.key) { () throws(CryptoError) in try SHA256.hash(Array(members.utf8).memory.span)
    }
  }
}

/// The two curves keys are on, as `crv` names them (RFC 8037 §2).
package enum KeyCurve: String, Sendable {
  /// Keys that envelopes are sealed to.
  case x25519 = "X25519"
  /// Keys that senders sign with.
  case ed25519 = "Ed25519"
}

extension FormatError {
  /// Runs a cryptographic step whose refusal is a fault of what was given.
  static func wrapping<Result: ~Copyable>(
    _ code: Code, _ step: () throws(CryptoError) -> Result
  ) throws(FormatError) -> Result {
    do throws(CryptoError) { return try step() } catch {
      throw FormatError(code, reason(error.code))
    }
  }

  private static func reason(_ code: CryptoError.Code) -> String {
    switch code {
    case .wrongLength: "a key of the wrong length; it has 32 bytes"
    case .nonCanonical: "a public key that is not in its canonical form"
    case .lowOrder: "a public key of low order, which protects nothing"
    default: "the cryptographic library failed (\(code.rawValue))"
    }
  }
}
