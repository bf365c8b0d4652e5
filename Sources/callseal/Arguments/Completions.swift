/// Scripts that complete a command line, printed from the descriptions.
enum Completions {
  /// What completes a value.
  private enum Source {
    case files
    case words([String])
    case nothing

    init(_ kind: ValueKind) {
      switch kind {
      case .input, .output, .file: self = .files
      case .choice(let words): self = .words(words)
      case .integer, .text: self = .nothing
      }
    }
  }

  private static func spellings(_ option: OptionDescription) -> [String] {
    (option.letter.map { ["-\($0)"] } ?? []) + [option.spelling]
  }

  private static func firstWords(_ commands: [CommandDescription]) -> [String] {
    commands.map(\.name).filter { !$0.contains(" ") } + Tool.groups.map(\.name)
  }

  // MARK: bash

  static func bash(_ commands: [CommandDescription]) -> String {
    var text = """
      # bash completion for callseal; made by 'callseal completions bash'
      _callseal() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(firstWords(commands).joined(separator: " ")) --help --version' -- "$current"))
          return
        fi
        case $command in

      """
    for group in Tool.groups {
      text += """
          \(group.name))
            if [ "$COMP_CWORD" -eq 2 ]; then
              COMPREPLY=($(compgen -W '\(group.words.joined(separator: " "))' -- "$current"))
              return
            fi
            command="\(group.name) ${COMP_WORDS[2]}" ;;

        """
    }
    text += "  esac\n  case $command in\n"
    for command in commands {
      text += "    '\(command.name)')\n      case $previous in\n"
      for option in command.options {
        guard let value = option.value else { continue }
        text += "        \(spellings(option).joined(separator: "|"))) \(bash(Source(value.kind))) return ;;\n"
      }
      let options = command.options.flatMap(spellings) + ["--help"]
      text += "      esac\n      case $current in\n"
      text += "        -*) COMPREPLY=($(compgen -W '\(options.joined(separator: " "))' -- \"$current\")) ;;\n"
      let operand = command.name == "help" ? .words(firstWords(commands)) : command.operand.map { Source($0.kind) }
      text += "        *) \(bash(operand ?? .nothing)) ;;\n      esac ;;\n"
    }
    return text + "  esac\n}\ncomplete -o filenames -F _callseal callseal\n"
  }

  private static func bash(_ source: Source) -> String {
    switch source {
    case .files: #"COMPREPLY=($(compgen -f -- "$current"));"#
    case .words(let words): #"COMPREPLY=($(compgen -W '\#(words.joined(separator: " "))' -- "$current"));"#
    case .nothing: ":;"
    }
  }

  // MARK: zsh

  static func zsh(_ commands: [CommandDescription]) -> String {
    var text = """
      #compdef callseal
      # zsh completion for callseal; made by 'callseal completions zsh'
      _callseal() {
        local command=$words[2]
        if (( CURRENT == 2 )); then
          local -a commands=(

      """
    for command in commands where !command.name.contains(" ") {
      text += "      \(quoted("\(zshEscaped(command.name)):\(command.summary)"))\n"
    }
    for group in Tool.groups { text += "      \(quoted("\(group.name):\(group.summary)"))\n" }
    text += "    )\n    _describe command commands\n    return\n  fi\n  local start=2\n  case $command in\n"
    for group in Tool.groups {
      text += "    \(group.name))\n      if (( CURRENT == 3 )); then\n        local -a commands=(\n"
      for (word, command) in zip(group.words, group.commands) {
        text += "          \(quoted("\(word):\(command.summary)"))\n"
      }
      text += """
                )
                _describe command commands
                return
              fi
              command="\(group.name) $words[3]"
              start=3 ;;

        """
    }
    text += "  esac\n  (( CURRENT -= start - 1 ))\n  shift $((start - 1)) words\n  case $command in\n"
    for command in commands {
      text += "    \(quoted(command.name)))\n      _arguments -s"
      for option in command.options {
        let help = zshEscaped(option.help)
        for spelling in spellings(option) {
          let star = option.isRepeatable ? "*" : ""
          let value = option.value.map { ":\($0.name):\(zsh(Source($0.kind)))" } ?? ""
          text += " \\\n        \(quoted("\(star)\(spelling)[\(help)]\(value)"))"
        }
      }
      text += " \\\n        '--help[print how it is used]'"
      if let operand = command.operand {
        let source = command.name == "help" ? .words(firstWords(commands)) : Source(operand.kind)
        text += " \\\n        \(quoted("\(operand.isRepeatable ? "*" : ""):\(operand.name):\(zsh(source))"))"
      }
      text += " ;;\n"
    }
    // Sourced by eval it is bound to the command; from a folder of completions it is called.
    return text
      + "  esac\n}\nif [[ $funcstack[1] == _callseal ]]; then _callseal \"$@\"; else compdef _callseal callseal; fi\n"
  }

  private static func zsh(_ source: Source) -> String {
    switch source {
    case .files: "_files"
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .nothing: " "
    }
  }

  private static func zshEscaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += "[]:\\".contains($1) ? "\\\($1)" : String($1) }
  }

  /// In single quotes, for a POSIX shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  // MARK: fish

  static func fish(_ commands: [CommandDescription]) -> String {
    var text = """
      # fish completion for callseal; made by 'callseal completions fish'
      complete -c callseal -f

      """
    for command in commands where !command.name.contains(" ") {
      text += "complete -c callseal -n __fish_use_subcommand -a \(command.name) -d \(fishQuoted(command.summary))\n"
    }
    for group in Tool.groups {
      text += "complete -c callseal -n __fish_use_subcommand -a \(group.name) -d \(fishQuoted(group.summary))\n"
      let words = group.words.joined(separator: " ")
      for (word, command) in zip(group.words, group.commands) {
        let condition = "__fish_seen_subcommand_from \(group.name); and not __fish_seen_subcommand_from \(words)"
        text += "complete -c callseal -n '\(condition)' -a \(word) -d \(fishQuoted(command.summary))\n"
      }
    }
    for command in commands {
      let condition = command.name.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }
        .joined(separator: "; and ")
      let start = "complete -c callseal -n '\(condition)'"
      for option in command.options {
        var line = start + (option.letter.map { " -s \($0)" } ?? "") + " -l \(option.name)"
        if let value = option.value { line += " \(fish(Source(value.kind)))" }
        text += "\(line) -d \(fishQuoted(option.help))\n"
      }
      if let operand = command.operand {
        switch command.name == "help" ? Source.words(firstWords(commands)) : Source(operand.kind) {
        case .files: text += "\(start) -F\n"
        case .words(let words): text += "\(start) -a \(fishQuoted(words.joined(separator: " ")))\n"
        case .nothing: break
        }
      }
    }
    return text
  }

  private static func fish(_ source: Source) -> String {
    switch source {
    case .files: "-r -F"
    case .words(let words): "-x -a \(fishQuoted(words.joined(separator: " ")))"
    case .nothing: "-x"
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) } + "'"
  }
}
