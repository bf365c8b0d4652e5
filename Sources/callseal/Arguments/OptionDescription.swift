/// An option as data.
struct OptionDescription: Sendable {
  /// Without its hyphens.
  let name: String
  /// The one-letter form.
  var letter: Character?
  /// What follows it; nothing for a flag.
  var value: Value?
  var requirement = Requirement.never
  var isRepeatable = false
  /// One or two sentences.
  let help: String

  /// What follows an option.
  struct Value: Sendable {
    /// As the usage shows it.
    let name: String
    let kind: ValueKind
  }

  /// When it has to be there.
  enum Requirement: Sendable, Equatable {
    case always
    case never
    /// Always, but where one of these holds.
    case unless([Condition])

    /// An option that is given, with this value where one is named.
    struct Condition: Sendable, Equatable {
      let option: String
      let value: String?

      init(option: String, is value: String?) { (self.option, self.value) = (option, value) }
    }
  }

  /// `--name`.
  var spelling: String { "--\(name)" }
  /// `--name VALUE`; with the letter alone where that is how it is known.
  var invocation: String { (letter.map { "-\($0)" } ?? spelling) + (value.map { " \($0.name)" } ?? "") }
}

/// What a value is: for checks, and for completion.
enum ValueKind: Sendable, Equatable {
  /// A file that is read; `-` is standard input.
  case input
  /// A file that is written; `-` is standard output.
  case output
  /// A file or folder of the command's own, and never a stream.
  case file
  /// One of these words.
  case choice([String])
  /// A 64-bit integer.
  case integer
  case text
}
