/// Shell completions, made from the same descriptions as the help, so that neither can know what the other does not.
enum CompletionsCommand: Command {
  static let description = CommandDescription(
    name: "completions",
    summary: "prints completions for a shell",
    operand: OperandDescription(
      name: "SHELL", kind: .choice(["bash", "zsh", "fish"]), isRequired: true, help: "bash, zsh or fish."),
    examples: [
      .init(purpose: "for bash, from its start-up file", line: "callseal completions bash > ~/.callseal.bash"),
      .init(
        purpose: "for fish, for good", line: "callseal completions fish > ~/.config/fish/completions/callseal.fish"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let commands = Tool.commands.map { $0.description }
    let text =
      switch try arguments.requiredOperand() {
      case "bash": Completions.bash(commands)
      case "zsh": Completions.zsh(commands)
      default: Completions.fish(commands)
      }
    try Output.standard.write(text)
  }
}

/// A manual page, made from the same descriptions.
enum ManCommand: Command {
  static let description = CommandDescription(
    name: "man",
    summary: "prints the manual page",
    options: [CommonOptions.output],
    examples: [.init(purpose: "to read it", line: "callseal man | man -l -")])

  static func run(_ arguments: Arguments) throws(Failure) {
    try Output(of: arguments, for: .everyone).write(ManualPage.text(Tool.commands.map { $0.description }))
  }
}
