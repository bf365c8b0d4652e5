/// The command line as a whole: its commands, and what it does without one.
enum Tool {
  static let name = "callseal"
  /// The version of the program; the envelope has its own.
  static let version = "0.1.0"
  static let summary = "seals call metadata into pushes that tell nothing, opens them, and decides what a phone does"

  /// Every command, in the order of the help.
  static let commands: [any Command.Type] = [
    DemoCommand.self, KeygenCommand.self, PubkeyCommand.self, SealCommand.self, OpenCommand.self, FilterCommand.self,
    InspectCommand.self, KeysListCommand.self, KeysAddCommand.self, KeysImportCommand.self, KeysExportCommand.self,
    KeysRotateCommand.self, KeysRetireCommand.self, KeysDestroyCommand.self, KeysTrustCommand.self,
    KeysDistrustCommand.self, KeysCheckCommand.self, KeysLockCommand.self, KeysUnlockCommand.self,
    KeysPassphraseCommand.self, VectorsGenerateCommand.self, VectorsVerifyCommand.self, CompletionsCommand.self,
    ManCommand.self,
    HelpCommand.self,
  ]

  /// Commands of two words share the first, and what it is about.
  static let groups = [
    CommandGroup(name: "keys", summary: "keeps keys for their whole lives, in a keyring"),
    CommandGroup(name: "vectors", summary: "makes test vectors, and runs them"),
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
    guard System.areArgumentsUTF8 else { throw .usage("an argument is not UTF-8") }
    guard let word = arguments.first else { throw .usage("no command given") }
    switch word {
    case "--version", "-V": return try Output.standard.write("\(name) \(version)\n")
    case "--help", "-h": return try Output.standard.write(HelpText.overview)
    default: break
    }
    if let group = groups.first(where: { $0.name == word }) {
      guard let second = arguments.dropFirst().first else {
        throw .usage("'\(word)' is followed by one of \(group.words.joined(separator: ", "))")
      }
      if second == "--help" || second == "-h" { return try Output.standard.write(HelpText.overview(of: group)) }
      guard let command = command(named: "\(word) \(second)") else {
        throw .usage("unknown command \(word) \(second)\(Suggestion.phrase(for: second, among: group.words))")
      }
      return try run(command, arguments.dropFirst(2))
    }
    guard let command = command(named: word) else {
      let names = commands.map { $0.description.name } + groups.map(\.name)
      let hint = Suggestion.phrase(for: word, among: names.filter { !$0.contains(" ") })
      throw .usage("unknown \(word.hasPrefix("-") ? "option" : "command") \(word)\(hint)")
    }
    try run(command, arguments.dropFirst())
  }

  private static func run(_ command: any Command.Type, _ rest: ArraySlice<String>) throws(Failure) {
    // Help wins over whatever else is wrong, up to where options end.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return try Output.standard.write(HelpText.page(of: command.description))
    }
    let arguments = try Arguments(parsing: rest, for: command.description)
    try arguments.checkOutputs()
    try command.run(arguments)
  }
}

/// Commands that share their first word.
struct CommandGroup {
  let name: String
  let summary: String

  var commands: [CommandDescription] {
    Tool.commands.map { $0.description }.filter { $0.name.hasPrefix("\(name) ") }
  }

  /// Their second words.
  var words: [String] { commands.map { String($0.name.dropFirst(name.count + 1)) } }
}
