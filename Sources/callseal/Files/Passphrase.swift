import SealCrypto
import SealKeyring
import SealPlatform

/// Where passphrases come from: a file, a descriptor that somebody opened for us, or the terminal. Never the command
/// line, which everyone on the machine can read.
extension Arguments {
  /// The passphrase of an existing lock.
  func passphrase(for name: String) throws(Failure) -> SecretBytes {
    let place = givesPassphrase ? "" : name
    if let known = Unlocking.passphrase(at: place) { return known }
    let passphrase = try passphrase(CommonOptions.passphraseFile, CommonOptions.passphraseDescriptor) {
      () throws(Failure) in try Terminal.ask("passphrase of \(name): ")
    }
    // It may have been set so by an earlier version.
    if let fault = PassphraseText.fault(passphrase) { Voice.warn("\(name): the passphrase \(fault)") }
    Unlocking.keep(passphrase, at: place)
    return passphrase
  }

  /// Whether an option says where the passphrase is, so that nobody has to be asked.
  var givesPassphrase: Bool {
    isGiven(CommonOptions.passphraseFile) || isGiven(CommonOptions.passphraseDescriptor)
  }

  /// A passphrase that is set: asked for twice on the terminal.
  func newPassphrase(
    for name: String, _ file: OptionDescription = CommonOptions.passphraseFile,
    _ descriptor: OptionDescription = CommonOptions.passphraseDescriptor
  ) throws(Failure) -> SecretBytes {
    let passphrase = try passphrase(file, descriptor) { () throws(Failure) in
      let first = try Terminal.ask("new passphrase for \(name): ")
      guard try first == Terminal.ask("the same again: ") else {
        throw Failure(.usage, "\(name): the two passphrases differ; nothing is changed")
      }
      return first
    }
    if let fault = PassphraseText.fault(passphrase) {
      throw Failure(.malformed, "\(name): the new passphrase \(fault); nothing is changed")
    }
    if PassphraseText.characterCount(passphrase) < PassphraseText.shortest {
      Voice.warn("\(name): a passphrase of fewer than \(PassphraseText.shortest) characters is soon guessed")
    }
    return passphrase
  }

  private func passphrase(
    _ file: OptionDescription, _ descriptor: OptionDescription, _ ask: () throws(Failure) -> SecretBytes
  ) throws(Failure) -> SecretBytes {
    guard !isGiven(file) || !isGiven(descriptor) else {
      throw usage("\(file.spelling) and \(descriptor.spelling) exclude each other")
    }
    if let path = value(of: file) {
      var result: Result<SecretBytes, Failure>?
      do throws(FileError) {
        if path == "-" {
          try System.withStream(.input) { input throws(FileError) in result = read(input, System.Stream.input.name) }
        } else {
          try System.withFile(reading: path) { input throws(FileError) in result = read(input, path) }
        }
      } catch { throw Failure(error) }
      if let result { return try result.get() }
    }
    if let number = integer(descriptor) {
      guard let number = Int32(exactly: number), number >= 0 else {
        throw usage("\(descriptor.spelling) is the number of an open descriptor")
      }
      var result: Result<SecretBytes, Failure>?
      do throws(FileError) {
        try System.withDescriptor(number, "descriptor \(number)") { input throws(FileError) in
          result = read(input, "descriptor \(number)")
        }
      } catch { throw Failure(error) }
      if let result { return try result.get() }
    }
    return try ask()
  }

  /// The first line without its end; what else there is makes it no passphrase.
  private func read(_ input: borrowing OpenFile, _ name: String) -> Result<SecretBytes, Failure> {
    do throws(Failure) {
      return .success(
        try SecretFile.read(input, limit: KeyringLock.longestPassphrase + 2, failure: { Failure($0) }) {
          text, status throws(Failure) in
          if status.isRegular { try checkRights(status, name, "this passphrase") }
          var end = text.count
          if end > 0, text[end - 1] == UInt8(ascii: "\n") { end -= 1 }
          if end > 0, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
          guard (1...KeyringLock.longestPassphrase).contains(end), !text[..<end].contains(UInt8(ascii: "\n")) else {
            throw Failure(
              .malformed, "\(name): not a passphrase: one line of 1 to \(KeyringLock.longestPassphrase) bytes")
          }
          do throws(CryptoError) { return try SecretBytes(copying: text.memory.span.extracting(0..<end)) } catch {
            throw Failure(.inputOutput, "the cryptographic library failed")
          }
        })
    } catch { return .failure(error) }
  }
}
