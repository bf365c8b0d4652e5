/// A command's options and operand as they were given, checked against its description.
struct Arguments: Sendable {
  let command: CommandDescription
  /// The values by option; a flag has an empty list.
  private(set) var options: [String: [String]] = [:]
  private(set) var operands: [String] = []
  /// The first of them.
  var operand: String? { operands.first }

  /// Reads what stands behind the command's name.
  init(parsing arguments: some Sequence<String>, for command: CommandDescription) throws(Failure) {
    self.command = command
    var parser = ArgumentParser(arguments, of: command)
    while let item = try parser.next() {
      switch item {
      case .option(let option, let value): try add(option, value)
      case .operand(let word): try add(operand: word)
      }
    }
    try checkWhatIsMissing()
    try checkStreams()
  }

  func isGiven(_ option: OptionDescription) -> Bool { options[option.name] != nil }

  func values(of option: OptionDescription) -> [String] { options[option.name] ?? [] }

  func value(of option: OptionDescription) -> String? { options[option.name]?.last }

  /// The value of an option that its description requires.
  func required(_ option: OptionDescription) throws(Failure) -> String {
    guard let value = value(of: option) else { throw missing(option) }
    return value
  }

  /// The value of an option of kind `integer`.
  func integer(_ option: OptionDescription) -> Int64? { value(of: option).flatMap { Int64($0) } }

  /// A fault of this command line.
  func usage(_ message: String) -> Failure { .usage(message, of: command) }

  private mutating func add(_ option: OptionDescription, _ value: String?) throws(Failure) {
    guard let value else {
      options[option.name] = []
      return
    }
    guard option.isRepeatable || !isGiven(option) else { throw usage("\(option.spelling) is given twice") }
    try check(value, option.value?.kind ?? .text, option.spelling)
    options[option.name, default: []].append(value)
  }

  private mutating func add(operand word: String) throws(Failure) {
    guard let description = command.operand else { throw usage("\(command.name) takes no operand, not \(word)") }
    guard operand == nil || description.isRepeatable else {
      throw usage("one \(description.name) at a time; \(word) is one too many")
    }
    try check(word, description.kind, description.name)
    operands.append(word)
  }

  private func check(_ value: String, _ kind: ValueKind, _ name: String) throws(Failure) {
    switch kind {
    case .input, .output, .file:
      guard !value.isEmpty else { throw usage("\(name) has an empty file name") }
      guard kind != .file || value != "-" else {
        throw usage("\(name) takes a file and no stream; ./- is a file of that name")
      }
    case .choice(let words):
      guard words.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else {
        throw usage("\(name) is one of \(words.joined(separator: ", ")); not \(value)")
      }
    case .integer:
      guard Int64(value) != nil else { throw usage("\(name) is a 64-bit integer, not \(value)") }
    case .text: break
    }
  }

  private func checkWhatIsMissing() throws(Failure) {
    for option in command.options where !isGiven(option) {
      switch option.requirement {
      case .never: continue
      case .always: throw missing(option)
      case .unless(let conditions):
        let isExcused = conditions.contains { condition in
          guard let values = options[condition.option] else { return false }
          return condition.value == nil || values.last == condition.value
        }
        if !isExcused { throw missing(option) }
      }
    }
    if let description = command.operand, description.isRequired, operand == nil {
      throw usage("\(description.name) is missing")
    }
  }

  private func missing(_ option: OptionDescription) -> Failure { usage("\(option.invocation) is missing") }

  /// Standard input can be read once.
  private func checkStreams() throws(Failure) {
    var readers: [String] = []
    for option in command.options where option.value?.kind == .input {
      readers += values(of: option).filter { $0 == "-" }.map { _ in option.spelling }
    }
    if let description = command.operand, description.kind == .input, operand ?? "-" == "-" {
      readers.append(description.name)
    }
    guard readers.count <= 1 else {
      throw usage("\(readers.joined(separator: " and ")) cannot all read standard input; name a file")
    }
  }
}
