import SealEnvelope

/// The demonstration's page: lines of at most 100 columns.
struct DemoPage {
  static let width = 100
  private static let indent = 4

  private(set) var text = ""

  /// A numbered heading.
  private var sections = 0

  /// A paragraph at the margin.
  mutating func paragraph(_ words: String) { append(Self.fill(words.split(separator: " ").map(String.init), at: 0)) }

  /// A numbered heading, with a note at the right end of its line.
  mutating func heading(_ words: String, note: String = "") {
    sections += 1
    let start = "\n \(sections)  \(words)"
    // The line's end before it is no column.
    let gap = max(2, Self.width + 1 - start.count - note.count)
    append(note.isEmpty ? start : start + String(repeating: " ", count: gap) + note)
  }

  /// A paragraph below a heading.
  mutating func note(_ words: String) {
    append(Self.fill(words.split(separator: " ").map(String.init), at: Self.indent))
  }

  /// Names and values in two columns.
  mutating func table(_ rows: [(String, String)]) {
    let column = (rows.map(\.0.count).max() ?? 0) + 2
    for (name, value) in rows { line(Self.pad(name, to: column) + value) }
  }

  /// Cells in columns of the given widths; the last one is as wide as there is room.
  mutating func row(_ cells: [String], widths: [Int]) {
    line(zip(cells, widths + [0]).map { Self.pad($0, to: $1) }.joined())
  }

  mutating func line(_ words: String = "") {
    append(words.isEmpty ? "" : String(repeating: " ", count: Self.indent) + words)
  }

  /// An object's text as it is, broken between its members where a line would be too long.
  mutating func json(_ object: JSONObject) throws(FormatError) {
    var parts: [String] = []
    for (index, member) in object.members.enumerated() {
      // A member's text is that of the object that holds nothing else, without its braces.
      let text = try JSONWriter.text(JSONObject([(member.name, member.value)])).dropFirst().dropLast()
      let isLast = index == object.members.count - 1
      parts.append((index == 0 ? "{" : "") + String(decoding: text, as: UTF8.self) + (isLast ? "}" : ","))
    }
    append(Self.fill(parts, at: Self.indent, hanging: 1, separator: ""))
  }

  /// The two ends of a long text, and how long it is.
  static func shortened(_ text: String, to count: Int = 60) -> String {
    guard text.count > count else { return text }
    return "\(text.prefix(count * 3 / 4))…\(text.suffix(count / 4))"
  }

  private mutating func append(_ line: String) { text += line + "\n" }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func fill(
    _ parts: [String], at indent: Int, hanging: Int = 0, separator: String = " "
  ) -> String {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for part in parts {
      if !isEmpty, line.count + separator.count + part.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += (isEmpty ? "" : separator) + part
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
