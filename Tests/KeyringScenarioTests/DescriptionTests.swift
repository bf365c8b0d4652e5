import Testing

/// Completions and the manual come from the descriptions that print the help.
struct DescriptionTests {
  private func commands(_ stage: Stage) throws -> [String] {
    let lines = try stage.run("callseal help", exits: 0).output.split(separator: "\n")
    let names = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { String($0.split(separator: " ")[0]) }.filter { $0.allSatisfy(\.isLetter) }
    let groups = ["keys", "vectors"]
    let members = try groups.flatMap { group in
      try stage.run("callseal help \(group)", exits: 0).output.split(separator: "\n")
        .filter { $0.hasPrefix("  \(group) ") }.map { "\(group) " + $0.split(separator: " ")[1] }
    }
    #expect(names.contains("seal") && Set(groups).isSubset(of: names) && members.count == 15)
    return names.filter { !groups.contains($0) } + members
  }

  /// The long options on a command's page of help.
  private func options(_ stage: Stage, _ command: String) throws -> [String] {
    let page = try stage.run("callseal help \(command)", exits: 0).output.components("examples:")[0]
    return page.split(separator: "\n").filter { $0.hasPrefix("  -") }
      .compactMap { line in line.split { $0 == " " || $0 == "," }.first { $0.hasPrefix("--") }.map(String.init) }
      .filter { $0 != "--help" }
  }

  @Test func bashCompletesEveryOptionOfTheHelp() throws {
    let stage = try Stage()
    try stage.run("callseal completions bash > complete.bash && bash -n complete.bash", exits: 0)
    var tried = 0
    for command in try commands(stage) {
      let words = command.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
      let count = command.split(separator: " ").count + 1
      let answer = try stage.run(
        "source ./complete.bash; COMP_WORDS=(callseal \(words) --); COMP_CWORD=\(count); _callseal; echo \"${COMPREPLY[@]}\"",
        exits: 0
      ).output
      let completed = Set(answer.split { $0 == " " || $0 == "\n" }.map(String.init))
      #expect(completed == Set(try options(stage, command) + ["--help"]), "\(command)")
      tried += 1
    }
    #expect(tried > 20)
    let values = try stage.run(
      "source ./complete.bash; COMP_WORDS=(callseal keys lock --cost ''); COMP_CWORD=4; _callseal; echo ${COMPREPLY[@]}",
      exits: 0)
    #expect(values.output == "interactive moderate sensitive\n")
    let words = try stage.run(
      "source ./complete.bash; COMP_WORDS=(callseal keys ro); COMP_CWORD=2; _callseal; echo ${COMPREPLY[@]}", exits: 0)
    #expect(words.output == "rotate\n")
  }

  @Test(arguments: ["zsh", "fish"])
  func otherShellsHaveEveryOption(shell: String) throws {
    let stage = try Stage()
    let text = try stage.run("callseal completions \(shell)", exits: 0).output
    // Where the shell is there, it says whether it is a script at all.
    try stage.run("callseal completions \(shell) > script; ! command -v \(shell) || \(shell) -n script", exits: 0)
    for command in try commands(stage) {
      for option in try options(stage, command) {
        #expect(text.contains(shell == "fish" ? "-l \(option.dropFirst(2)) " : "\(option)["), "\(command) \(option)")
      }
    }
  }

  @Test func theManualHasEveryCommandAndOption() throws {
    let stage = try Stage()
    let text = try stage.run("callseal man", exits: 0).output
    for command in try commands(stage) {
      let section = text.components(".SS callseal \(command)\n").last ?? ""
      let body = section.components("\n.SS ")[0]
      for option in try options(stage, command) {
        #expect(body.contains("\\fB" + option.replacing("-", with: "\\-") + "\\fR"), "\(command) \(option)")
      }
    }
    let warnings = try stage.run("! command -v groff || callseal man | groff -man -Tutf8 -ww 2>&1 >/dev/null", exits: 0)
    #expect(!warnings.output.contains("warning"), "\(warnings.output)")
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
