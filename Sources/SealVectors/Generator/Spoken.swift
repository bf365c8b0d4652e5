import SealEnvelope

/// An event as its author writes it, with what a reader makes of it: written down here, not asked of a reader.
struct Spoken {
  let kind: String
  let id: String
  let sent: Int64
  /// As a reader takes it.
  let expires: Int64
  var body: JSONObject
  /// What a reader makes of the rest.
  var read: [(String, JSONValue)] = []
  /// The caller, of a call or its end.
  var handle: (value: String, type: String)?
  var name: String?
  /// What the app gets, where there is some.
  var data: JSONObject?

  /// 2026-01-01T00:00:00Z: when most things in the vectors are sent.
  static let start: Int64 = 1_767_225_600_000
  static let number = "+14155550123"

  var text: [UInt8] { get throws { try JSONWriter.text(body) } }

  static func call(
    _ id: String, sent: Int64 = start, expires: Int64? = nil, handle: String? = number, type: String = "phone",
    name: String? = "Carol Example", video: Bool? = nil, data: JSONObject? = nil
  ) throws -> Spoken {
    let handle = handle ?? number
    let expires = expires ?? sent + 45_000
    var call: JSONObject = ["handle": ["type": .string(type), "value": .string(handle)]]
    call["name"] = name.map { .string($0) }
    call["video"] = video.map { .bool($0) }
    var content: JSONObject = ["handle": .string(handle), "handleType": .string(type)]
    content["name"] = name.map { .string($0) }
    content["video"] = .bool(video ?? false)
    return try Spoken("call", id, sent, expires, ("call", .object(call)), ("call", .object(content)), data)
      .from((handle, type), name)
  }

  static func end(
    _ id: String, _ reason: String = "cancelled", sent: Int64 = start + 5000, expires: Int64? = nil,
    handle: String? = number, name: String? = "Carol Example", data: JSONObject? = nil
  ) throws -> Spoken {
    var ended: JSONObject = ["reason": .string(reason)]
    var content = ended
    if let handle {
      ended["handle"] = ["type": "phone", "value": .string(handle)]
      content["handle"] = .string(handle)
      content["handleType"] = "phone"
    }
    ended["name"] = name.map { .string($0) }
    content["name"] = name.map { .string($0) }
    return try Spoken(
      "call-ended", id, sent, expires ?? sent + 2_592_000_000, ("ended", .object(ended)), ("ended", .object(content)),
      data
    ).from(handle.map { ($0, "phone") }, name)
  }

  static func notification(
    _ id: String, _ content: JSONObject = ["title": "Carol", "body": "Call me back."], sent: Int64 = start,
    expires: Int64? = nil, data: JSONObject? = nil
  ) throws -> Spoken {
    try Spoken(
      "notification", id, sent, expires ?? sent + 2_592_000_000, ("notification", .object(content)),
      ("notification", .object(content)), data)
  }

  static func data(
    _ id: String, _ data: JSONObject? = ["unread": 3], sent: Int64 = start, expires: Int64? = nil
  ) throws -> Spoken {
    try Spoken("data", id, sent, expires ?? sent + 2_592_000_000, nil, nil, data)
  }

  private init(
    _ kind: String, _ name: String, _ sent: Int64, _ expires: Int64, _ content: (String, JSONValue)?,
    _ read: (String, JSONValue)?, _ data: JSONObject?
  ) throws {
    (self.kind, self.sent, self.expires, self.data) = (kind, sent, expires, data)
    id = try Seed.id(name)
    var members: [(String, JSONValue)] = [
      ("kind", .string(kind)), ("id", .string(id)), ("sent", .integer(sent)), ("expires", .integer(expires)),
    ]
    if let content { members.append(content) }
    if let read { self.read.append(read) }
    if let data {
      members.append(("data", .object(data)))
      self.read.append(("data", .object(data)))
    }
    body = JSONObject(members)
  }

  private func from(_ handle: (String, String)?, _ name: String?) -> Spoken {
    var copy = self
    copy.handle = handle.map { (value: $0.0, type: $0.1) }
    copy.name = name
    return copy
  }

  /// The part of the event that a decision carries.
  func head(from sender: SenderKey?, to recipient: DeviceKey) -> JSONObject {
    var members: JSONObject = [
      "kind": .string(kind), "id": .string(id), "sent": .integer(sent), "expires": .integer(expires),
    ]
    members["sender"] = sender.map { .string($0.thumbprint.description) }
    members["recipient"] = .string(recipient.thumbprint.description)
    return members
  }

  /// The event as it is read.
  func event(from sender: SenderKey?, to recipient: DeviceKey) -> JSONObject {
    JSONObject(head(from: sender, to: recipient).members.map { ($0.name, $0.value) } + read)
  }
}

extension Spoken {
  /// The same event, read with another `expires` than it says.
  init(_ event: Spoken, expires: Int64) {
    (kind, id, sent, body, read) = (event.kind, event.id, event.sent, event.body, event.read)
    (handle, name, data) = (event.handle, event.name, event.data)
    self.expires = expires
  }
}
