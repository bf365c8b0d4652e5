import Foundation

/// A folder of a test's own, removed with all that is in it when this goes.
package final class TemporaryFolder: Sendable {
  /// Where it is, without a slash at the end.
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "/callseal-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// The path of a file in it.
  package subscript(name: String) -> String { path + "/" + name }

  /// The names of what is in it, sorted.
  package var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
