import SealPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Folders, for commands that take many files or write some.
extension System {
  /// Whether `path` leads to a folder, links followed.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    guard !path.utf8.contains(0), unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return false }
    return UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFDIR)
  }

  /// The files that stand in a folder itself, in the order of their names' bytes; names that begin with a dot are left out.
  static func files(in folder: String) throws(FileError) -> [String] {
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else {
      throw FileError(errno: errno, path: folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    guard errno == 0 else { throw FileError(errno: errno, path: folder) }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return sorted.map { prefix + $0 }.filter { !isFolder($0) }
  }

  /// Makes a folder where there is none; the one that it stands in has to be there.
  static func makeFolder(_ path: String) throws(FileError) {
    guard !path.utf8.contains(0), unsafe path.withCString({ unsafe mkdir($0, 0o777) }) != 0 else { return }
    let number = errno
    guard number == EEXIST, isFolder(path) else { throw FileError(errno: number, path: path) }
  }
}
