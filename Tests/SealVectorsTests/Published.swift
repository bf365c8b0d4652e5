import Foundation
import SealVectors
import Testing

/// The vectors as they are committed.
enum Published {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Vectors")
  static let names = ["bodies.json", "decisions.json", "envelopes.json", "keys.json", "pushes.json"]

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func file(_ name: String) throws -> VectorFile { try VectorFile(parsing: bytes(name), name: name) }
}
