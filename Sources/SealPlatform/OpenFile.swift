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

  /// Opens `path` with the flags of open(2); `O_CLOEXEC` is added, and a file made with `O_EXCL` gets `mode` exactly,
  /// whatever the umask.
  package init(_ path: String, flags: Int32, mode: UInt32? = nil) throws(FileError) {
    try self.init(path, in: AT_FDCWD, path: path, flags: flags, mode: mode)
  }

  /// Opens `name` in the folder that `folder` is open on, with the same flags; `path` is for messages.
  init(_ name: String, in folder: Int32, path: String, flags: Int32, mode: UInt32? = nil) throws(FileError) {
    guard !name.utf8.contains(0) else { throw FileError(.failed, path: path, reason: "a path holds no zero byte") }
    let isNew = flags & O_EXCL != 0
    if isNew, let number = FileStep.create.injectedFailure { throw FileError(errno: number, path: path) }
    var descriptor: Int32
    repeat {
      descriptor = unsafe name.withCString { unsafe openat(folder, $0, flags | O_CLOEXEC, mode_t(mode ?? 0)) }
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
    if isNew, let mode {
      let number = FileStep.protect.injectedFailure ?? (fchmod(descriptor, mode_t(mode)) == 0 ? 0 : errno)
      guard number == 0 else {
        close(descriptor)
        unsafe name.withCString { _ = unsafe unlinkat(folder, $0, 0) }
        throw FileError(errno: number, path: path)
      }
    }
    self.descriptor = descriptor
    self.path = path
  }

  /// Standard input, output or error, under a name for messages. Closed when this goes, like any other.
  package init(standard descriptor: Int32, name: String) {
    self.descriptor = descriptor
    path = name
  }

  /// The bytes from here to the end.
  ///
  /// - Throws: `tooLarge` when there are more than `limit`, having read no more than one beyond it.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let wanted = min(64 * 1024, limit + 1 - bytes.count)
      var got = 0
      var failure: Int32 = 0
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        repeat {
          got = unsafe read(descriptor, buffer.baseAddress, wanted)
          failure = errno
        } while got < 0 && failure == EINTR
        count = max(0, got)
      }
      guard got >= 0 else { throw FileError(errno: failure, path: path) }
      if got == 0 { return bytes }
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
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      while total < buffer.count {
        let got = unsafe read(descriptor, buffer.baseAddress.unsafelyUnwrapped + total, buffer.count - total)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        total += got
      }
    }
    guard failure == 0 else { throw FileError(errno: failure, path: path) }
    return total
  }

  /// Makes it the property of whoever owned `other`.
  func giveTo(_ other: FileStatus) throws(FileError) {
    let number = FileStep.protect.injectedFailure ?? (fchown(descriptor, other.owner, other.group) == 0 ? 0 : errno)
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
