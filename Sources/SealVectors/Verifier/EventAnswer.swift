import Filter
import SealEnvelope

/// An event as vectors tell it: what a reader has made of the body.
enum EventAnswer {
  /// Who said what to whom; the part that a decision carries.
  static func head(_ event: OpenedEvent) -> JSONObject {
    var members: JSONObject = ["kind": .string(event.kind.rawValue)]
    if let event = event.event {
      members["id"] = .string(event.id.description)
      members["sent"] = .integer(event.sent.milliseconds)
      members["expires"] = .integer(event.expires.milliseconds)
    }
    members["sender"] = event.sender.map { .string($0.description) }
    members["recipient"] = .string(event.recipient.description)
    return members
  }

  /// All of it.
  static func whole(_ opened: OpenedEvent) -> JSONObject {
    var members = head(opened)
    guard let event = opened.event else { return members }
    switch event.content {
    case .call(let call):
      var content = handle(call.handle)
      content["name"] = call.name.map { .string($0) }
      content["video"] = .bool(call.isVideo)
      members["call"] = .object(content)
    case .callEnded(let end):
      var content: JSONObject = ["reason": .string(end.reason.rawValue)]
      if let handle = end.handle { for member in self.handle(handle).members { content[member.name] = member.value } }
      content["name"] = end.name.map { .string($0) }
      members["ended"] = .object(content)
    case .notification(let text): members["notification"] = .object(notification(text))
    case .data: break
    }
    members["data"] = event.data.map { .object($0) }
    return members
  }

  private static func handle(_ handle: Handle) -> JSONObject {
    ["handle": .string(handle.value), "handleType": .string(handle.kind.rawValue)]
  }

  private static func notification(_ text: Event.NotificationText) -> JSONObject {
    var members = JSONObject()
    for (name, value) in [("title", text.title), ("subtitle", text.subtitle), ("body", text.body)] where !value.isEmpty
    {
      members[name] = .string(value)
    }
    members["sound"] = text.sound.map { .string($0) }
    members["thread"] = text.thread.map { .string($0) }
    members["category"] = text.category.map { .string($0) }
    members["badge"] = text.badge.map { .integer(Int64($0)) }
    members["interruption"] = text.interruption.map { .string($0.rawValue) }
    members["relevance"] = text.relevance.map { .number($0) }
    return members
  }
}
