#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open folder. What is done in it by name is done in that very folder, whatever becomes of the path to it meanwhile.
package struct Folder: ~Copyable {
  private let file: OpenFile

  var descriptor: Int32 { file.descriptor }

  package init(_ path: String) throws(FileError) { file = try OpenFile(path, flags: O_RDONLY | O_DIRECTORY) }

  /// The same folder, opened once more.
  func copy() throws(FileError) -> Folder { try Folder(copying: self) }

  private init(copying folder: borrowing Folder) throws(FileError) {
    file = try OpenFile(".", in: folder.descriptor, path: folder.file.path, flags: O_RDONLY | O_DIRECTORY)
  }

  /// Device and number.
  func identity() throws(FileError) -> [UInt64] { try FileStatus(of: file).identity }

  /// The path of a file in it, for messages.
  package func path(of name: String) -> String {
    file.path == "." ? name : file.path == "/" ? "/\(name)" : "\(file.path)/\(name)"
  }

  /// Opens a file in it with the flags of open(2).
  package func open(_ name: String, flags: Int32, mode: UInt32? = nil) throws(FileError) -> OpenFile {
    try OpenFile(name, in: file.descriptor, path: path(of: name), flags: flags, mode: mode)
  }

  /// What a name in it stands for, links not followed; nothing where there is no such name.
  package func status(of name: String) throws(FileError) -> FileStatus? {
    var status = stat()
    let result = unsafe name.withCString { unsafe fstatat(file.descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
    if result == 0 { return FileStatus(status) }
    guard errno == ENOENT else { throw FileError(errno: errno, path: path(of: name)) }
    return nil
  }

  /// Where a symbolic link points; nothing where there is no link of that name.
  package func target(ofLink name: String) throws(FileError) -> String? {
    var length = -1
    // PATH_MAX: the longest path the system itself takes.
    let capacity = 4096
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let address = buffer.baseAddress else { return }
        length = unsafe name.withCString { unsafe readlinkat(file.descriptor, $0, address, capacity) }
      }
      count = max(0, length)
    }
    if length >= 0 { return String(decoding: bytes, as: UTF8.self) }
    guard errno == ENOENT || errno == EINVAL else { throw FileError(errno: errno, path: path(of: name)) }
    return nil
  }

  /// Removes a name; one that is not there is no fault.
  package func remove(_ name: String) throws(FileError) {
    if let number = FileStep.remove.injectedFailure { throw FileError(errno: number, path: path(of: name)) }
    let status = unsafe name.withCString { unsafe unlinkat(file.descriptor, $0, 0) }
    guard status == 0 || errno == ENOENT else { throw FileError(errno: errno, path: path(of: name)) }
  }

  /// Gives a file the name of another one in one step.
  package func rename(_ from: String, to name: String) throws(FileError) {
    if let number = FileStep.rename.injectedFailure { throw FileError(errno: number, path: path(of: name)) }
    let status = unsafe from.withCString { from in
      unsafe name.withCString { unsafe renameat(file.descriptor, from, file.descriptor, $0) }
    }
    guard status == 0 else { throw FileError(errno: errno, path: path(of: name)) }
  }

  /// Waits until its names are on the medium.
  package func synchronize() throws(FileError) { try file.synchronize() }
}
