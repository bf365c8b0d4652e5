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
    let pushes = ProcessInfo.processInfo.environment["CALLSEAL_MEMORY_PUSHES"].flatMap { Int($0) } ?? 1000
    // Not Foundation's Process: on Linux it is not safe beside the many that other tests run at the same time.
    let opened = unsafe popen("'\(path)' \(pushes)", "r")
    let pipe = unsafe try #require(opened)
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe fread(&buffer, 1, 256, pipe)
    let text = String(decoding: buffer[..<count], as: UTF8.self)
    let status = unsafe pclose(pipe)
    #expect(status == 0)
    if text.hasPrefix("sanitized") { return }
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(numbers.count == 2, "the probe printed: \(text)")
    #expect(numbers[0] < 1 << 20, "grew by \(numbers[0]) bytes")
    #expect(numbers[1] < 6 << 20, "held \(numbers[1]) bytes more at the worst moment")
  }
}
