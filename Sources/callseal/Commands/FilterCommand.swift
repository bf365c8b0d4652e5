import Filter
import SealEnvelope
import SealPlatform

enum FilterCommand: Command {
  private static let now = OptionDescription(
    name: "now", value: .init(name: "MS", kind: .integer),
    help: "The time to decide at, in milliseconds since 1970; the clock's unless given.")
  private static let ledger = OptionDescription(
    name: "ledger", value: .init(name: "FILE", kind: .file),
    help: "Remember calls and messages in FILE, so that nothing rings twice or after it ended. It is made where there "
      + "is none, and may be shared by several processes.")
  private static let settle = OptionDescription(
    name: "settle", value: .init(name: "ANSWER", kind: .choice(["accepted", "refused", "failed", "none"])),
    help: "How CallKit answers a report: accepted unless given where there is a ledger, none where there is not. A "
      + "report without an answer is what a killed extension leaves.")

  static let description = CommandDescription(
    name: "filter",
    summary: "decides what a phone does with a push",
    discussion: [
      "Reads the JSON of a push (an extension's userInfo) and writes the decision as one line of JSON: report a call, "
        + "notify with a content, suppress, or pass it through; with the reason, the event, and what CallKit gets or "
        + "the user sees. Whatever arrives, there is exactly one decision, and the exit code is 0; only what is not a "
        + "JSON object is malformed.",
      "It never looks at the clock where --now is given, so a past or a future can be tried out.",
    ],
    operand: OperandDescription(
      name: "FILE", kind: .input, help: "The push; standard input where it is absent or '-'."),
    options: [
      CommonOptions.key, CommonOptions.audience, CommonOptions.trust, CommonOptions.acceptUnsigned, now, ledger, settle,
      CommonOptions.output,
    ] + CommonOptions.secrets,
    examples: [
      .init(
        purpose: "what the phone would do",
        line: #"""
          callseal filter --key device.jwk --trust sender.pub.jwk \
                          --audience org.example.app push.json
          """#),
      .init(
        purpose: "the second time it is a duplicate",
        line: #"""
          callseal filter --key device.jwk --trust sender.pub.jwk \
                          --audience org.example.app --ledger calls.ledger push.json
          """#),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    let audience = try arguments.audience()
    let time = arguments.integer(now).map(UnixTime.init) ?? .now
    if let path = arguments.value(of: ledger) {
      guard !Ledger.isSomethingElse(path) else {
        throw Failure(.refused, "\(path): not a ledger, and it is not replaced by one")
      }
      // Each push would ring again: a folder, a name in one that is not there, a name that is too long.
      guard FilePlace(path) != nil else { throw Failure(.refused, "\(path): no ledger can be made there") }
    }
    var configuration = FilterConfiguration(
      audience: audience, keys: try arguments.deviceKeys(at: time).source,
      senders: try arguments.trustedSenders(at: time),
      ledger: arguments.value(of: ledger).map(Ledger.file) ?? .inMemory())
    configuration.policy.acceptsUnsigned = arguments.isGiven(CommonOptions.acceptUnsigned)
    let filter = PushFilter(configuration)
    let input = try Input(arguments.operand, what: "a push")
    let push: JSONObject
    do throws(FormatError) {
      push = try JSONReader.member("sealed", of: input.bytes).map { ["sealed": $0] } ?? [:]
    } catch { throw Failure(error, in: input.name) }

    let decision = filter.decide(UserInfo.dictionary(push), now: arguments.isGiven(now) ? time : nil)
    let output = Output(of: arguments, for: .owner)
    func write(_ settlement: Settlement? = nil, isAccepted: Bool = false) throws(Failure) {
      let answer = DecisionAnswer(decision, settlement: settlement, isAccepted: isAccepted)
      let line: [UInt8]
      do throws(FormatError) { line = try answer.line() } catch { throw Failure(error, in: input.name) }
      try output.write(line)
      if let path = arguments.value(of: ledger), answer.members["ledger"] != nil {
        Voice.warn("\(path): the ledger could not be read or kept now, so a call may ring again")
      }
    }
    guard case .report(let report) = decision.action, let outcome = outcome(arguments) else { return try write() }
    guard outcome == .accepted else { return try write(filter.settle(report, outcome)) }
    // What is accepted shows nothing, and counts once it is told: a report that nobody got can still ring.
    try write(isAccepted: true)
    _ = filter.settle(report, outcome)
  }

  /// CallKit's answer; nothing where there is none.
  private static func outcome(_ arguments: Arguments) -> CallReport.Outcome? {
    guard let word = arguments.value(of: settle) else { return arguments.isGiven(ledger) ? .accepted : nil }
    return CallReport.Outcome(rawValue: word)
  }
}
