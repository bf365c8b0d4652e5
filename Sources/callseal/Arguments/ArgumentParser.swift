/// Takes a command line apart: `--name VALUE`, `--name=VALUE`, `-o VALUE`, `-` and other words as operands, and `--`,
/// behind which there are only operands.
struct ArgumentParser {
  enum Item {
    case option(OptionDescription, String?)
    case operand(String)
  }

  private let command: CommandDescription
  private var words: ArraySlice<String>
  private var optionsHaveEnded = false

  init(_ arguments: some Sequence<String>, of command: CommandDescription) {
    self.command = command
    words = ArraySlice(arguments)
  }

  /// The next option with its value, or the next operand.
  mutating func next() throws(Failure) -> Item? {
    guard let word = words.popFirst() else { return nil }
    if optionsHaveEnded || word == "-" || !word.hasPrefix("-") { return .operand(word) }
    if word == "--" {
      optionsHaveEnded = true
      return try next()
    }
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = try find(word: "--\(parts[0])") { $0.name.utf8.elementsEqual(parts[0].utf8) }
      return try item(option, attached: parts.count == 2 ? String(parts[1]) : nil)
    }
    return try item(try find(word: word) { $0.letter.map { "-\($0)" } == word }, attached: nil)
  }

  private func find(word: String, _ matches: (OptionDescription) -> Bool) throws(Failure) -> OptionDescription {
    guard let option = command.options.first(where: matches) else {
      let hint = Suggestion.phrase(for: word, among: command.options.map(\.spelling))
      throw .usage("unknown option \(word)\(hint)", of: command)
    }
    return option
  }

  private mutating func item(_ option: OptionDescription, attached: String?) throws(Failure) -> Item {
    guard let description = option.value else {
      guard attached == nil else { throw .usage("\(option.spelling) takes no value", of: command) }
      return .option(option, nil)
    }
    if let attached { return .option(option, attached) }
    // A value may begin with a hyphen (`--now -1`, `--key -`), but what is an option by its look is one: a forgotten
    // value is more likely than a file of that name, which `--name=VALUE` can still say.
    guard let value = words.first, !value.hasPrefix("--"), !isOption(value) else {
      throw .usage("\(option.spelling) needs a value, \(description.name)", of: command)
    }
    words.removeFirst()
    return .option(option, value)
  }

  private func isOption(_ word: String) -> Bool { command.options.contains { $0.letter.map { "-\($0)" } == word } }
}
