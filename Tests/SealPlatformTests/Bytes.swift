import SealPlatform

/// Files of an array's bytes: its span asks for a current system, that of a contiguous array does not.
extension FileStore {
  static func create(_ path: String, _ bytes: [UInt8], for audience: FileAudience) throws(FileError) {
    try create(path, ContiguousArray(bytes).span, for: audience)
  }

  static func replace(_ path: String, _ bytes: [UInt8], for audience: FileAudience) throws(FileError) {
    try replace(path, ContiguousArray(bytes).span, for: audience)
  }
}
