/// Prints descriptions.
enum HelpText {
  private static let width = 80

  /// What `callseal help` prints.
  static var overview: String {
    let names = Tool.commands.map { $0.description.name }
    let column = (names.map(\.count).max() ?? 0) + 4
    var text = fill("\(Tool.name) \(Tool.summary).") + "\n\(usage)\n\ncommands:\n"
    for command in Tool.commands {
      text += entry(command.description.name, command.description.summary, column: column)
    }
    text += """

      callseal demo            the whole path in one go; a good start
      callseal help COMMAND    how a command is used, with examples
      callseal --version       the version

      Data is on standard output, everything else on standard error; "-" is a stream.

      exit codes:
        0  done                        4  no key with the envelope's key id
        1  input or output failed      5  it did not open, or has no trusted sender
        2  wrong command line          6  a check failed, or none ran
        3  malformed input             7  refused: it would overwrite, or endanger a key

      """
    return text
  }

  static let usage = "usage: \(Tool.name) COMMAND [OPTION]… [FILE|-]"

  /// The usage of a command, on as many lines as it needs.
  static func usage(of command: CommandDescription) -> String {
    var parts = command.options.filter { $0.requirement != .never }.map { part($0) }
    parts += command.options.filter { $0.requirement == .never }.map { part($0) }
    if let operand = command.operand {
      let name = operand.kind == .input ? "\(operand.name)|-" : operand.name
      parts.append(operand.isRequired ? name : "[\(name)]")
    }
    let head = "usage: \(Tool.name) \(command.name)"
    return fill(parts: [head] + parts, indent: head.count + 1)
  }

  private static func part(_ option: OptionDescription) -> String {
    let part = option.requirement == .never ? "[\(option.invocation)]" : option.invocation
    return option.isRepeatable ? "\(part)…" : part
  }

  /// What `callseal help COMMAND` prints.
  static func page(of command: CommandDescription) -> String {
    var text = fill("\(Tool.name) \(command.name): \(command.summary).") + "\n\(usage(of: command))\n"
    for paragraph in command.discussion { text += "\n" + fill(paragraph) }
    let entries = self.entries(of: command)
    let column = min(28, (entries.map(\.0.count).max() ?? 0) + 4)
    text += "\n"
    for (name, help) in entries { text += entry(name, help, column: column) }
    guard !command.examples.isEmpty else { return text }
    text += "\nexamples:\n"
    for example in command.examples { text += "  # \(example.purpose)\n  \(example.line)\n" }
    return text
  }

  private static func entries(of command: CommandDescription) -> [(String, String)] {
    var entries = command.operand.map { [($0.name, $0.help)] } ?? []
    for option in command.options {
      var help = option.help
      if case .choice(let words) = option.value?.kind { help += " One of \(words.joined(separator: ", "))." }
      if option.isRepeatable { help += " Can be repeated." }
      entries.append((option.letter == nil ? option.invocation : "\(option.invocation), \(option.spelling)", help))
    }
    return entries + [("-h, --help", "Print this.")]
  }

  private static func entry(_ name: String, _ help: String, column: Int) -> String {
    let start = "  \(name)"
    let indent = String(repeating: " ", count: column)
    let body = fill(help, indent: column).dropFirst(column)
    guard start.count + 2 <= column else { return "\(start)\n\(indent)\(body)" }
    return start + String(repeating: " ", count: column - start.count) + body
  }

  /// Words in lines of `width` columns, each line behind `indent` spaces and ended.
  private static func fill(_ text: String, indent: Int = 0) -> String {
    let words = text.split(separator: " ").map(String.init)
    return String(repeating: " ", count: indent) + fill(parts: words, indent: indent) + "\n"
  }

  private static func fill(parts: [String], indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    var column = 0
    for part in parts {
      let start = lines.isEmpty ? (parts[0].hasPrefix("usage:") ? 0 : indent) : indent
      column = start + line.count
      if !line.isEmpty, column + 1 + part.count > width {
        lines.append(line)
        line = part
      } else {
        line += (line.isEmpty ? "" : " ") + part
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
