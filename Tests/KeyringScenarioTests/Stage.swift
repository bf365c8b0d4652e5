import Foundation
import TestSupport
import Testing

/// A folder in which `callseal` is used as a person would, from the shell.
final class Stage {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("callseal-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try write("event.json", #"{"kind":"data","data":{"plaintext":"canary-of-the-event"}}"#)
    try write("passphrase", "canary of the passphrase\n", mode: 0o600)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  struct Ended {
    let line: String
    let code: Int32
    let output: String
    let error: String
    let seconds: Double
  }

  /// Runs a line of shell, in which `callseal` is the program under test: no standard input, no terminal.
  @discardableResult
  func run(_ line: String, exits code: Int32? = nil, location: SourceLocation = #_sourceLocation) throws -> Ended {
    let start = Date()
    // A session of its own has no terminal, so that nothing can be asked there.
    let path = Self.products.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    let child = try ChildProcess(
      "/usr/bin/setsid", ["--wait", "/bin/bash", "-c", line], in: url.path, environment: ["PATH": path])
    let run = try child.wait()
    let ended = Ended(
      line: line, code: run.status, output: run.text, error: String(decoding: run.errors, as: UTF8.self),
      seconds: Date().timeIntervalSince(start))
    if let code {
      #expect(ended.code == code, "\(line)\n\(ended.output)\n\(ended.error)", sourceLocation: location)
    }
    return ended
  }

  func write(_ name: String, _ text: String, mode: Int = 0o644) throws { try write(name, Array(text.utf8), mode: mode) }

  func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws {
    let path = url.appendingPathComponent(name)
    try Data(bytes).write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path.path)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  func mode(_ name: String) throws -> Int {
    let path = url.appendingPathComponent(name).path
    return try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

  /// The members of each key, as `keys list --json` tells them.
  func keys(_ ring: String) throws -> [[String: any Sendable]] {
    let answer = try run("callseal keys list -k \(ring) --json", exits: 0).output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    return try #require(object["keys"] as? [[String: any Sendable]])
  }

  /// Changes text in a file, as a clock or an attacker would; fails where there is none.
  func replace(_ pattern: String, in name: String, with text: String) throws {
    let before = try read(name)
    let after = before.replacingOccurrences(of: pattern, with: text, options: .regularExpression)
    try #require(after != before, "\(pattern) in \(name)")
    try write(name, after, mode: 0o600)
  }

  static let products: URL = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    let fallback = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(".build/debug")
    guard let bundle, let end = bundle.range(of: ".xctest") else { return fallback }
    return URL(fileURLWithPath: String(bundle[..<end.lowerBound])).deletingLastPathComponent()
  }()
}
