import Testing

@testable import callseal

/// Command lines that are wrong: exit 2, nothing done, the usage and a hint.
struct UsageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., says: String) {
      self.arguments = arguments
      self.says = says
    }
  }

  static let cases = [
    Case(says: "no command given"),
    Case("sael", says: "unknown command sael; did you mean seal?"),
    Case("frobnicate", says: "unknown command frobnicate"),
    Case("", says: "unknown command "),
    Case("help", "", says: "unknown command "),
    Case("--verison", says: "unknown option --verison"),
    Case("seal", says: "--to PUB is missing"),
    Case("seal", "--to", "device.pub.jwk", says: "--audience ID is missing"),
    Case("seal", "--too", "x", says: "unknown option --too; did you mean --to?"),
    Case("seal", "-x", says: "unknown option -x"),
    Case("open", "--ky=device.jwk", says: "unknown option --ky; did you mean --key?"),
    Case("open", "--key", says: "--key needs a value, KEY"),
    Case("open", "--key", "--audience", "a.b", says: "--key needs a value, KEY"),
    Case("seal", "-o", "-o", says: "--output needs a value, FILE"),
    Case("open", "--key", "", "--audience", "a.b", says: "--key has an empty file name"),
    Case("open", "--key=", "--audience", "a.b", says: "--key has an empty file name"),
    Case("open", "--key", "device.jwk", "--audience", "a b", says: "an audience is an app's bundle identifier"),
    Case("open", "--key", "device.jwk", "--audience", "a", "--audience", "a", says: "--audience is given twice"),
    Case("open", "--accept-unsigned=yes", says: "--accept-unsigned takes no value"),
    Case("keygen", says: "-o FILE is missing"),
    Case("keygen", "-o", "k", "stray", says: "keygen takes no operand, not stray"),
    Case("pubkey", "a", "b", says: "one FILE at a time; b is one too many"),
    Case("inspect", "--", "a", "--json", says: "one FILE at a time; --json is one too many"),
    Case("demo", "x", says: "demo takes no operand"),
    Case("pubkey", "", says: "FILE has an empty file name"),
    Case("filter", "--key", "-", "--audience", "a", says: "--key and FILE cannot all read standard input"),
    Case("open", "--key", "-", "--trust", "-", "--audience", "a", "f", says: "--key and --trust cannot all read"),
    Case("filter", "--key", "k", "--audience", "a", "--now", "soon", says: "--now is a 64-bit integer, not soon"),
    Case("filter", "--key", "k", "--audience", "a", "--now", "1.0", says: "--now is a 64-bit integer"),
    Case(
      "filter", "--key", "k", "--audience", "a", "--now", "9223372036854775808", says: "--now is a 64-bit integer"),
    Case("filter", "--key", "k", "--audience", "a", "--settle", "maybe", says: "--settle is one of accepted, refused"),
    Case("seal", "--to", "x", "--audience", "a", "--floor", "511", says: "--floor is one of 512, 1024, 2048, 2560"),
    Case("seal", "--to", "x", "--audience", "a", "--as", "sms", says: "--as is one of push, envelope, voip"),
    Case("seal", "--to", "x", "--audience", "a", "--as", "voip-clear", says: "--to has no use with --as voip-clear"),
    Case(
      "seal", "--audience", "a", "--as", "voip-clear", "--floor", "512",
      says: "--floor has no use with --as voip-clear"),
    Case(
      "seal", "--to", "x", "--audience", "a", "--as", "envelope", "--headers", "h",
      says: "--headers has no use with --as envelope"),
    Case(
      "seal", "--to", "x", "--audience", "a", "--headers", "-", says: "the headers and the push cannot both be written"),
  ]

  @Test(arguments: cases)
  func endsWithUsage(_ wrong: Case) throws {
    let scratch = try Scratch()
    let run = try scratch.callseal(wrong.arguments)
    #expect(run.status == ExitCode.usage.rawValue)
    #expect(run.output == [])
    let lines = run.messages
    #expect(lines.first?.hasPrefix("callseal: \(wrong.says)") == true, "\(run.errors)")
    #expect(lines.dropFirst().first?.hasPrefix("usage: callseal ") == true, "\(run.errors)")
    #expect(lines.last?.hasPrefix("more: callseal help") == true, "\(run.errors)")
    #expect(try scratch.files() == [])
  }

  /// What a person types may come back, but not what steers a terminal, and never as a line of its own.
  @Test func echoesNothingThatSteers() throws {
    let run = try Scratch().callseal("se\u{1b}[31mal\ncallseal: done\u{202e}")
    #expect(run.status == 2)
    #expect(run.messages.first == "callseal: unknown command se\u{fffd}[31mal\u{fffd}callseal: done\u{fffd}")
  }

  /// Nothing is repeated whole that may be as long as they like, and what is wrong is said all the same.
  @Test func aLongArgumentIsNotRepeatedWhole() throws {
    let long = String(repeating: "x", count: 100_000)
    for arguments in [
      [long], ["seal", "--\(long)"], ["open", "--key", long, "--audience", "a.b"], ["demo", long], ["inspect", long],
    ] {
      let run = try Scratch().callseal(arguments)
      #expect(run.status != 0 && run.output == [] && run.errors.utf8.count < 3000, "\(run.errors.utf8.count)")
      #expect(run.errors.hasPrefix("callseal: ") && run.errors.contains("xxx … xxx"), "\(arguments.count)")
    }
    let named = try Scratch().callseal(["inspect", long])
    #expect(named.errors.hasSuffix("x: file name too long\n"))
  }

  @Test func valuesThatBeginWithAHyphenAreTaken() throws {
    let description = FilterCommand.description
    let words = ["--key", "-", "--audience=a", "--now", "-9223372036854775808", "--ledger=--odd", "--", "-f"]
    let arguments = try Arguments(parsing: words, for: description)
    #expect(arguments.values(of: CommonOptions.key) == ["-"])
    #expect(arguments.operand == "-f")
    #expect(arguments.value(of: try #require(description.option(named: "now"))) == "-9223372036854775808")
    #expect(arguments.value(of: try #require(description.option(named: "ledger"))) == "--odd")
  }
}
