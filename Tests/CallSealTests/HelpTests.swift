import Testing

@testable import callseal

/// Help as a newcomer finds it.
struct HelpTests {
  @Test func everyWayToAskGivesTheSame() throws {
    let scratch = try Scratch()
    let overview = try scratch.output("help")
    #expect(overview == Snapshots.overview)
    #expect(try scratch.output("--help") == overview)
    #expect(try scratch.output("-h") == overview)
    let page = try scratch.output("help", "keygen")
    #expect(try scratch.output("keygen", "--help") == page)
    #expect(try scratch.output("keygen", "-h") == page)
    #expect(try scratch.output("keygen", "--nonsense", "stray", "--help") == page)
  }

  @Test(arguments: Tool.commands.map { $0.description.name })
  func pageIsAsItWas(_ name: String) throws {
    let page = try Scratch().output("help", name)
    let snapshot = try #require(Snapshots.pages[name] ?? Snapshots.keysPages[name] ?? Snapshots.vectorsPages[name])
    #expect(page == snapshot)
  }

  @Test func everyPageHasASnapshot() {
    let pages = [Snapshots.pages, Snapshots.keysPages, Snapshots.vectorsPages].flatMap(\.keys)
    #expect(Set(pages) == Set(Tool.commands.map { $0.description.name }))
  }

  @Test(arguments: Tool.commands.map { $0.description })
  func pageFitsATerminal(_ command: CommandDescription) {
    let lines = HelpText.page(of: command).split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
  }

  @Test func versionIsALine() throws {
    let scratch = try Scratch()
    #expect(try scratch.output("--version") == "callseal \(Tool.version)\n")
    #expect(try scratch.output("-V") == "callseal \(Tool.version)\n")
  }

  @Test func helpOnNothingKnownIsAnError() throws {
    let scratch = try Scratch()
    try scratch.expect(.usage, saying: "unknown command seel; did you mean seal?", ["help", "seel"])
    try scratch.expect(.usage, saying: "unknown command seal open", ["help", "seal", "open"])
  }

  /// Examples are read by people who copy them, so they have to be command lines that the parser takes.
  @Test(arguments: Tool.commands.map { $0.description }.filter { !$0.examples.isEmpty })
  func examplesAreTaken(_ command: CommandDescription) throws {
    var count = 0
    for example in command.examples {
      let line = example.line.replacing("\\\n", with: " ")
      for part in line.split(whereSeparator: { "|\n".contains($0) }) {
        let words = part.split(separator: ">").first.map { $0.split(separator: " ").map(String.init) } ?? []
        guard words.first == "callseal" else { continue }
        let length = command.name.split(separator: " ").count
        let name = words[1...length].joined(separator: " ")
        _ = try Arguments(
          parsing: words.dropFirst(length + 1),
          for: #require(Tool.command(named: name) ?? Tool.command(named: words[1])).description)
        count += 1
      }
    }
    #expect(count >= command.examples.count)
  }

  @Test(arguments: Tool.commands.map { $0.description })
  func descriptionIsSound(_ command: CommandDescription) {
    let names = command.options.map(\.name) + command.options.compactMap { $0.letter.map(String.init) }
    #expect(Set(names).count == names.count)
    #expect(!names.contains("help") && !names.contains("h"))
    for option in command.options {
      #expect(option.help.hasSuffix("."), "\(option.name)")
      if case .unless(let other, _) = option.requirement { #expect(command.option(named: other) != nil) }
      // A secret never stands in a command line: what is text there is public.
      if option.value?.kind == .text {
        #expect(["audience", "label", "expires", "until", "grace"].contains(option.name))
      }
    }
    #expect(command.summary.first?.isLowercase == true && !command.summary.hasSuffix("."))
  }
}
