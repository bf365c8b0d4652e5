/// What a run of `callseal` tells the shell.
struct ExitCode: Equatable, Sendable {
  let rawValue: Int32

  /// Done.
  static let done = ExitCode(rawValue: 0)
  /// Input or output failed.
  static let inputOutput = ExitCode(rawValue: 1)
  /// The command line itself is wrong.
  static let usage = ExitCode(rawValue: 2)
  /// Malformed input, or a version that is not read.
  static let malformed = ExitCode(rawValue: 3)
  /// No key has the envelope's key id.
  static let noMatchingKey = ExitCode(rawValue: 4)
  /// It did not open, or nobody trusted signed it.
  static let notOpened = ExitCode(rawValue: 5)
  /// Something that is checked, a vector or a step of the demonstration, is not as told; or nothing was checked.
  static let checkFailed = ExitCode(rawValue: 6)
  /// Refused for safety: it would overwrite, or use a key where it must not be used.
  static let refused = ExitCode(rawValue: 7)
}
