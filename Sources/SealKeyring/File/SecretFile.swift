import SealCrypto
package import SealPlatform

/// Files that hold secrets: read into one place that is wiped, made with mode 0600 whatever the umask.
package enum SecretFile {
  /// The bytes of a file, `limit` at most, lent to `body` and wiped afterwards; it must not keep them.
  ///
  /// - Throws: What `body` throws, or what `failure` makes of a file that cannot be read.
  package static func read<Result, Failure: Error>(
    _ file: borrowing OpenFile, limit: Int, failure: (FileError) -> Failure,
    _ body: ([UInt8], FileStatus) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let status: FileStatus
    var bytes: [UInt8]
    do throws(FileError) {
      status = try FileStatus(of: file)
      // One allocation that never grows: a grown array leaves its old bytes behind.
      let room = status.isRegular ? min(max(0, status.size), limit) : limit
      bytes = [UInt8](repeating: 0, count: room + 1)
      var span = bytes.memory.mutableSpan
      let count: Int
      do throws(FileError) { count = try file.fill(&span) } catch {
        Backend.wipe(&span)
        throw error
      }
      guard count <= room else {
        Backend.wipe(&span)
        throw FileError(.tooLarge, path: file.path, reason: "more than \(room) bytes, or growing while it is read")
      }
      // In place, and nothing is left behind the end but zeros.
      bytes.removeLast(bytes.count - count)
    } catch { throw failure(error) }
    defer { bytes.wipe() }
    return try body(bytes, status)
  }
}
