enum HelpCommand: Command {
  static let description = CommandDescription(
    name: "help",
    summary: "explains a command, with examples",
    operand: OperandDescription(
      name: "COMMAND", kind: .text, isRepeatable: true, help: "The command; all of them where it is absent."))

  static func run(_ arguments: Arguments) throws(Failure) {
    let name = arguments.operands.joined(separator: " ")
    guard !arguments.operands.isEmpty else { return try Output.standard.write(HelpText.overview) }
    if let group = Tool.groups.first(where: { $0.name == name }) {
      return try Output.standard.write(HelpText.overview(of: group))
    }
    guard let command = Tool.command(named: name) else {
      let names = Tool.commands.map { $0.description.name }
      throw .usage("unknown command \(name)\(Suggestion.phrase(for: name, among: names))")
    }
    try Output.standard.write(HelpText.page(of: command.description))
  }
}
