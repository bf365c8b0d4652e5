#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whole files: read within a limit, created exclusively, or replaced in one step. Never half-written.
package enum FileStore {
  /// The bytes of the file at `path`, `limit` at most.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    // Not blocking, so that a FIFO nobody writes to cannot hold a reader for ever.
    try OpenFile(path, flags: O_RDONLY | O_NONBLOCK).readAll(limit: limit)
  }

  /// Makes a new file of mode `mode`, whatever the umask.
  ///
  /// - Throws: `alreadyExists` where there is something at `path`, a dangling link included. On any failure the file
  ///   that was begun is removed.
  package static func create(_ path: String, _ bytes: Span<UInt8>, mode: UInt32) throws(FileError) {
    let folder = try Folder(folder(of: path))
    let name = name(of: path)
    try folder.create(name, bytes, mode: mode)
    do throws(FileError) { try folder.synchronize() } catch {
      try? folder.remove(name)
      throw error
    }
  }

  /// Replaces what is at `path`, or makes it: a reader sees the old bytes or the new ones, whatever is killed when.
  ///
  /// A temporary file in the same folder is written, synchronised and renamed, then the folder is synchronised.
  ///
  /// With `underLock` the caller holds a lock that every writer of `path` takes. The temporary file then has one fixed
  /// name, so that writers who were killed leave one file behind and not many.
  package static func replace(
    _ path: String, _ bytes: Span<UInt8>, mode: UInt32, underLock: Bool
  ) throws(FileError) {
    let folder = try Folder(folder(of: path))
    let name = name(of: path)
    let temporary = underLock ? "\(name).tmp" : "\(name).\(getpid())-\(WallClock.nanoseconds).tmp"
    if underLock { try folder.remove(temporary) }
    try folder.replace(name, bytes, mode: mode, by: temporary)
  }

  /// The folder that holds `path`.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of `path` in its folder.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}
