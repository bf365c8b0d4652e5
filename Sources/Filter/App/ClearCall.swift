/// A call by the clear members of a payload, for the two cases in which they are believed.
enum ClearCall {
  /// The call, held to the same rules as a body; nothing where it breaks one.
  static func read(_ payload: [AnyHashable: Any]) -> (Event, Event.Call)? {
    var handle: JSONObject = [:]
    handle["type"] = string(payload["handleType"])
    handle["value"] = string(payload["handle"])
    var call: JSONObject = ["handle": .object(handle)]
    call["name"] = string(payload["name"])
    call["video"] = (payload["video"] as? Bool).map(JSONValue.bool)
    var members: JSONObject = ["kind": "call", "call": .object(call)]
    members["id"] = string(payload["id"])
    members["sent"] = integer(payload["sent"])
    members["expires"] = integer(payload["expires"])
    guard case .event(let event) = try? EventBody(members), case .call(let call) = event.content else { return nil }
    return (event, call)
  }

  private static func string(_ value: Any?) -> JSONValue? { (value as? String).map(JSONValue.string) }
  private static func integer(_ value: Any?) -> JSONValue? { (value as? Int).map { .integer(Int64($0)) } }
}
