import Filter
import SealEnvelope

/// Runs vectors of type `Decisions`: steps in order, on one ledger that is empty at first.
struct DecisionCheck {
  private var configuration: FilterConfiguration

  init(_ group: inout Members) throws(VectorFault) {
    let setup = try ReaderSetup(&group)
    configuration = FilterConfiguration(
      audience: setup.audience, keys: try setup.keySource(isReadable: try group.bool("keysReadable")),
      senders: try setup.trustSource(isReadable: try group.bool("trustReadable")), ledger: .inMemory())
    var policy = Members(try group.object("policy"), at: "\(group.place), \"policy\"")
    configuration.policy.acceptsUnsigned = try policy.bool("acceptUnsigned")
    configuration.policy.requiresSealed = try policy.bool("requireSealed")
    configuration.policy.hidesCaller = try policy.bool("hideCaller")
    configuration.policy.tolerance = try policy.integer("tolerance")
    switch try policy.string("refusal") {
    case "missed-call": configuration.policy.refusal = .missedCall
    case "incoming-call": configuration.policy.refusal = .incomingCall
    default: throw policy.fault("an unknown \"refusal\"")
    }
    let accepts = try policy.bool("accepts")
    configuration.policy.accepts = { _ in accepts }
    try policy.end()
  }

  func outcome(of test: VectorTest, _ members: inout Members) throws(VectorFault) -> VectorOutcome {
    guard test.result == .valid else { throw members.fault("decisions are never invalid") }
    let steps = try members.objects("steps")
    guard !steps.isEmpty else { throw members.fault("no steps") }
    var phone = Phone(configuration)
    var failure: VectorOutcome?
    // All steps are read, so that a fault of the file behind a step that fails is seen too.
    for (index, object) in steps.enumerated() {
      var step = Members(object, at: "\(members.place), step \(index + 1)")
      let (expected, got) = try phone.run(&step)
      try step.end()
      let outcome = JSONDifference.outcome(expected: expected, got: got)
      if failure == nil, case .failed(let expected, let got) = outcome {
        failure = .failed(expected: "step \(index + 1): \(expected)", got: got)
      }
    }
    return failure ?? .passed
  }

  /// What each step gives.
  func answers(to test: VectorTest) throws(VectorFault) -> [JSONValue] {
    var members = test.members
    var phone = Phone(configuration)
    var answers: [JSONValue] = []
    for object in try members.objects("steps") {
      var step = Members(object, at: members.place)
      answers.append(try phone.run(&step).got)
    }
    return answers
  }
}

/// A phone with its ledger, step by step.
private struct Phone {
  private var configuration: FilterConfiguration
  private var filter: PushFilter
  /// The report of each step so far, where there was one.
  private var reports: [CallReport?] = []

  init(_ configuration: FilterConfiguration) {
    self.configuration = configuration
    self.configuration.ledger = .inMemory()
    filter = PushFilter(self.configuration)
  }

  /// Takes a step: what it has to give, and what it gives.
  mutating func run(_ step: inout Members) throws(VectorFault) -> (expected: JSONValue, got: JSONValue) {
    if step.object["settle"] != nil { return try settle(&step) }
    if step.object["ledger"] != nil { return try loseLedger(&step) }
    let now = UnixTime(milliseconds: try step.integer("now"))
    let userInfo = UserInfo.dictionary(try step.object("userInfo"))
    let expected = try step.object("decision")
    let decision = filter.decide(userInfo, now: now)
    if case .report(let report) = decision.action { reports.append(report) } else { reports.append(nil) }
    return (.object(expected), .object(DecisionText.of(decision)))
  }

  private mutating func settle(_ step: inout Members) throws(VectorFault) -> (expected: JSONValue, got: JSONValue) {
    let outcome: CallReport.Outcome = try step.word("settle")
    let number = try step.integer("of")
    let expected = try step.value("content")
    reports.append(nil)
    guard 1..<Int64(reports.count) ~= number else { throw step.fault("\"of\" is no earlier step") }
    guard let report = reports[Int(number) - 1] else {
      return ("a report at that step", "none")
    }
    let content = filter.settle(report, outcome).content
    return (expected, content.map { .object(DecisionText.of($0)) } ?? .null)
  }

  private mutating func loseLedger(_ step: inout Members) throws(VectorFault) -> (expected: JSONValue, got: JSONValue) {
    guard try step.string("ledger") == "lost" else { throw step.fault("an unknown \"ledger\"") }
    reports.append(nil)
    configuration.ledger = .inMemory()
    filter = PushFilter(configuration)
    return (.null, .null)
  }
}
