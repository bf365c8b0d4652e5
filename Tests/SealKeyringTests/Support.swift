import Foundation
import SealCrypto
import SealEnvelope
import SealKeyring
import SealPlatform
import TestSupport
import Testing

/// A folder that goes with the test.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("keyring-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The names in it, in order.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

  func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    try write(name, Array(text.utf8), mode: mode)
  }

  func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o600) throws -> String {
    let path = path(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  func mode(_ name: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Runs a program to its end, without standard input.
func run(_ program: String, _ arguments: [String]) throws -> ChildProcess.Ended {
  try ChildProcess(program, arguments).wait()
}

/// The folder of the products that these tests were built with.
let products: URL = {
  let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
  let fallback = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/debug")
  guard let bundle, let end = bundle.range(of: ".xctest") else { return fallback }
  return URL(fileURLWithPath: String(bundle[..<end.lowerBound])).deletingLastPathComponent()
}()

/// `KeyringChild`.
func child(_ arguments: String...) throws -> ChildProcess.Ended {
  try run(products.appendingPathComponent("KeyringChild").path, arguments)
}

func openssl(_ arguments: String...) throws -> ChildProcess.Ended { try run("/usr/bin/openssl", arguments) }

let now = UnixTime(milliseconds: 1_800_000_000_000)
let day: Int64 = 24 * 3600 * 1000

func label(_ text: String) throws -> Label { try Label(text) }

func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8).memory.span) }

extension SecretBytes {
  var bytes: [UInt8] { withSpan { [UInt8](copying: $0) } }
  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension Keyring {
  /// Written and read again.
  func roundTripped() throws -> Keyring { try Keyring(parsing: text().bytes) }

  /// Each key's label, role and state, for comparing.
  var summary: [String] { entries.map { "\($0.label) \($0.role) \($0.curve.rawValue) \($0.state)" } }
}

/// The least that Argon2id takes: tests are about the file, not the cost.
let cheapest = Argon2id(operations: 1, memory: 8192) ?? .interactive
