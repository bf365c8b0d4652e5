/// The manual page, in the man(7) macros.
enum ManualPage {
  static func text(_ commands: [CommandDescription]) -> String {
    var text = """
      .TH CALLSEAL 1 "" "callseal \(Tool.version)" "User Commands"
      .SH NAME
      callseal \\- \(escaped(Tool.summary))
      .SH SYNOPSIS
      .B callseal
      .I COMMAND
      [\\fIOPTION\\fR]... [\\fIFILE\\fR|\\-]
      .SH DESCRIPTION
      Data is on standard output, everything else on standard error; "\\-" is a stream.
      .SH COMMANDS

      """
    for command in commands { text += section(command) }
    text += ".SH EXIT STATUS\n"
    for (code, meaning) in HelpText.exitCodes { text += ".TP\n\\fB\(code)\\fR\n\(escaped(meaning))\n" }
    return text
  }

  private static func section(_ command: CommandDescription) -> String {
    var text = ".SS callseal \(escaped(command.name))\n\(escaped(sentence(command.summary)))\n"
    for paragraph in command.discussion { text += ".PP\n\(escaped(paragraph))\n" }
    if let operand = command.operand { text += entry("\\fI\(escaped(operand.name))\\fR", operand.help) }
    for option in command.options {
      let spellings = (option.letter.map { ["-\($0)"] } ?? []) + [option.spelling]
      let names = spellings.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
      var help = option.help
      if case .choice(let words) = option.value?.kind { help += " One of \(words.joined(separator: ", "))." }
      if option.isRepeatable { help += " Can be repeated." }
      text += entry(names + (option.value.map { " \\fI\(escaped($0.name))\\fR" } ?? ""), help)
    }
    for example in command.examples {
      text += ".PP\n\(escaped(sentence(example.purpose)))\n.PP\n.nf\n.RS 4\n"
      for line in example.line.split(separator: "\n", omittingEmptySubsequences: false) {
        text += "\(escaped(String(line)))\n"
      }
      text += ".RE\n.fi\n"
    }
    return text
  }

  private static func entry(_ name: String, _ help: String) -> String { ".TP\n\(name)\n\(escaped(help))\n" }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// A line of text as text: no macro, no escape, hyphens that can be copied, ASCII alone.
  private static func escaped(_ text: String) -> String {
    var result = ""
    if let first = text.first, first == "." || first == "'" { result += "\\&" }
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result
  }
}
