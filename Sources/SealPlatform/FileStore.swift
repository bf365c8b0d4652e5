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
    try OpenFile(reading: path).readAll(limit: limit)
  }

  /// Makes a new file.
  ///
  /// - Throws: `alreadyExists` where there is something at `path`, a dangling link included. On any failure nothing is
  ///   left.
  package static func create(_ path: String, _ bytes: Span<UInt8>, for audience: FileAudience) throws(FileError) {
    let name = name(of: path)
    try refuseFolder(name, path)
    try Folder(folder(of: path)).create(name, bytes, for: audience)
  }

  /// Replaces what `path` leads to, or makes it: a reader sees the old bytes or the new ones, whatever is killed when.
  ///
  /// - Throws: `locked` where another process writes it for all of ten seconds.
  package static func replace(_ path: String, _ bytes: Span<UInt8>, for audience: FileAudience) throws(FileError) {
    let file = try ResolvedFile(path)
    let lock = try file.lock(within: longestWait)
    try withExtendedLifetime(lock) { () throws(FileError) in try file.replace(bytes, for: audience) }
  }

  private static let longestWait = 10_000

  /// - Throws: Where a path ends in what can only be a folder.
  static func refuseFolder(_ name: String, _ path: String) throws(FileError) {
    guard !["", ".", ".."].contains(name) else {
      throw FileError(.failed, path: path, reason: "names a folder where a file belongs")
    }
  }

  /// The folder that holds `path`.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }

  /// The name of `path` in its folder.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}
