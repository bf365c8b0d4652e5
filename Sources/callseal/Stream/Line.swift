/// A line of a stream, without its end.
enum Line: Sendable, Equatable {
  case text([UInt8])
  /// Longer than a line may be; nothing of it was kept.
  case tooLong

  /// The most bytes of a line: many times what an event, a key and a token take.
  static let longest = 64 * 1024
}

/// Cuts what is read into lines, and holds no more of them than one line may have.
struct LineCutter {
  private var rest: [UInt8] = []
  private var isPassingOver = false

  /// The lines that end in `bytes`, which follow what was given before.
  mutating func lines(in bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      keep(bytes[start..<end])
      lines.append(take())
      start = end + 1
    }
    keep(bytes[start...])
    return lines
  }

  /// The last line, where it has no end.
  mutating func lastLine() -> Line? { isPassingOver || !rest.isEmpty ? take() : nil }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isPassingOver else { return }
    guard rest.count + bytes.count <= Line.longest else {
      isPassingOver = true
      rest = []
      return
    }
    rest += bytes
  }

  private mutating func take() -> Line {
    defer {
      rest = []
      isPassingOver = false
    }
    if isPassingOver { return .tooLong }
    // A line that a program of another system wrote.
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    return .text(rest)
  }
}
