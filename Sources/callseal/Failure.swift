import SealEnvelope
import SealPlatform

/// Why a run ends without having done what it was asked for.
struct Failure: Error, Sendable {
  let code: ExitCode
  /// One line for a person: the file, the fault, and what to do about it. Holds no byte of a key or a plaintext.
  let message: String
  /// The command whose usage is shown, where the command line itself is wrong.
  let command: CommandDescription?

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
    command = nil
  }

  /// A command line that is wrong.
  static func usage(_ message: String, of command: CommandDescription? = nil) -> Failure {
    Failure(usage: message, command)
  }

  private init(usage message: String, _ command: CommandDescription?) {
    code = .usage
    self.message = message
    self.command = command
  }

  /// A file that cannot be read or written; one that is too large is malformed.
  init(_ error: FileError) {
    let isTooLarge = error.code == .tooLarge
    self.init(isTooLarge ? .malformed : .inputOutput, "\(error.path): \(Voice.lowerCased(error.reason))")
  }

  /// What was read from `name` and is not what it has to be.
  init(_ error: FormatError, in name: String) {
    self.init(error.code == .testKey ? .refused : .malformed, "\(name): \(error.reason)")
  }
}
