import SealCrypto

/// All that the command line says to a person beside its data: on standard error, lower case, one line each.
enum Voice {
  /// `callseal: …`.
  static func say(_ message: String) {
    let message = shortened(message)
    // A file name with a line's end in it must not begin a line of its own.
    line("callseal: \(message.map { $0.isNewline ? "\u{fffd}" : String($0) }.joined())")
  }

  /// `callseal: warning: …`, for what is done all the same.
  static func warn(_ message: String) { say("warning: \(message)") }

  /// Why a run ended, and how it is called where that was wrong.
  static func say(_ failure: Failure) {
    say(failure.message)
    guard failure.code == .usage else { return }
    if let command = failure.command {
      line(HelpText.usage(of: command))
      line("more: callseal help \(command.name)")
    } else {
      line(HelpText.usage)
      line("more: callseal help")
    }
  }

  private static func line(_ text: String) {
    // Nobody can be told that standard error is gone.
    try? System.write(Array("\(printable(text))\n".utf8).memory.span, to: .error)
  }

  /// `text` as far as somebody reads it: what is echoed of an argument or a name may be as long as they like. The end says
  /// what is wrong with it, and stays.
  static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > 1000 else { return text }
    return String(scalars.prefix(600)) + " … " + String(scalars.suffix(300))
  }

  /// `text` without what could steer a terminal, for file names and other people's data.
  static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isSteering) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isSteering(scalar) ? "\u{fffd}" : scalar) }
    return String(result)
  }

  /// C0 but the line feed, DEL, C1, line separators, and the controls of bidirectional text.
  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0a: false
    case 0x00...0x1f, 0x7f...0x9f, 0x061c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// The system's words as we write ours.
  static func lowerCased(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

  /// `1 byte`, `2 bytes`.
  static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}
