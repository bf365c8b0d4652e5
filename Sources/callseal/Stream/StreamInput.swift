import SealPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard input, or a file, read as it comes until it ends or somebody asks the process to end (SIGTERM).
struct StreamInput: ~Copyable {
  private let file: OpenFile
  private let stop: Int32

  /// Takes what `path` names; standard input where it is `-` or nothing.
  init(_ path: String?) throws(FileError) {
    // A FIFO is waited for, and until it is open nothing has been read: SIGTERM ends us then.
    let file = try Self.open(path)
    let stop = try Termination.watch()
    self.init(file: file, stop: stop)
  }

  private init(file: consuming OpenFile, stop: Int32) {
    self.file = file
    self.stop = stop
  }

  private static func open(_ path: String?) throws(FileError) -> OpenFile {
    if let path, path != "-" { return try OpenFile(path, flags: O_RDONLY) }
    let descriptor = fcntl(System.Stream.input.rawValue, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw FileError(errno: errno, path: System.Stream.input.name) }
    return OpenFile(standard: descriptor, name: System.Stream.input.name)
  }

  /// Ends whatever reads, as SIGTERM does: there is nobody left to read for.
  static func end() { Termination.end() }

  enum Reading {
    case bytes(Int)
    case end
    /// The process was asked to end.
    case stopped
  }

  /// Waits for bytes and reads what there is, at most what `buffer` holds.
  func read(into buffer: inout [UInt8]) throws(FileError) -> Reading {
    while true {
      var waited = [
        pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&waited, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        throw FileError(errno: errno, path: file.path)
      }
      if waited[1].revents != 0 { return .stopped }
      // A descriptor that cannot be waited for, as one that is closed, says why when it is read.
      let count = unsafe readBytes(file.descriptor, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        throw FileError(errno: errno, path: file.path)
      }
      return count == 0 ? .end : .bytes(count)
    }
  }
}

/// read(2), under a name that a method called `read` does not hide.
@unsafe private func readBytes(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  unsafe read(descriptor, &buffer, count)
}

/// Being asked to end: SIGTERM becomes a byte in a pipe, so that it can be waited for together with the input.
private enum Termination {
  nonisolated(unsafe) private static var writer: Int32 = -1

  static func end() {
    var byte: UInt8 = 0
    _ = unsafe write(writer, &byte, 1)
  }

  /// The end of the pipe that becomes readable. From now on SIGTERM does no more than that; a second one ends the process.
  static func watch() throws(FileError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw FileError(errno: errno, path: "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe writer = ends[1]
    _ = signal(SIGTERM) { _ in
      let number = errno
      Termination.end()
      signal(SIGTERM, SIG_DFL)
      errno = number
    }
    return ends[0]
  }
}
