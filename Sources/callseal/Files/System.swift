import SealPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The process and its standard streams, which must not be closed as an `OpenFile` is.
enum System {
  enum Stream: Int32 {
    case input = 0
    case output = 1
    case error = 2

    var name: String {
      switch self {
      case .input: "standard input"
      case .output: "standard output"
      case .error: "standard error"
      }
    }
  }

  /// Before anything else.
  static func prepare() {
    // A reader that has seen enough (`| head`) ends us without a word, whatever the parent thought of SIGPIPE.
    signal(SIGPIPE, SIG_DFL)
    // A parent that blocks signals in the thread it starts us from has blocked them here too.
    var terminate = sigset_t()
    unsafe sigemptyset(&terminate)
    unsafe sigaddset(&terminate, SIGTERM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &terminate, nil)
    // A limit on the size of files is an error of write(2), like a full disk, and not the end of us in the middle of one.
    signal(SIGXFSZ, SIG_IGN)
    // No core file: it would hold whatever keys were in use.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      unsafe setrlimit(RLIMIT_CORE, &none)
    #endif
    // A standard stream that is closed stays useless: no key file may be opened in its place and be taken for it.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Swift repairs what is no UTF-8, and a repaired name is another file's.
  static var areArgumentsUTF8: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      unsafe CommandLine.unsafeArgv[index].flatMap { unsafe String(validatingCString: $0) } != nil
    }
  }

  static func exit(_ code: ExitCode) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code.rawValue)
    #elseif canImport(Musl)
      Musl.exit(code.rawValue)
    #else
      Glibc.exit(code.rawValue)
    #endif
  }

  static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether what has this path is a terminal.
  static func isTerminal(_ path: String) -> Bool {
    guard let file = try? OpenFile(path, flags: O_WRONLY | O_NOCTTY | O_NONBLOCK) else { return false }
    return isatty(file.descriptor) == 1
  }

  /// Writes all of `bytes`.
  static func write(_ bytes: Span<UInt8>, to stream: Stream) throws(FileError) {
    try withStream(stream) { file throws(FileError) in try file.writeAll(bytes) }
  }

  /// Lends a stream as a file, on a descriptor of its own that can be closed.
  static func withStream<Result>(
    _ stream: Stream, _ body: (borrowing OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let descriptor = fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw FileError(errno: errno, path: stream.name) }
    return try body(OpenFile(standard: descriptor, name: stream.name))
  }

  /// Lends a descriptor that is open already, as another one that can be closed.
  static func withDescriptor<Result>(
    _ descriptor: Int32, _ name: String, _ body: (borrowing OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw FileError(errno: errno, path: name) }
    return try body(OpenFile(standard: copy, name: name))
  }

  /// The file that `path` leads to, links followed; nothing where there is none.
  static func existingFile(_ path: String) -> (path: String, isRegular: Bool)? {
    var status = stat()
    guard !path.utf8.contains(0), unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
    let isRegular = UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG)
    guard let resolved = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return (path, isRegular) }
    defer { unsafe free(resolved) }
    return (unsafe String(cString: resolved), isRegular)
  }

  /// Opens a file to be read.
  static func withFile<Result>(
    reading path: String, _ body: (borrowing OpenFile) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    try body(OpenFile(reading: path))
  }

  /// Removes a file; what is not there needs no removing.
  static func removeFile(_ path: String) { unsafe path.withCString { _ = unsafe unlink($0) } }

  /// Writes to what is there and is no ordinary file: a pipe, a terminal, `/dev/null`.
  static func write(_ bytes: Span<UInt8>, toDevice path: String) throws(FileError) {
    try OpenFile(path, flags: O_WRONLY).writeAll(bytes)
  }
}
