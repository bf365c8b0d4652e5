import Foundation
import Testing

@testable import callseal

/// A folder of its own for a story, with keys in it, in which the command line is run as a person would.
final class Scratch {
  let folder: URL
  static let audience = "org.example.app"

  init() throws {
    let name = "callseal-test-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, key) in Keys.files { try write(name, key, mode: name.hasSuffix("pub.jwk") ? 0o644 : 0o600) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(name))) }

  @discardableResult
  func write(_ name: String, _ text: String, mode: Int = 0o644) throws -> String {
    try write(name, Array(text.utf8), mode: mode)
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws -> String {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    return name
  }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  /// The names of all files here but the keys.
  func files() throws -> [String] {
    let keys = Set(Keys.files.map(\.name))
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !keys.contains($0) }.sorted()
  }

  /// Runs `callseal`.
  func callseal(_ arguments: String..., input: String = "") throws -> Run {
    try callseal(arguments, input: Array(input.utf8))
  }

  func callseal(_ arguments: [String], input: [UInt8] = []) throws -> Run {
    try run(Binary.path, arguments, in: folder, input: input)
  }

  /// Runs a shell script in which `callseal` is the binary.
  func shell(_ script: String, input: String = "") throws -> Run {
    let function = #"callseal() { "$CALLSEAL" "$@"; }"#
    return try run(
      "/bin/bash", ["-c", "\(function)\n\(script)"], in: folder, input: Array(input.utf8),
      environment: ["CALLSEAL": Binary.path])
  }

  /// The output of a run that has to end well and say nothing.
  func output(_ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation) throws
    -> String
  {
    let run = try callseal(arguments, input: Array(input.utf8))
    #expect(run.status == 0, "\(arguments): \(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errors == "", sourceLocation: sourceLocation)
    return run.text
  }

  /// Expects a run to end with a code, to say why, and to put out nothing.
  func expect(
    _ code: ExitCode, saying word: String = "", _ arguments: [String], input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try callseal(arguments, input: Array(input.utf8))
    #expect(run.status == code.rawValue, "\(arguments): \(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output == [], "\(arguments)", sourceLocation: sourceLocation)
    let last = run.messages.first { $0.hasPrefix("callseal: ") && (word.isEmpty || $0.contains(word)) }
    #expect(last != nil, "\(arguments): no “\(word)” in \(run.errors)", sourceLocation: sourceLocation)
  }

  /// How the phone is told of its key and of whom it trusts.
  static let phone = ["--key", "device.jwk", "--trust", "sender.pub.jwk", "--audience", audience]
  /// How the server is told whom to seal for, and as whom.
  static let server = ["--to", "device.pub.jwk", "--sign-with", "sender.jwk", "--audience", audience]
}
