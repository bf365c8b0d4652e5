import CallKit
import Foundation

/// The numbers that are blocked, and the labels of the ones that are named.
nonisolated struct DirectoryEntries: Equatable, Codable, Sendable {
  /// A number as Call Directory takes it: country code and digits, without a plus.
  typealias Number = CXCallDirectoryPhoneNumber

  var blocked: Set<Number> = []
  var labels: [Number: String] = [:]

  /// The number of a handle in E.164, or nothing where it is none.
  static func number(_ handle: String) -> Number? {
    guard handle.hasPrefix("+"), handle.utf8.count <= 16 else { return nil }
    let digits = handle.dropFirst()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return Number(digits)
  }
}

/// Where app and Call Directory extension keep what is to be told, and what was: in the app group, so that it survives
/// both processes.
///
/// Each file is replaced in one step, and nobody holds a lock: a reader sees the old one or the new one.
nonisolated struct DirectoryStore: Sendable {
  private let folder: URL

  /// The example's place.
  ///
  /// - Throws: Where this process does not belong to the app group, or the folder cannot be made.
  init(group: String = "group.com.example.app") throws {
    guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
      throw CocoaError(.fileNoSuchFile)
    }
    try self.init(folder: container.appendingPathComponent("CallDirectory", isDirectory: true))
  }

  /// Another place.
  init(folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The system reads the entries on a locked phone too.
    try FileManager.default.setAttributes(
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path)
  }

  /// What is to be told; nothing at all where the app never kept any.
  ///
  /// - Throws: Where there is a file that cannot be read now, or is damaged. That is not an empty list.
  func entries() throws -> DirectoryEntries { try read("entries") ?? DirectoryEntries() }

  func setEntries(_ entries: DirectoryEntries) throws { try write("entries", entries) }

  /// What the system was told last; nothing where that is not known.
  func told() -> DirectoryEntries? { try? read("told") }

  /// Keeps what the system was told, or that it is not known.
  func setTold(_ entries: DirectoryEntries?) throws {
    if let entries { return try write("told", entries) }
    do { try FileManager.default.removeItem(at: file("told")) } catch CocoaError.fileNoSuchFile {}
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".plist") }

  private func read(_ name: String) throws -> DirectoryEntries? {
    let data: Data
    do { data = try Data(contentsOf: file(name)) } catch CocoaError.fileReadNoSuchFile { return nil }
    return try PropertyListDecoder().decode(DirectoryEntries.self, from: data)
  }

  private func write(_ name: String, _ entries: DirectoryEntries) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try encoder.encode(entries).write(to: file(name), options: .atomic)
  }
}
