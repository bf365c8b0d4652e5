/// The order in which members are written (§4 of the format): the same event is always the same bytes.
enum MemberOrder {
  /// The members of an event in order, those that are null left out, unknown ones kept behind in the order given.
  static func sort(_ event: JSONObject, of kind: EventKind) -> JSONObject {
    switch kind {
    case .call:
      sort(event, ["kind", "id", "sent", "expires", "call", "data"]) { member, object in
        member == "call" ? sort(object, ["handle", "name", "video"], sortHandle) : object
      }
    case .callEnded:
      sort(event, ["kind", "id", "sent", "expires", "ended", "data"]) { member, object in
        member == "ended" ? sort(object, ["reason", "handle", "name"], sortHandle) : object
      }
    case .notification:
      sort(event, ["kind", "id", "sent", "expires", "notification", "data"]) { member, object in
        member == "notification"
          ? sort(
            object,
            [
              "title", "subtitle", "body", "sound", "thread", "category", "badge", "interruption", "relevance",
            ]
          ) { $1 } : object
      }
    default: sort(event, ["kind", "id", "sent", "expires", "data"]) { $1 }
    }
  }

  private static func sortHandle(_ member: String, _ object: JSONObject) -> JSONObject {
    member == "handle" ? sort(object, ["type", "value"]) { $1 } : object
  }

  private static func sort(
    _ object: JSONObject, _ known: [String], _ inner: (String, JSONObject) -> JSONObject
  ) -> JSONObject {
    var members: [JSONObject.Member] = []
    members.reserveCapacity(object.members.count)
    for name in known {
      switch object[name] {
      case nil, .null: continue
      case .object(let value): members.append(JSONObject.Member(name: name, value: .object(inner(name, value))))
      case let value?: members.append(JSONObject.Member(name: name, value: value))
      }
    }
    members += object.members.filter { member in
      !known.contains { $0.hasSameUTF8(as: member.name) }
    }
    return JSONObject(unique: members)
  }
}
