// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

public struct SharedSecret: ContiguousBytes, Sendable {
  let secret: [UInt8]
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe secret.withUnsafeBytes(body)
  }
}

public enum Curve25519 {
  public enum KeyAgreement {
    public struct PublicKey: Sendable {
      public let rawRepresentation: Data
      init(computed raw: [UInt8]) { rawRepresentation = Data(raw) }
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {
        let raw = bytes(rawRepresentation)
        guard raw.count == 32 else { throw CryptoKitError.incorrectKeySize }
        self.rawRepresentation = Data(raw)
      }
    }

    public struct PrivateKey: Sendable {
      private let scalar: [UInt8]
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {
        scalar = bytes(rawRepresentation)
        guard scalar.count == 32 else { throw CryptoKitError.incorrectKeySize }
      }
      public var rawRepresentation: Data { Data(scalar) }
      public var publicKey: PublicKey {
        PublicKey(computed: Sodium.x25519Base(scalar))
      }
      /// Like Apple's it does not refuse points of low order: the secret is all zeros then.
      public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
        SharedSecret(secret: Sodium.x25519(scalar, [UInt8](publicKeyShare.rawRepresentation)))
      }
    }
  }

  public enum Signing {
    public struct PublicKey: Sendable {
      public let rawRepresentation: Data
      init(computed raw: [UInt8]) { rawRepresentation = Data(raw) }
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {
        let raw = bytes(rawRepresentation)
        guard raw.count == 32 else { throw CryptoKitError.incorrectKeySize }
        self.rawRepresentation = Data(raw)
      }
      public func isValidSignature<S: DataProtocol, D: DataProtocol>(_ signature: S, for data: D) -> Bool {
        Sodium.verify([UInt8](signature), [UInt8](data), [UInt8](rawRepresentation))
      }
    }

    public struct PrivateKey: Sendable {
      private let keyPair: [UInt8]
      public init<D: ContiguousBytes>(rawRepresentation: D) throws {
        let seed = bytes(rawRepresentation)
        guard seed.count == 32 else { throw CryptoKitError.incorrectKeySize }
        keyPair = Sodium.keyPair(seed)
      }
      public var rawRepresentation: Data { Data(keyPair[..<32]) }
      public var publicKey: PublicKey {
        PublicKey(computed: [UInt8](keyPair[32...]))
      }
      public func signature<D: DataProtocol>(for data: D) throws -> Data { Data(Sodium.sign([UInt8](data), keyPair)) }
    }
  }
}
