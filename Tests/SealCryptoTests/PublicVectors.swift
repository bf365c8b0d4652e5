import Foundation

/// The folder of other people's test vectors, which is not part of this package.
enum PublicVectors {
  /// The folder that `CALLSEAL_PUBLIC_VECTORS` names, or the one beside the package.
  private static let named = ProcessInfo.processInfo.environment["CALLSEAL_PUBLIC_VECTORS"]
  private static let folder: URL =
    if let named {
      URL(fileURLWithPath: named)
    } else {
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/public-vectors")
    }

  /// Whether they are to be run: a folder that was named and is not there is a failure, not a reason to skip.
  static var areThere: Bool { named != nil || FileManager.default.fileExists(atPath: folder.path) }

  static func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
}
