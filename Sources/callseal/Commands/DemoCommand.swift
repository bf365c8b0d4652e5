import SealEnvelope

enum DemoCommand: Command {
  static let description = CommandDescription(
    name: "demo",
    summary: "shows the whole path in one go, with keys it makes up",
    discussion: [
      "A call is sealed; the push is shown as Apple sees it, and what the phone makes of it. Then come the same call "
        + "again, one that is late, one that has ended, a message, data, a forged one and a damaged one. Every line is "
        + "computed; what is not as told ends the run with exit code 6. Nothing is read or written."
    ],
    examples: [.init(purpose: "the whole path", line: "callseal demo")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let (page, faults) = try Demo.play(now: .now)
    try Output.standard.write(page)
    guard let last = faults.last else { return }
    for fault in faults.dropLast() { Voice.say(fault) }
    throw Failure(.checkFailed, last)
  }
}
