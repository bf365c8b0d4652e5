#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file that may be read, locked and replaced, found once: symbolic links are followed when this is made, the folder
/// of what they lead to is held open, and from then on there is only a name in that folder.
///
/// So a link to a file survives the file's replacement, and nobody who changes a link or a folder's name meanwhile can
/// send the reading to one place and the writing to another: reading, lock, temporary file and rename share one open
/// folder, and none of them follows a link under the name itself.
package struct ResolvedFile: ~Copyable {
  private let folder: Folder
  private let name: String
  /// Where the links led, for messages.
  package let path: String

  /// Follows `path`. The file need not be there; its folder must.
  package init(_ path: String) throws(FileError) {
    var path = path
    // As many as Linux itself follows in one path (path_resolution(7)).
    for _ in 0..<40 {
      let name = FileStore.name(of: path)
      try FileStore.refuseFolder(name, path)
      let folder = try Folder(FileStore.folder(of: path))
      guard let target = try folder.target(ofLink: name) else {
        self.folder = folder
        self.name = name
        self.path = path
        return
      }
      path = target.utf8.first == UInt8(ascii: "/") ? target : folder.path(of: target)
    }
    throw FileError(.failed, path: path, reason: "too many symbolic links")
  }

  /// What is there now; nothing where there is no file.
  package func status() throws(FileError) -> FileStatus? { try folder.status(of: name) }

  /// Which file it is, or would be.
  func place() throws(FileError) -> FilePlace? {
    if let status = try status() { return FilePlace(status) }
    return .name(name, in: try folder.identity())
  }

  /// Opens it for reading. Not blocking, so that a FIFO cannot hold us, and only a regular file.
  package func open() throws(FileError) -> OpenFile {
    let file = try folder.open(name, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    guard try FileStatus(of: file).isRegular else {
      throw FileError(.failed, path: path, reason: "not a regular file")
    }
    return file
  }

  /// Opens it for wiping after it is replaced; nothing where it is not there or not ours to write.
  package func openForWiping() -> OpenFile? {
    try? folder.open(name, flags: O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
  }

  /// The lock that every writer takes.
  package func lock(within milliseconds: Int) throws(FileError) -> FolderLock {
    try folder.lock(name, within: milliseconds)
  }

  /// Replaces it, or makes it, under the lock.
  package func replace(_ bytes: Span<UInt8>, for audience: FileAudience) throws(FileError) {
    try folder.replace(name, bytes, for: audience)
  }
}

/// A lock between processes on a file in a folder, removed when the lock goes.
///
/// Removing a lock file is safe only because everyone who takes this lock looks afterwards whether the name still
/// stands for the file that was locked, and begins again where it does not.
package struct FolderLock: ~Copyable {
  private let folder: Folder
  private let file: OpenFile
  private let name: String

  init(_ name: String, in folder: consuming Folder, within milliseconds: Int) throws(FileError) {
    while true {
      let file = try Self.open(name, in: folder)
      // Each removal by another process starts the wait again; that others make progress is no reason to give up.
      try FileLock.take(file, within: milliseconds)
      if try FileStatus(of: file).identity == folder.status(of: name)?.identity {
        self.file = file
        self.folder = folder
        self.name = name
        return
      }
    }
  }

  /// The umask may have taken the owner's own rights from it, and whoever made it may have been killed before giving
  /// them back.
  private static func open(_ name: String, in folder: borrowing Folder) throws(FileError) -> OpenFile {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW
    do throws(FileError) {
      let file = try folder.open(name, flags: flags, mode: 0o600)
      if try FileStatus(of: file).mode != 0o600 { fchmod(file.descriptor, 0o600) }
      return file
    } catch {
      guard error.number == EACCES, let status = try folder.status(of: name), status.isRegular,
        status.owner == geteuid()
      else { throw error }
      unsafe name.withCString { _ = unsafe fchmodat(folder.descriptor, $0, 0o600, 0) }
      return try folder.open(name, flags: flags, mode: 0o600)
    }
  }

  deinit {
    // Not through the seam: a test that fails every step still has its lock removed.
    unsafe name.withCString { _ = unsafe unlinkat(folder.descriptor, $0, 0) }
  }
}
