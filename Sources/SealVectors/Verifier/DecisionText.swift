import Filter
import SealEnvelope

/// A decision as vectors tell it.
enum DecisionText {
  static func of(_ decision: Decision) -> JSONObject {
    var members: JSONObject
    switch decision.action {
    case .report(let report):
      members = [
        "action": "report", "payload": .object(report.payload.members), "otherwise": .object(of(report.otherwise)),
      ]
    case .notify(let content):
      // The words of the fallback are the extension's own: it counts that they are the constant ones.
      let isFallback = content == NotificationContent.fallback
      members = ["action": "notify", "content": isFallback ? "fallback" : .object(of(content))]
    case .suppress: members = ["action": "suppress"]
    case .passThrough: members = ["action": "pass-through"]
    }
    members["reason"] = .string(decision.reason.rawValue)
    members["event"] = decision.event.map { .object(EventAnswer.head($0)) }
    members["data"] = decision.data.map { .object($0) }
    if decision.withdrawsMissedCall { members["withdraw"] = true }
    return members
  }

  static func of(_ content: NotificationContent) -> JSONObject {
    var members = JSONObject()
    for (name, text) in [("title", content.title), ("subtitle", content.subtitle), ("body", content.body)]
    where !text.isEmpty {
      members[name] = .string(text)
    }
    members["sound"] = content.sound.map { .string($0.name) }
    members["thread"] = content.thread.map { .string($0) }
    members["category"] = content.category.map { .string($0) }
    members["badge"] = content.badge.map { .integer(Int64($0)) }
    members["interruption"] = content.interruption.map { .string($0.rawValue) }
    members["relevance"] = content.relevance.map { .number($0) }
    if !content.userInfo.members.isEmpty { members["userInfo"] = .object(content.userInfo) }
    return members
  }
}

extension NotificationContent {
  /// The fallback in the words that a configuration has of itself.
  fileprivate static let fallback: NotificationContent = {
    var content = NotificationContent()
    content.title = Wording().fallbackTitle
    content.body = Wording().fallbackBody
    return content
  }()
}
