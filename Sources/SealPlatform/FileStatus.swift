#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What fstat(2) says of an open file, as far as we ask.
package struct FileStatus: Equatable, Sendable {
  /// The permission bits.
  package let mode: UInt32
  package let isRegular: Bool
  let isPipe: Bool
  package let size: Int
  package let owner: UInt32
  package let group: UInt32
  /// The names it has; 0 once it was replaced while open.
  package let links: Int
  /// Device and file number: the same pair is the same file.
  package let identity: [UInt64]

  /// Whether anyone but the owner may read or write it.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }
  /// Whether anyone but the owner may write it.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }

  package init(of file: borrowing OpenFile) throws(FileError) {
    var status = stat()
    guard unsafe fstat(file.descriptor, &status) == 0 else { throw FileError(errno: errno, path: file.path) }
    self.init(status)
  }

  init(_ status: stat) {
    mode = UInt32(status.st_mode) & 0o7777
    isRegular = UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG)
    isPipe = UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFIFO)
    size = Int(status.st_size)
    owner = status.st_uid
    group = status.st_gid
    links = Int(status.st_nlink)
    identity = [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }
}
