import SealCrypto
package import SealPlatform

/// A keyring in a file.
///
/// Whoever reads takes no lock: the file is only ever replaced whole. Whoever changes it holds a lock from before
/// reading until after writing, so no change of another process is lost.
package struct KeyringFile: Sendable {
  package let path: String

  /// The most bytes that are read or written; some thousands of keys.
  package static let largest = 4 << 20
  /// How long a change waits for another process to end its own, in milliseconds.
  package static let longestWait = 10_000

  package init(_ path: String) { self.path = path }

  /// What was read, and with which rights the file stands there.
  package struct Contents: Sendable {
    package let keyring: Keyring
    package let status: FileStatus
    /// What could not be read.
    package let damages: [KeyringError]
  }

  /// Reads it, as far as it goes.
  package func examine() throws(KeyringError) -> Contents {
    // A file that is replaced while it is open may be wiped under the reader's hands; then the new one is read.
    for _ in 0..<1000 {
      let file = try Self.wrap { () throws(FileError) in try ResolvedFile(path).open() }
      if let contents = try Self.examine(file) { return contents }
    }
    throw KeyringError(.file, "it is replaced faster than it can be read")
  }

  /// Reads it.
  ///
  /// - Throws: `malformed` where any key of ours can not be used.
  package func read() throws(KeyringError) -> Contents {
    let contents = try examine()
    if let damage = contents.damages.first { throw damage }
    return contents
  }

  /// Makes the file, with an empty keyring or `keyring`.
  ///
  /// - Throws: `alreadyExists` where there is anything.
  package func create(_ keyring: Keyring = Keyring()) throws(KeyringError) {
    try update(creating: true) { current, status throws(KeyringError) in
      guard status == nil else { throw KeyringError(.alreadyExists, "there is a file already") }
      current = keyring
    }
  }

  /// Changes it: under the lock it is read, changed and replaced, with mode 0600. Where `body` throws, nothing is changed.
  ///
  /// With `creating`, a file that is not there is begun with an empty keyring. With `wiping`, the old file's bytes are
  /// overwritten once the new one stands, since it held a secret in the clear that has to go; a file with a second name
  /// is somebody's copy, and is left. `body` is given the old file's status.
  @discardableResult
  package func update<Result>(
    creating: Bool = false, wiping: Bool = false,
    _ body: (inout Keyring, FileStatus?) throws(KeyringError) -> Result
  ) throws(KeyringError) -> Result {
    let file = try Self.wrap { () throws(FileError) in try ResolvedFile(path) }
    let lock = try Self.wrap { () throws(FileError) in try file.lock(within: Self.longestWait) }
    return try withExtendedLifetime(lock) { () throws(KeyringError) in
      let status = try Self.wrap { () throws(FileError) in try file.status() }
      var keyring = Keyring()
      if status != nil || !creating { keyring = try read(file) }
      let result = try body(&keyring, status)
      let text = try keyring.text()
      guard text.count <= Self.largest else {
        throw KeyringError(.refused, "a keyring of more than \(Self.largest) bytes")
      }
      try Self.wrap { () throws(FileError) in
        let old = wiping && status?.links == 1 ? file.openForWiping() : nil
        try text.withSpan { text throws(FileError) in try file.replace(text, for: .owner) }
        // Only once the name stands for the new file, so that whoever is killed here has lost nothing.
        if let old, try FileStatus(of: old).links == 0 { try old.wipe() }
      }
      return result
    }
  }

  /// Under the lock, so nobody replaces it meanwhile.
  private func read(_ file: borrowing ResolvedFile) throws(KeyringError) -> Keyring {
    let open = try Self.wrap { () throws(FileError) in try file.open() }
    guard let contents = try Self.examine(open) else {
      throw KeyringError(.file, "it is replaced by a program that does not take its lock")
    }
    if let damage = contents.damages.first { throw damage }
    return contents.keyring
  }

  /// What is in an open file; nothing where it was replaced while it was read.
  private static func examine(_ file: borrowing OpenFile) throws(KeyringError) -> Contents? {
    var damages: [KeyringError] = []
    var contents: Contents?
    var failure: KeyringError?
    try SecretFile.read(file, limit: largest, failure: { KeyringError($0) }) { text, status throws(KeyringError) in
      do throws(KeyringError) {
        let keyring = try Keyring(parsing: text, damages: &damages)
        contents = Contents(keyring: keyring, status: status, damages: damages)
      } catch { failure = error }
    }
    let links = try wrap { () throws(FileError) in try FileStatus(of: file).links }
    guard links > 0 else { return nil }
    if let failure { throw failure }
    return contents
  }

  private static func wrap<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(KeyringError) -> Result {
    do throws(FileError) { return try body() } catch { throw KeyringError(error) }
  }
}
