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
    guard !path.utf8.contains(0) else { throw FileError(.failed, path: path, reason: "a path holds no zero byte") }
    var descriptor: Int32
    repeat {
      descriptor = unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, mode_t(mode ?? 0)) }
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw FileError(errno: errno, path: path) }
    if let mode, flags & O_EXCL != 0, fchmod(descriptor, mode_t(mode)) != 0 {
      let error = FileError(errno: errno, path: path)
      close(descriptor)
      throw error
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
      let count = unsafe bytes.extracting(written..<bytes.count).withUnsafeBufferPointer {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw FileError(errno: errno, path: path)
      }
      written += count
    }
  }

  /// Waits until what was written is on the medium.
  package func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(errno: errno, path: path) }
  }

  deinit { close(descriptor) }
}
