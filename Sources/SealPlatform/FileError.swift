#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why a file could not be read, written or locked. Holds the path and the system's word, never a byte of the file.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure; new ones may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let notFound = Code(rawValue: "not-found")
    package static let alreadyExists = Code(rawValue: "already-exists")
    /// More bytes than the caller takes.
    package static let tooLarge = Code(rawValue: "too-large")
    /// A lock that somebody else held for all of the time allowed.
    package static let locked = Code(rawValue: "locked")
    /// Everything else the system refuses: permissions, a folder where a file belongs, a full disk.
    package static let failed = Code(rawValue: "failed")
  }

  package let code: Code
  package let path: String
  package let reason: String
  /// The system's `errno`; 0 where the fault is not the system's.
  let number: Int32

  package init(_ code: Code, path: String, reason: String) { self.init(code, path: path, reason: reason, number: 0) }

  private init(_ code: Code, path: String, reason: String, number: Int32) {
    self.code = code
    self.path = path
    self.reason = reason
    self.number = number
  }

  /// The error that `errno` names.
  package init(errno number: Int32, path: String) {
    let code: Code =
      switch number {
      case ENOENT: .notFound
      case EEXIST: .alreadyExists
      default: .failed
      }
    self.init(code, path: path, reason: unsafe String(cString: strerror(number)), number: number)
  }

  package static func == (a: FileError, b: FileError) -> Bool { a.code == b.code }

  package var description: String { "\(path): \(reason)" }
}
