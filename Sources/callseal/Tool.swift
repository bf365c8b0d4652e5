/// The command line as a whole: its commands, and what it does without one.
enum Tool {
  static let name = "callseal"
  /// The version of the program; the envelope has its own.
  static let version = "0.1.0"
  static let summary = "seals call metadata into pushes that tell nothing, opens them, and decides what a phone does"

  /// Every command, in the order of the help.
  static let commands: [any Command.Type] = [
    DemoCommand.self, KeygenCommand.self, PubkeyCommand.self, SealCommand.self, OpenCommand.self, FilterCommand.self,
    InspectCommand.self, HelpCommand.self,
  ]

  static func command(named name: String) -> (any Command.Type)? { commands.first { $0.description.name == name } }

  /// Runs the command that `arguments` name.
  static func run(_ arguments: [String]) -> ExitCode {
    do throws(Failure) {
      try runCommand(arguments)
      return .done
    } catch {
      Voice.say(error)
      return error.code
    }
  }

  private static func runCommand(_ arguments: [String]) throws(Failure) {
    guard let word = arguments.first else { throw .usage("no command given") }
    switch word {
    case "--version", "-V": return try Output.standard.write("\(name) \(version)\n")
    case "--help", "-h": return try Output.standard.write(HelpText.overview)
    default: break
    }
    guard let command = command(named: word) else {
      let hint = Suggestion.phrase(for: word, among: commands.map { $0.description.name })
      throw .usage("unknown \(word.hasPrefix("-") ? "option" : "command") \(word)\(hint)")
    }
    let rest = arguments.dropFirst()
    // Help wins over whatever else is wrong, up to where options end.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return try Output.standard.write(HelpText.page(of: command.description))
    }
    try command.run(try Arguments(parsing: rest, for: command.description))
  }
}
