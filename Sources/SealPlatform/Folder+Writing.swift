#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How every file comes into being, and every file is replaced: whole, in one step, whatever is killed when.
///
/// The bytes go to a file that has no name yet (open(2), `O_TMPFILE`), and are synchronised. A new file then gets its
/// name by link(2). A file that replaces another one cannot: it gets a name that nobody gives a file of their own, and
/// from there the right one by rename(2). Where the system knows no file without a name, all go by that name. Whoever
/// is killed leaves nothing, or a file of that one name, and the next writer removes it.
///
/// Neither link(2) nor rename(2) follows a link that stands under the new name, so whoever plants one gains nothing.
extension Folder {
  /// Makes a file that is not there yet.
  ///
  /// - Throws: `alreadyExists` where anything has the name, a dangling link included. On any failure nothing is left.
  package func create(_ name: String, _ bytes: Span<UInt8>, for audience: FileAudience) throws(FileError) {
    let work = Work(name: name, audience: audience, old: nil, replaces: false)
    try refuseExisting(name)
    if try !makeWithoutName(work, bytes) {
      let lock = try lock(name, within: Self.longestWait)
      try withExtendedLifetime(lock) { () throws(FileError) in
        try remove(work.temporary)
        try makeByName(work, bytes)
      }
    }
    do throws(FileError) { try synchronize() } catch {
      try? remove(name)
      throw error
    }
  }

  /// Replaces what has the name, or makes it; the caller holds the name's lock. What is replaced keeps its owner, and
  /// its rights as far as `audience` lets it.
  package func replace(_ name: String, _ bytes: Span<UInt8>, for audience: FileAudience) throws(FileError) {
    let old = try status(of: name).flatMap { $0.isRegular ? $0 : nil }
    let work = Work(name: name, audience: audience, old: old, replaces: true)
    try remove(work.temporary)
    if try !makeWithoutName(work, bytes) { try makeByName(work, bytes) }
    try synchronize()
  }

  /// The lock that every writer of a name takes, on a file beside it that is removed with the lock.
  package func lock(_ name: String, within milliseconds: Int) throws(FileError) -> FolderLock {
    try FolderLock(Self.companion("lock", of: name), in: copy(), within: milliseconds)
  }

  /// Whether a name is one of those that stand beside a file while it is written.
  package static func isCompanion(_ name: String) -> Bool {
    name.hasPrefix(".") && (name.hasSuffix(".callseal-lock") || name.hasSuffix(".callseal-new"))
  }

  /// How long a new file waits for another process that makes it too, in milliseconds.
  private static let longestWait = 10_000

  /// The name of what stands beside a file while it is written: one that nobody gives a file of their own.
  private static func companion(_ word: String, of name: String) -> String {
    // NAME_MAX is 255; a longer name is told from others by its FNV-1a hash.
    guard name.utf8.count > 200 else { return ".\(name).callseal-\(word)" }
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return ".\(String(hash, radix: 16)).callseal-\(word)"
  }

  private struct Work {
    let name: String
    let audience: FileAudience
    /// What is replaced.
    let old: FileStatus?
    let replaces: Bool

    var temporary: String { companion("new", of: name) }
    /// The mode of open(2): a new file that is for everyone gets what the umask leaves, any other what is set afterwards.
    var mode: UInt32 { old == nil ? audience.new : 0o600 }
  }

  private func refuseExisting(_ name: String) throws(FileError) {
    if try status(of: name) != nil { throw FileError(errno: EEXIST, path: path(of: name)) }
  }

  // MARK: Without a name

  /// Nothing is done, and the answer is no, where the system or this file system knows no such files.
  private func makeWithoutName(_ work: Work, _ bytes: Span<UInt8>) throws(FileError) -> Bool {
    #if os(Linux) || os(Android)
      do throws(FileError) {
        let file = try open(".", flags: O_WRONLY | OpenFile.withoutName, mode: work.mode)
        try fill(file, work, bytes)
        guard work.replaces else {
          try link(file, as: work.name)
          return true
        }
        try link(file, as: work.temporary)
      } catch {
        // What systems answer that know no such file, or cannot link one: there is no /proc, say.
        guard [EOPNOTSUPP, EISDIR, EINVAL, ENOSYS, EPERM, EXDEV, ENOENT].contains(error.number) else { throw error }
        return false
      }
      try renameTemporary(work)
      return true
    #else
      return false
    #endif
  }

  #if os(Linux) || os(Android)
    private func link(_ file: borrowing OpenFile, as name: String) throws(FileError) {
      if let number = FileStep.link.injectedFailure { throw FileError(errno: number, path: path(of: name)) }
      let status = unsafe "/proc/self/fd/\(file.descriptor)".withCString { file in
        unsafe name.withCString { unsafe linkat(AT_FDCWD, file, descriptor, $0, AT_SYMLINK_FOLLOW) }
      }
      guard status == 0 else { throw FileError(errno: errno, path: path(of: name)) }
    }
  #endif

  // MARK: By a name

  private func makeByName(_ work: Work, _ bytes: Span<UInt8>) throws(FileError) {
    let file = try open(work.temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: work.mode)
    do throws(FileError) {
      try fill(file, work, bytes)
      if !work.replaces {
        // Left where it cannot be removed, as if the writer had been killed: the file stands.
        guard try !linkTemporary(work) else {
          try? remove(work.temporary)
          return
        }
        // A file system without links: whoever takes the lock is the only writer.
        try refuseExisting(work.name)
      }
    } catch {
      try? remove(work.temporary)
      throw error
    }
    try renameTemporary(work)
  }

  /// Nothing is done, and the answer is no, where the file system has no links.
  private func linkTemporary(_ work: Work) throws(FileError) -> Bool {
    if let number = FileStep.link.injectedFailure { throw FileError(errno: number, path: path(of: work.name)) }
    let status = unsafe work.temporary.withCString { from in
      unsafe work.name.withCString { unsafe linkat(descriptor, from, descriptor, $0, 0) }
    }
    if status == 0 { return true }
    let number = errno
    guard [EPERM, EOPNOTSUPP, ENOTSUP, ENOSYS, EMLINK].contains(number) else {
      throw FileError(errno: number, path: path(of: work.name))
    }
    return false
  }

  private func renameTemporary(_ work: Work) throws(FileError) {
    do throws(FileError) { try rename(work.temporary, to: work.name) } catch {
      try? remove(work.temporary)
      throw error
    }
  }

  // MARK: Its rights and its bytes

  private func fill(_ file: borrowing OpenFile, _ work: Work, _ bytes: Span<UInt8>) throws(FileError) {
    if let old = work.old {
      let new = try FileStatus(of: file)
      var mode = old.mode & work.audience.widest
      if new.owner != old.owner { try file.give(owner: old.owner) }
      // A group that we are not in cannot be given it, and another one gets nothing.
      if new.group != old.group, (try? file.give(group: old.group)) == nil { mode &= ~0o070 }
      try file.protect(mode)
    } else if work.audience == .owner {
      try file.protect(work.mode)  // Whatever the umask.
    }
    try file.writeAll(bytes)
    try file.synchronize()
  }
}
