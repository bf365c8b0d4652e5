import Filter
import Seal

/// One push of the demonstration: what it is, when it arrives, what the phone must do, and what it does.
struct DemoScene {
  let title: String
  let push: PushRequest
  let arrives: UnixTime
  /// Action and reason, as the format's table (§5) has them.
  let expected: (action: String, reason: DecisionReason)
  let decision: Decision

  var isAsTold: Bool { decision.action.word == expected.action && decision.reason == expected.reason }

  /// What the user sees or hears of it.
  var outcome: String {
    switch decision.action {
    case .report(let report):
      if case .string(let name)? = report.payload.members["name"] { "the phone rings: \(name)" } else { "it rings" }
    case .notify(let content): [content.title, content.body].filter { !$0.isEmpty }.joined(separator: ": ")
    case .suppress: dataText.map { "nothing; the app gets \($0)" } ?? "nothing"
    case .passThrough: "the push as it is"
    }
  }

  private var dataText: String? {
    guard let data = decision.data, let text = try? JSONWriter.text(data) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }
}
