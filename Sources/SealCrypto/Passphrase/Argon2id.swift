/// Argon2id (RFC 9106) with its costs, bounded: a file that is read says what they are, and may be hostile.
package struct Argon2id: Equatable, Sendable {
  /// Passes over the memory.
  package let operations: Int
  /// Bytes of memory.
  package let memory: Int

  package static let saltByteCount = 16

  private static let operationsBounds = 1...16
  /// The algorithm's least memory is 8 KiB; libsodium's dearest setting takes 1 GiB, and more may be more than there is.
  private static let memoryBounds = 8192...1 << 30
  /// Bytes written by all passes together: no file may ask for more than the dearest setting that we make ourselves,
  /// since they are paid before a wrong passphrase is refused.
  private static let dearest = sensitive.operations * sensitive.memory

  /// Takes costs from outside; nothing where they are out of bounds.
  package init?(operations: Int, memory: Int) {
    guard Self.operationsBounds.contains(operations), Self.memoryBounds.contains(memory),
      operations * memory <= Self.dearest
    else { return nil }
    self.operations = operations
    self.memory = memory
  }

  private init(known operations: Int, _ memory: Int) {
    self.operations = operations
    self.memory = memory
  }

  /// libsodium's `INTERACTIVE`: 2 passes over 64 MiB. The least that is called safe.
  package static let interactive = Argon2id(known: 2, 64 << 20)
  /// libsodium's `MODERATE`: 3 passes over 256 MiB, the better part of a second.
  package static let moderate = Argon2id(known: 3, 256 << 20)
  /// libsodium's `SENSITIVE`: 4 passes over 1 GiB, some seconds.
  package static let sensitive = Argon2id(known: 4, 1 << 30)

  /// Whether it costs an attacker less than `interactive` does.
  package var isWeak: Bool { operations * memory < Self.interactive.operations * Self.interactive.memory }

  /// The 32-byte key that a passphrase and a salt give.
  ///
  /// - Throws: `wrongLength` for a salt that does not have 16 bytes, `failed` where the system has not that much memory.
  package func key(passphrase: SecretBytes, salt: [UInt8]) throws(CryptoError) -> SecretBytes {
    guard salt.count == Self.saltByteCount else { throw CryptoError(.wrongLength) }
    return try SecretBytes(count: XChaChaPoly.keyByteCount) { key throws(CryptoError) in
      try passphrase.withSpan { passphrase throws(CryptoError) in
        try PassphraseLibrary.argon2id(
          passphrase: passphrase, salt: salt.memory.span, operations: operations, memory: memory, into: &key)
      }
    }
  }
}
