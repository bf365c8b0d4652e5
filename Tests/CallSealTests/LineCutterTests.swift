import Testing

@testable import callseal

struct LineCutterTests {
  /// However the bytes come, the lines are the same.
  @Test(arguments: [1, 2, 3, 7, 1000, 65_536]) func cutsTheSameLinesWhereverItIsFed(_ piece: Int) {
    let longest = String(repeating: "y", count: Line.longest)
    let text = "a\n\nbc\r\n\(longest)\n\(longest)z\nlast"
    let bytes = Array(text.utf8)
    var cutter = LineCutter()
    var lines: [Line] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
      lines += cutter.lines(in: bytes[start..<min(start + piece, bytes.count)])
    }
    if let last = cutter.lastLine() { lines.append(last) }
    #expect(
      lines == [
        .text(Array("a".utf8)), .text([]), .text(Array("bc".utf8)), .text(Array(longest.utf8)), .tooLong,
        .text(Array("last".utf8)),
      ])
    #expect(cutter.lastLine() == nil)
  }

  @Test func aLongLastLineIsRefusedToo() {
    var cutter = LineCutter()
    #expect(cutter.lines(in: [UInt8](repeating: 1, count: Line.longest + 1)[...]) == [])
    #expect(cutter.lastLine() == .tooLong)
    #expect(cutter.lastLine() == nil)
  }
}
