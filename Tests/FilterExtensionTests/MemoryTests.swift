import Foundation
import Testing

struct MemoryTests {
  /// An extension has 24 MB for everything. Pushes, an eighth of them of a megabyte, leave less than a megabyte behind;
  /// 1,000 of them take some seconds in a debug build, and `Tools/test` asks for 10,000. And the worst of them, whose million characters are refused before they are decoded, costs a few times its size: the
  /// text itself, its copies in the request's content.
  @Test func growsByLessThanAMegabyteOverThousandsOfPushes() throws {
    let tests = URL(fileURLWithPath: CommandLine.arguments.first ?? "")
    let folder =
      Bundle.allBundles.map(\.bundleURL.path).first { $0.contains("/.build/") }
      .map { URL(fileURLWithPath: $0) } ?? tests
    let candidates = [tests, folder].flatMap { [$0, $0.deletingLastPathComponent()] }
      .map { $0.appendingPathComponent("MemoryProbe").path }
    let path = try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0) })
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [ProcessInfo.processInfo.environment["CALLSEAL_MEMORY_PUSHES"] ?? "1000"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    if text.hasPrefix("sanitized") { return }
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "the probe printed: \(text)")
    #expect(numbers[0] < 1 << 20, "grew by \(numbers[0]) bytes")
    #expect(numbers[1] < 6 << 20, "held \(numbers[1]) bytes more at the worst moment")
  }
}
