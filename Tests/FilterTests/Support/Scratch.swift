import Foundation

/// A folder of a test's own, gone with all that is in it when this goes.
final class Scratch: Sendable {
  let path: String
  /// Where a test's ledger is, if it has but one.
  var ledger: String { self["ledger"] }

  init() throws {
    path = NSTemporaryDirectory() + "/filter-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  subscript(name: String) -> String { path + "/" + name }

  /// The names of what is in it, sorted.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  func bytes(_ name: String = "ledger") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self[name])))
  }

  func write(_ bytes: [UInt8], to name: String = "ledger") throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
  }

  /// A file's permissions.
  func mode(_ name: String = "ledger") throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self[name])[.posixPermissions] as? Int
  }

  /// A file's number on its disk: another one once it was replaced.
  func number(_ name: String = "ledger") throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self[name])[.systemFileNumber] as? Int
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
