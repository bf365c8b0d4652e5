import Foundation
import SealCrypto
import SealEnvelope

/// The process `LedgerProbe` on a ledger's file, as a handset's extension.
final class Probe {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var read: [UInt8] = []

  var identifier: Int32 { process.processIdentifier }

  struct Silent: Error {}

  init(_ handset: Handset, ledger: String) throws {
    process.executableURL = try Self.executable()
    process.arguments = [
      ledger, handset.device.withRawBytes { Self.hex([UInt8](copying: $0)) },
      Self.hex(handset.sender.publicKey.rawBytes),
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Beside the tests' own program, wherever that is built.
  private static func executable() throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let probe = folder.appendingPathComponent("LedgerProbe")
      if FileManager.default.isExecutableFile(atPath: probe.path) { return probe }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  func tell(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// The next line that it says.
  func answer() throws -> String {
    while true {
      if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
        defer { read.removeFirst(end + 1) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      try readSome()
    }
  }

  func ask(_ line: String) throws -> String {
    tell(line)
    return try answer()
  }

  /// Waits until it has said at least `count` characters beyond its lines; how many it has.
  @discardableResult func waitForCharacters(_ count: Int) throws -> Int {
    while read.count < count { try readSome() }
    return read.count
  }

  private func readSome() throws {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // A minute is far beyond what anything here takes, on any machine.
    guard poll(&ready, 1, 60_000) == 1 else { throw Silent() }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(descriptor, &chunk, chunk.count)
    guard count > 0 else { throw Silent() }
    read += chunk[..<count]
  }

  /// Ends them as the system does an extension: at once, wherever they are.
  static func kill(_ probes: Probe...) {
    for probe in probes { Foundation.kill(probe.process.processIdentifier, SIGKILL) }
    for probe in probes { probe.process.waitUntilExit() }
  }

  deinit { if process.isRunning { Self.kill(self) } }
}
