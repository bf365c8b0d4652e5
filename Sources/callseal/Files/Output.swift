import SealCrypto
import SealPlatform

/// Where a command's data goes: standard output, or the file of `-o`, which is touched only when there is something to
/// write, is whole or not there at all, and is none that must live (`checkOutput`).
struct Output {
  /// Who may read a new file.
  enum Audience {
    case owner, everyone

    var file: FileAudience { self == .owner ? .owner : .everyone }
  }

  static let standard = Output(path: nil, arguments: nil, audience: .everyone, replaces: true)

  /// Nothing for a standard stream.
  private let path: String?
  private let stream: System.Stream
  /// Nothing for standard output.
  private let arguments: Arguments?
  private let audience: Audience
  private let replaces: Bool

  private init(path: String?, arguments: Arguments?, audience: Audience, replaces: Bool) {
    let stream = path.map(Self.stream) ?? .output
    self.path = stream == nil ? path : nil
    self.stream = stream ?? .output
    self.arguments = arguments
    self.audience = audience
    self.replaces = replaces
  }

  /// Where `option` says.
  init(
    _ option: OptionDescription = CommonOptions.output, of arguments: Arguments, for audience: Audience,
    replaces: Bool = true
  ) {
    self.init(path: arguments.value(of: option), arguments: arguments, audience: audience, replaces: replaces)
  }

  /// A file whose name is the command's own.
  init(named path: String, of arguments: Arguments) {
    self.init(path: path, arguments: arguments, audience: .everyone, replaces: true)
  }

  /// The standard stream that a path means. It is not opened anew: what stands there may be a file that others write to
  /// as well.
  static func stream(_ path: String) -> System.Stream? {
    switch path {
    case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1": .output
    case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2": .error
    default: nil
    }
  }

  /// Whether a person is looking.
  var isTerminal: Bool {
    guard let path else { return System.isTerminal(stream) }
    return System.existingFile(path)?.isRegular == false && System.isTerminal(path)
  }

  /// Whether writing makes a file that is not there yet.
  var isNewFile: Bool { path.map { System.existingFile($0) == nil } ?? false }

  /// Takes away the file that was made.
  func remove() { if let path { System.removeFile(path) } }

  /// Whether it may be written.
  func check() throws(Failure) { if let path { try arguments?.checkOutput(path) } }

  func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// Writes `bytes`, and to a terminal a line's end behind them.
  func write(_ bytes: [UInt8]) throws(Failure) {
    let needsLineEnd = isTerminal && bytes.last != UInt8(ascii: "\n")
    let bytes = needsLineEnd ? bytes + [UInt8(ascii: "\n")] : bytes
    try write(bytes.memory.span)
  }

  func write(_ bytes: Span<UInt8>) throws(Failure) {
    // Again: what was not there when the run began may be there now.
    try check()
    do throws(FileError) {
      guard let path else { return try System.write(bytes, to: stream) }
      guard let existing = System.existingFile(path) else {
        return try FileStore.create(path, bytes, for: audience.file)
      }
      guard existing.isRegular else { return try System.write(bytes, toDevice: path) }
      guard replaces else { throw FileError(.alreadyExists, path: path, reason: "exists") }
      try FileStore.replace(existing.path, bytes, for: audience.file)
    } catch {
      guard error.code == .alreadyExists else { throw Failure(error) }
      throw Failure(.refused, "\(error.path): there is a file already, and it is not overwritten; choose another name")
    }
  }
}
