enum HelpCommand: Command {
  static let description = CommandDescription(
    name: "help",
    summary: "explains a command, with examples",
    operand: OperandDescription(name: "COMMAND", kind: .text, help: "The command; all of them where it is absent."))

  static func run(_ arguments: Arguments) throws(Failure) {
    guard let name = arguments.operand else { return try Output.standard.write(HelpText.overview) }
    guard let command = Tool.command(named: name) else {
      let names = Tool.commands.map { $0.description.name }
      throw .usage("unknown command \(name)\(Suggestion.phrase(for: name, among: names))")
    }
    try Output.standard.write(HelpText.page(of: command.description))
  }
}
