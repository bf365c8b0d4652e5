#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file descriptor that is closed when it goes.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32
  package let path: String
  /// Whether it was opened without blocking, and reading waits all the same.
  private let waits: Bool

  /// Opens `path` with the flags of open(2); `O_CLOEXEC` is added.
  package init(_ path: String, flags: Int32, mode: UInt32? = nil) throws(FileError) {
    try self.init(path, in: AT_FDCWD, path: path, flags: flags, mode: mode)
  }

  /// Opens a file to be read. A pipe is waited for as long as somebody has it open for writing (`<(…)` is written a
  /// moment later), and one that nobody has opened within a second is a fault of the first reading.
  package init(reading path: String) throws(FileError) {
    descriptor = try Self.open(path, in: AT_FDCWD, path: path, flags: O_RDONLY | O_NONBLOCK)
    self.path = path
    waits = true
  }

  /// Opens `name` in the folder that `folder` is open on, with the same flags; `path` is for messages.
  init(_ name: String, in folder: Int32, path: String, flags: Int32, mode: UInt32? = nil) throws(FileError) {
    descriptor = try Self.open(name, in: folder, path: path, flags: flags, mode: mode)
    self.path = path
    waits = false
  }

  private static func open(
    _ name: String, in folder: Int32, path: String, flags: Int32, mode: UInt32? = nil
  ) throws(FileError) -> Int32 {
    guard !name.utf8.contains(0) else { throw FileError(.failed, path: path, reason: "a path holds no zero byte") }
    let isNew = flags & O_EXCL != 0 || flags & withoutName == withoutName
    if isNew, let number = FileStep.create.injectedFailure { throw FileError(errno: number, path: path) }
    var descriptor: Int32
    repeat {
      descriptor = unsafe name.withCString { unsafe openat(folder, $0, flags | O_CLOEXEC, mode_t(mode ?? 0)) }
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
    return descriptor
  }

  /// The flag for a file that has no name in the folder that is opened; where there is none, a combination without use.
  static var withoutName: Int32 {
    #if os(Linux) || os(Android)
      // O_TMPFILE of asm-generic/fcntl.h, which is a macro that Swift does not see.
      0o20000000 | O_DIRECTORY
    #else
      O_CREAT | O_DIRECTORY
    #endif
  }

  /// Standard input, output or error, under a name for messages. Closed when this goes, like any other.
  package init(standard descriptor: Int32, name: String) {
    self.descriptor = descriptor
    path = name
    waits = false
  }

  /// The bytes from here to the end.
  ///
  /// - Throws: `tooLarge` when there are more than `limit`, having read no more than one beyond it.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    waitForWriter()
    while true {
      let wanted = min(64 * 1024, limit + 1 - bytes.count)
      var got = 0
      var failure: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        repeat {
          got = unsafe read(descriptor, buffer.baseAddress, wanted)
          failure = errno
        } while got < 0 && mayReadAgain(failure)
        count = max(0, got)
      }
      guard got >= 0 else { throw FileError(errno: failure, path: path) }
      if got == 0 {
        if bytes.isEmpty { try refuseUnwritten() }
        return bytes
      }
      bytes += chunk
      guard bytes.count <= limit else {
        throw FileError(.tooLarge, path: path, reason: "more than \(limit) bytes")
      }
    }
  }

  /// Writes all of `bytes`.
  package func writeAll(_ bytes: Span<UInt8>) throws(FileError) {
    var written = 0
    while written < bytes.count {
      var end = bytes.count
      switch FileStep.write.outcome {
      case .proceed: break
      case .half: end = written + (end - written + 1) / 2
      case .fail(let number): throw FileError(errno: number, path: path)
      }
      let count = unsafe bytes.extracting(written..<end).withUnsafeBufferPointer {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        let number = errno
        // A pipe that somebody has made non-blocking is waited for all the same.
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if number == EAGAIN, unsafe poll(&waited, 1, -1) >= 0 || errno == EINTR { continue }
        throw FileError(errno: number, path: path)
      }
      written += count
    }
  }

  /// Reads into `bytes` until they are full or the file ends, and says how many were read.
  package func fill(_ bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
    var total = 0
    var failure: Int32 = 0
    waitForWriter()
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      while total < buffer.count {
        let got = unsafe read(descriptor, buffer.baseAddress.unsafelyUnwrapped + total, buffer.count - total)
        if got < 0 {
          let number = errno
          if mayReadAgain(number) { continue }
          failure = number
        }
        guard got > 0 else { return }
        total += got
      }
    }
    guard failure == 0 else { throw FileError(errno: failure, path: path) }
    if total == 0 { try refuseUnwritten() }
    return total
  }

  /// A pipe that somebody named may have no writer.
  private var isNamedPipe: Bool { waits && (try? FileStatus(of: self))?.isPipe == true }

  private func waitForWriter() {
    guard isNamedPipe else { return }
    // One second: time enough for a writer that was started together with us.
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&waited, 1, 1000)
  }

  private func refuseUnwritten() throws(FileError) {
    guard isNamedPipe else { return }
    throw FileError(.failed, path: path, reason: "a pipe that nobody writes to")
  }

  /// Whether a reading that failed is worth another one, having waited for what there will be to read.
  private func mayReadAgain(_ failure: Int32) -> Bool {
    guard waits, failure == EAGAIN else { return failure == EINTR }
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waited, 1, -1) >= 0 || errno == EINTR
  }

  /// Sets its permission bits.
  func protect(_ mode: UInt32) throws(FileError) {
    let number = FileStep.protect.injectedFailure ?? (fchmod(descriptor, mode_t(mode)) == 0 ? 0 : errno)
    guard number == 0 else { throw FileError(errno: number, path: path) }
  }

  /// Makes it somebody else's, or another group's; what is not named stays.
  func give(owner: UInt32 = .max, group: UInt32 = .max) throws(FileError) {
    let number = FileStep.protect.injectedFailure ?? (fchown(descriptor, owner, group) == 0 ? 0 : errno)
    guard number == 0 else { throw FileError(errno: number, path: path) }
  }

  /// Overwrites its bytes with zeros, in place.
  ///
  /// What a medium or a file system keeps elsewhere (copies on write, worn flash, snapshots) is out of reach.
  package func wipe() throws(FileError) {
    let count = try FileStatus(of: self).size
    try writeAll(ContiguousArray<UInt8>(repeating: 0, count: count).span)
    try synchronize()
  }

  /// Waits until what was written is on the medium.
  package func synchronize() throws(FileError) {
    if let number = FileStep.synchronize.injectedFailure { throw FileError(errno: number, path: path) }
    guard fsync(descriptor) == 0 else { throw FileError(errno: errno, path: path) }
  }

  deinit { close(descriptor) }
}
