import SealCrypto
import SealPlatform

/// Where a command's data goes: standard output, or the file of `-o`, which is touched only when there is something to
/// write and is whole or not there at all.
struct Output {
  /// Who may read a new file.
  enum Audience {
    /// The owner.
    case owner
    /// Whoever the umask lets.
    case everyone

    var mode: UInt32 { self == .owner ? 0o600 : System.masked(0o666) }
  }

  static let standard = Output(path: nil)

  /// Nothing for standard output.
  private let path: String?
  private let audience: Audience
  private let replaces: Bool

  private init(path: String?, audience: Audience = .everyone, replaces: Bool = true) {
    // Not opened anew: what stands there may be a file that others write to as well.
    self.path = path == "-" || path == "/dev/stdout" ? nil : path
    self.audience = audience
    self.replaces = replaces
  }

  /// Where `option` says.
  init(
    _ option: OptionDescription = CommonOptions.output, of arguments: Arguments, for audience: Audience,
    replaces: Bool = true
  ) {
    self.init(path: arguments.value(of: option), audience: audience, replaces: replaces)
  }

  /// Whether a person is looking.
  var isTerminal: Bool {
    guard let path else { return System.isTerminal(.output) }
    return System.existingFile(path)?.isRegular == false && System.isTerminal(path)
  }

  /// Whether writing makes a file that is not there yet.
  var isNewFile: Bool { path.map { System.existingFile($0) == nil } ?? false }

  /// Takes away the file that was made.
  func remove() { if let path { System.removeFile(path) } }

  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Writes `bytes`, and to a terminal a line's end behind them.
  func write(_ bytes: [UInt8]) throws(Failure) {
    let needsLineEnd = isTerminal && bytes.last != UInt8(ascii: "\n")
    let bytes = needsLineEnd ? bytes + [UInt8(ascii: "\n")] : bytes
    try write(bytes.memory.span)
  }

  func write(_ bytes: Span<UInt8>) throws(Failure) {
    do throws(FileError) {
      guard let path else { return try System.write(bytes, to: .output) }
      guard let existing = System.existingFile(path) else {
        return try FileStore.create(path, bytes, mode: audience.mode)
      }
      guard existing.isRegular else { return try System.write(bytes, toDevice: path) }
      guard replaces else { throw FileError(.alreadyExists, path: path, reason: "exists") }
      try FileStore.replace(existing.path, bytes, mode: audience.mode, underLock: false)
    } catch {
      guard error.code == .alreadyExists else { throw Failure(error) }
      throw Failure(.refused, "\(error.path): there is a file already, and it is not overwritten; choose another name")
    }
  }
}
