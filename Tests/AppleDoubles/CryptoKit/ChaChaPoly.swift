// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

public enum ChaChaPoly {
  public struct Nonce: Sendable {
    let nonce: [UInt8]
    public init<D: DataProtocol>(data: D) throws {
      nonce = [UInt8](data)
      guard nonce.count == 12 else { throw CryptoKitError.incorrectParameterSize }
    }
  }

  public struct SealedBox: Sendable {
    public let nonce: Nonce
    public let ciphertext: Data
    public let tag: Data
    public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {
      guard tag.count == 16 else { throw CryptoKitError.incorrectParameterSize }
      self.nonce = nonce
      self.ciphertext = Data(ciphertext)
      self.tag = Data(tag)
    }
  }

  public static func seal<M: DataProtocol, A: DataProtocol>(
    _ message: M, using key: SymmetricKey, nonce: Nonce, authenticating authenticatedData: A
  ) throws -> SealedBox {
    guard key.bitCount == 256 else { throw CryptoKitError.incorrectKeySize }
    let (text, tag) = Sodium.seal([UInt8](message), key.key, nonce.nonce, [UInt8](authenticatedData))
    return try SealedBox(nonce: nonce, ciphertext: text, tag: tag)
  }

  public static func open<A: DataProtocol>(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating authenticatedData: A
  ) throws -> Data {
    guard key.bitCount == 256 else { throw CryptoKitError.incorrectKeySize }
    guard
      let text = Sodium.open(
        [UInt8](sealedBox.ciphertext), [UInt8](sealedBox.tag), key.key, sealedBox.nonce.nonce,
        [UInt8](authenticatedData))
    else { throw CryptoKitError.authenticationFailure }
    return Data(text)
  }
}
