/// The command line: `--name value` and `--flag`.
struct Options {
  private let words: [String]

  init() { words = Array(CommandLine.arguments.dropFirst()) }

  func isGiven(_ option: String) -> Bool { words.contains(option) }

  func value(of option: String) -> String? {
    guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
    return words[index + 1]
  }

  func number(_ option: String, or usual: Int) -> Int { value(of: option).flatMap { Int($0) } ?? usual }
}
