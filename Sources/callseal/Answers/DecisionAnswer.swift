import Filter

/// A decision, and how its report was settled, as a program reads it.
struct DecisionAnswer {
  let members: JSONObject

  /// `settlement` is what settling the report gave; nothing where it was not settled, or is accepted, which shows nothing.
  init(_ decision: Decision, settlement: Settlement? = nil, isAccepted: Bool = false) {
    var members: JSONObject = ["action": .string(decision.action.word), "reason": .string(decision.reason.rawValue)]
    members["event"] = decision.event.map { .object($0.answer) }
    if case .report(let report) = decision.action {
      members["payload"] = .object(report.payload.members)
      members["otherwise"] = .object(report.otherwise.answer)
    }
    if isAccepted { members["settled"] = .null }
    if let settlement { members["settled"] = settlement.content.map { .object($0.answer) } ?? .null }
    if case .notify(let content) = decision.action { members["content"] = .object(content.answer) }
    members["data"] = decision.data.map { .object($0) }
    if decision.withdrawsMissedCall { members["withdraw"] = true }
    if !decision.ledgerIsAvailable || settlement?.ledgerIsAvailable == false { members["ledger"] = "unavailable" }
    self.members = members
  }

  /// One line.
  func line() throws(FormatError) -> [UInt8] {
    // The app's data may be 31 levels deep where it stands in an event; in an answer it stands two levels deeper.
    try JSONWriter.text(members, spare: 4) + [UInt8(ascii: "\n")]
  }
}

extension Decision.Action {
  var word: String {
    switch self {
    case .report: "report"
    case .notify: "notify"
    case .suppress: "suppress"
    case .passThrough: "pass-through"
    }
  }
}

extension OpenedEvent {
  var answer: JSONObject {
    var members: JSONObject = ["kind": .string(kind.rawValue)]
    members["id"] = event.map { .string($0.id.description) }
    members["sent"] = event.map { .integer($0.sent.milliseconds) }
    members["expires"] = event.map { .integer($0.expires.milliseconds) }
    members["sender"] = sender.map { .string($0.description) }
    members["recipient"] = .string(recipient.description)
    return members
  }
}

extension NotificationContent {
  /// The members of an event's notification, and `userInfo`; what is empty is left out.
  var answer: JSONObject {
    var members = JSONObject()
    for (name, text) in [("title", title), ("subtitle", subtitle), ("body", body)] where !text.isEmpty {
      members[name] = .string(text)
    }
    members["sound"] = sound.map { .string($0.name) }
    members["thread"] = thread.map { .string($0) }
    members["category"] = category.map { .string($0) }
    members["badge"] = badge.map { .integer(Int64($0)) }
    members["interruption"] = interruption.map { .string($0.rawValue) }
    members["relevance"] = relevance.map { .number($0) }
    if !userInfo.members.isEmpty { members["userInfo"] = .object(userInfo) }
    return members
  }
}
