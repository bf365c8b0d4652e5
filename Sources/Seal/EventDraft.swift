/// An event as its author has it: what is absent is filled in when it is encoded.
///
/// It is made by kind, or read from the JSON that the command line takes. Members that this version does not know are
/// kept; kinds that it does not know are refused.
public struct EventDraft: Sendable, Equatable {
  /// The event's members as they were given.
  public let members: JSONObject

  /// Takes members as they are; they are checked when the draft is encoded.
  public init(members: JSONObject) { self.members = members }

  /// Reads the JSON of an event.
  ///
  /// - Throws: `SealError` with code `invalidEvent` for what is not one object in the I-JSON profile (RFC 7493).
  public init(parsing json: [UInt8]) throws(SealError) {
    do throws(FormatError) { members = try JSONReader.object(json) } catch {
      throw SealError(.invalidEvent, "not the JSON of an event: \(error.reason)")
    }
  }

  /// An incoming call.
  ///
  /// - Parameters:
  ///   - handle: Who calls; a phone number in E.164 (`+14155550123`).
  ///   - kind: What the handle is.
  ///   - name: The caller's name.
  ///   - video: Whether it is a video call.
  ///   - id: The call's identity; random where it is absent. A copy of a call has the call's.
  ///   - sent: When the call began; now where it is absent.
  ///   - expires: When it is of no more use: at most 180 s after `sent`, and 45 s where it is absent.
  ///   - data: The app's own: strings, integers within ±(2^53 − 1), Booleans, arrays and objects of them.
  /// - Returns: The draft.
  public static func call(
    from handle: String, kind: Handle.Kind = .phone, name: String? = nil, video: Bool = false, id: EventID? = nil,
    sent: UnixTime? = nil, expires: UnixTime? = nil, data: JSONObject? = nil
  ) -> EventDraft {
    var call: JSONObject = ["handle": ["type": .string(kind.rawValue), "value": .string(handle)]]
    call["name"] = name.map(JSONValue.string)
    call["video"] = .bool(video)
    return make(.call, "call", call, id, sent, expires, data)
  }

  /// The end of a call. Every device that got the call gets its end.
  ///
  /// - Parameters:
  ///   - id: The call's identity.
  ///   - reason: Why it ended.
  ///   - handle: Who called, for the missed call's text.
  ///   - kind: What the handle is.
  ///   - name: The caller's name.
  ///   - sent: Now where it is absent.
  ///   - expires: 30 days after `sent` where it is absent.
  ///   - data: The app's own.
  /// - Returns: The draft.
  public static func callEnded(
    _ id: EventID, reason: Event.CallEnd.Reason, handle: String? = nil, kind: Handle.Kind = .phone,
    name: String? = nil, sent: UnixTime? = nil, expires: UnixTime? = nil, data: JSONObject? = nil
  ) -> EventDraft {
    var ended: JSONObject = ["reason": .string(reason.rawValue)]
    ended["handle"] = handle.map { ["type": .string(kind.rawValue), "value": .string($0)] }
    ended["name"] = name.map(JSONValue.string)
    return make(.callEnded, "ended", ended, id, sent, expires, data)
  }

  /// Something to show.
  ///
  /// - Parameters:
  ///   - text: The notification; a title or a body at least.
  ///   - id: Random where it is absent.
  ///   - sent: Now where it is absent.
  ///   - expires: 30 days after `sent` where it is absent.
  ///   - data: The app's own.
  /// - Returns: The draft.
  public static func notification(
    _ text: Event.NotificationText, id: EventID? = nil, sent: UnixTime? = nil, expires: UnixTime? = nil,
    data: JSONObject? = nil
  ) -> EventDraft {
    var members = JSONObject()
    for (name, value) in [("title", text.title), ("subtitle", text.subtitle), ("body", text.body)] where !value.isEmpty
    {
      members[name] = .string(value)
    }
    members["sound"] = text.sound.map(JSONValue.string)
    members["thread"] = text.thread.map(JSONValue.string)
    members["category"] = text.category.map(JSONValue.string)
    members["badge"] = text.badge.map { .integer(Int64($0)) }
    members["interruption"] = text.interruption.map { .string($0.rawValue) }
    members["relevance"] = text.relevance.map(JSONValue.number)
    return make(.notification, "notification", members, id, sent, expires, data)
  }

  /// Something for the app alone, which the user never sees.
  ///
  /// - Parameters:
  ///   - data: The app's own.
  ///   - id: Random where it is absent.
  ///   - sent: Now where it is absent.
  ///   - expires: 30 days after `sent` where it is absent.
  /// - Returns: The draft.
  public static func data(
    _ data: JSONObject, id: EventID? = nil, sent: UnixTime? = nil, expires: UnixTime? = nil
  ) -> EventDraft {
    make(.data, nil, nil, id, sent, expires, data)
  }

  private static func make(
    _ kind: EventKind, _ name: String?, _ content: JSONObject?, _ id: EventID?, _ sent: UnixTime?,
    _ expires: UnixTime?, _ data: JSONObject?
  ) -> EventDraft {
    var members: JSONObject = ["kind": .string(kind.rawValue)]
    members["id"] = id.map { .string($0.description) }
    members["sent"] = sent.map { .integer($0.milliseconds) }
    members["expires"] = expires.map { .integer($0.milliseconds) }
    if let name { members[name] = content.map(JSONValue.object) }
    members["data"] = data.map(JSONValue.object)
    return EventDraft(members: members)
  }
}
