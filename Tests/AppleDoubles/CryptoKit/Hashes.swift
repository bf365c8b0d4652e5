// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

/// Bytes of the double, which are what CryptoKit keeps private.
func bytes<D: ContiguousBytes>(_ data: D) -> [UInt8] { unsafe data.withUnsafeBytes { unsafe [UInt8]($0) } }

public enum CryptoKitError: Error {
  case incorrectKeySize
  case incorrectParameterSize
  case authenticationFailure
  case underlyingCoreCryptoError(error: Int32)
  case wrapFailure
  case unwrapFailure
  case invalidParameter
}

public struct SymmetricKeySize: Sendable {
  public let bitCount: Int
  public init(bitCount: Int) { self.bitCount = bitCount }
  public static var bits256: SymmetricKeySize { SymmetricKeySize(bitCount: 256) }
}

public struct SymmetricKey: ContiguousBytes, Sendable {
  let key: [UInt8]
  public init<D: ContiguousBytes>(data: D) { key = bytes(data) }
  public init(size: SymmetricKeySize) { key = Sodium.random(size.bitCount / 8) }
  public var bitCount: Int { key.count * 8 }
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe key.withUnsafeBytes(body)
  }
}

public protocol HashFunction {
  associatedtype Digest: ContiguousBytes
  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  func finalize() -> Digest
}

public struct SHA256Digest: ContiguousBytes, Sendable {
  let digest: [UInt8]
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe digest.withUnsafeBytes(body)
  }
}

public struct SHA256: HashFunction, Sendable {
  private var message: [UInt8] = []
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) { message += unsafe [UInt8](bufferPointer) }
  public func finalize() -> SHA256Digest { SHA256Digest(digest: Sodium.sha256(message)) }
}

public struct HashedAuthenticationCode<H: HashFunction>: ContiguousBytes, Sendable {
  let code: [UInt8]
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try unsafe code.withUnsafeBytes(body)
  }
}

public struct HMAC<H: HashFunction>: Sendable {
  private let key: [UInt8]
  private var message: [UInt8] = []
  public init(key: SymmetricKey) { self.key = key.key }
  public mutating func update<D: DataProtocol>(data: D) { message += [UInt8](data) }
  public func finalize() -> HashedAuthenticationCode<H> {
    HashedAuthenticationCode(code: Sodium.hmacSHA256(key: key, message))
  }
}
