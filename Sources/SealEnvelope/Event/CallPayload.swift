/// The members of a call as they reach an app's PushKit delegate, whoever put them there: a filter's report to CallKit,
/// or a plain VoIP push.
package enum CallPayload {
  /// What marks the dictionary as CallSeal's, with the value 1.
  package static let mark = "callseal"
  /// The envelope's text.
  package static let sealed = "sealed"
  package static let version: Int64 = 1

  /// The members of `event`, which is a call, with the mark in front; `sender`, `recipient` and the envelope's text where
  /// they are known.
  package static func object(
    of event: Event, _ call: Event.Call, sender: Thumbprint? = nil, recipient: Thumbprint? = nil,
    sealed text: String? = nil, after members: [JSONObject.Member] = []
  ) -> JSONObject {
    var members = members
    members.reserveCapacity(members.count + 12)
    func add(_ name: String, _ value: JSONValue) { members.append(JSONObject.Member(name: name, value: value)) }
    add(mark, .integer(version))
    add("id", .string(event.id.description))
    add("handle", .string(call.handle.value))
    add("handleType", .string(call.handle.kind.rawValue))
    if let name = call.name { add("name", .string(name)) }
    add("video", .bool(call.isVideo))
    add("sent", .integer(event.sent.milliseconds))
    add("expires", .integer(event.expires.milliseconds))
    if let sender { add("sender", .string(sender.description)) }
    if let recipient { add("recipient", .string(recipient.description)) }
    if let data = event.data { add("data", .object(data)) }
    if let text { add(sealed, .string(text)) }
    return JSONObject(unique: members)
  }
}
