/// Prints descriptions.
enum HelpText {
  private static let width = 80

  /// What `callseal help` prints.
  static var overview: String {
    let single = Tool.commands.map { $0.description }.filter { !$0.name.contains(" ") }
    let column = (single.map(\.name.count).max() ?? 0) + 4
    var text = fill("\(Tool.name) \(Tool.summary).") + "\n\(usage)\n\ncommands:\n"
    for command in single where command.name != "help" {
      text += entry(command.name, command.summary, column: column)
    }
    for group in Tool.groups {
      text += entry(group.name, "\(group.summary): \(group.words.joined(separator: ", "))", column: column)
    }
    if let help = single.first(where: { $0.name == "help" }) { text += entry(help.name, help.summary, column: column) }
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

  /// What `callseal help keys` prints.
  static func overview(of group: CommandGroup) -> String {
    let column = (group.commands.map(\.name.count).max() ?? 0) + 4
    var text = fill("\(Tool.name) \(group.name): \(group.summary).") + "\n"
    for command in group.commands { text += entry(command.name, command.summary, column: column) }
    return text + "\n  callseal help \(group.name) COMMAND    how a command is used, with examples\n"
  }

  /// The exit codes and what they mean, for the manual; the overview prints them in two columns.
  static let exitCodes = [
    (0, "Done."), (1, "Input or output failed."), (2, "Wrong command line."), (3, "Malformed input."),
    (4, "No key with the envelope's key id."), (5, "It did not open, or has no trusted sender."),
    (6, "A check failed, or none ran."), (7, "Refused: it would overwrite, or endanger a key."),
  ]

  static let usage = "usage: \(Tool.name) COMMAND [OPTION]… [FILE|-]"

  /// The usage of a command, on as many lines as it needs.
  static func usage(of command: CommandDescription) -> String {
    var parts = command.options.filter { $0.requirement != .never }.map { part($0) }
    parts += command.options.filter { $0.requirement == .never }.map { part($0) }
    if let operand = command.operand {
      let name = (operand.kind == .input ? "\(operand.name)|-" : operand.name) + (operand.isRepeatable ? "…" : "")
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
    if !command.samples.isEmpty { text += "\n" + command.samples.map { "  \($0)\n" }.joined() }
    let entries = self.entries(of: command)
    let column = min(28, (entries.map(\.0.count).max() ?? 0) + 4)
    text += "\n"
    for (name, help) in entries { text += entry(name, help, column: column) }
    guard !command.examples.isEmpty else { return text }
    text += "\nexamples:\n"
    for example in command.examples {
      text += "  # \(example.purpose)\n"
      for line in example.line.split(separator: "\n") { text += "  \(line)\n" }
    }
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
    return String(repeating: " ", count: indent) + fill(parts: words, first: indent, indent: indent) + "\n"
  }

  /// Parts, never broken, in lines of `width` columns; the first begins at column `first`, the others at `indent`.
  private static func fill(parts: [String], first: Int = 0, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for part in parts {
      let column = (lines.isEmpty ? first : indent) + line.count
      if line.isEmpty {
        line = part
      } else if column + 1 + part.count > width {
        lines.append(line)
        line = part
      } else {
        line += " \(part)"
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
