#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A lock between threads and processes, on a file of its own, held until this goes.
///
/// It is the kernel's (flock(2)): whoever is killed lets go of it, and the empty file that stays behind locks nobody out.
package struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Takes the lock, made with mode 0600 where it is not there yet.
  ///
  /// - Throws: `locked` where somebody else holds it for all of `milliseconds`.
  package init(_ path: String, within milliseconds: Int) throws(FileError) {
    let file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    try Self.take(file, within: milliseconds)
    self.file = file
  }

  /// Locks an open file.
  static func take(_ file: borrowing OpenFile, within milliseconds: Int) throws(FileError) {
    let start = WallClock.steadyMilliseconds
    while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError(errno: errno, path: file.path) }
      // The clock is asked, since a sleep is longer than it was meant to be: much longer on a busy phone.
      guard WallClock.steadyMilliseconds - start < milliseconds else {
        throw FileError(.locked, path: file.path, reason: "held by another process for \(milliseconds) ms")
      }
      usleep(2000)
    }
  }
}
