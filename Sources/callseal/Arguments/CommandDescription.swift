/// A command as data: the parser works from it, and help is printed from it.
struct CommandDescription: Sendable {
  /// The word that calls it.
  let name: String
  /// What it does, in half a line.
  let summary: String
  /// The rest that a newcomer needs to know: paragraphs, filled when they are printed.
  var discussion: [String] = []
  /// What its input looks like, line by line, printed as it is.
  var samples: [String] = []
  /// What it takes besides options.
  var operand: OperandDescription?
  /// Its options, in the order of the help. `--help` is everyone's and not listed.
  var options: [OptionDescription] = []
  /// Command lines that work.
  var examples: [Example] = []

  /// A command line and what it is for.
  struct Example: Sendable {
    let purpose: String
    let line: String
  }

  func option(named name: String) -> OptionDescription? { options.first { $0.name == name } }
}

/// The one operand of a command.
struct OperandDescription: Sendable {
  /// As the usage shows it.
  let name: String
  let kind: ValueKind
  var isRequired = false
  var isRepeatable = false
  let help: String
}
