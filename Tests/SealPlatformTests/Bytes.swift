import SealPlatform

/// Files of an array's bytes: its span asks for a current system, that of a contiguous array does not.
extension FileStore {
  static func create(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(FileError) {
    try create(path, ContiguousArray(bytes).span, mode: mode)
  }

  static func replace(
    _ path: String, _ bytes: [UInt8], mode: UInt32, underLock: Bool
  ) throws(FileError) {
    try replace(path, ContiguousArray(bytes).span, mode: mode, underLock: underLock)
  }
}
