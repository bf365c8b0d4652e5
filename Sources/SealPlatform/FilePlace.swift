#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Which ordinary file a path means, whatever it is called: `./`, `..`, symbolic links and second names lead to one place.
package enum FilePlace: Hashable, Sendable {
  /// Device and number of a file that is there.
  case file([UInt64])
  /// Those of the folder in which it would be made, and its name there.
  case name(String, in: [UInt64])

  /// Nothing where there is no such folder, and where something else than an ordinary file has the path.
  package init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0) else { return nil }
    if unsafe path.withCString({ unsafe stat($0, &status) }) == 0 {
      self.init(FileStatus(status))
    } else {
      guard errno == ENOENT, let file = try? ResolvedFile(path), let place = try? file.place() else { return nil }
      self = place
    }
  }

  /// What a descriptor is open on; nothing where it is closed, or open on something else than an ordinary file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(FileStatus(status))
  }

  init?(_ status: FileStatus) {
    guard status.isRegular else { return nil }
    self = .file(status.identity)
  }
}
