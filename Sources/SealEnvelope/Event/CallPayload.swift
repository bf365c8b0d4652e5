/// The members of a call as they reach an app's PushKit delegate, whoever put them there: a filter's report to CallKit,
/// or a plain VoIP push.
package enum CallPayload {
  /// What marks the dictionary as CallSeal's, with the value 1.
  package static let mark = "callseal"
  /// The envelope's text.
  package static let sealed = "sealed"
  package static let version: Int64 = 1

  /// The members of `event`, which is a call, without the mark; `sender` and `recipient` where they are known.
  package static func members(
    of event: Event, _ call: Event.Call, sender: Thumbprint? = nil, recipient: Thumbprint? = nil
  ) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [
      ("id", .string(event.id.description)),
      ("handle", .string(call.handle.value)),
      ("handleType", .string(call.handle.kind.rawValue)),
    ]
    members.reserveCapacity(12)
    if let name = call.name { members.append(("name", .string(name))) }
    members.append(("video", .bool(call.isVideo)))
    members.append(("sent", .integer(event.sent.milliseconds)))
    members.append(("expires", .integer(event.expires.milliseconds)))
    if let sender { members.append(("sender", .string(sender.description))) }
    if let recipient { members.append(("recipient", .string(recipient.description))) }
    if let data = event.data { members.append(("data", .object(data))) }
    return members
  }
}
