/// The body of an envelope as a reader sees it: an event, or one of a kind it does not know.
package enum EventBody: Sendable {
  /// A call lives at most this long, in milliseconds; a reader shortens what says more.
  package static let longestCall: Int64 = 180_000

  case event(Event)
  /// No other member of it is looked at.
  case unknown(EventKind)

  /// Reads a body's bytes.
  ///
  /// - Throws: `json`, or `event` for a member of the event's own kind that is missing, of the wrong type, or out of
  ///   range.
  package init(parsing bytes: [UInt8]) throws(FormatError) { try self.init(JSONReader.object(bytes)) }

  /// Reads a body. Unknown members are ignored, and `null` reads as absent.
  package init(_ object: JSONObject) throws(FormatError) {
    let kind = EventKind(rawValue: try object.required("kind", object.string("kind")))
    let content: Event.Content
    switch kind {
    case .call: content = .call(try Event.Call(object.required("call", object.object("call"))))
    case .callEnded: content = .callEnded(try Event.CallEnd(object.required("ended", object.object("ended"))))
    case .notification:
      content = .notification(
        try Event.NotificationText(object.required("notification", object.object("notification"))))
    case .data: content = .data
    default:
      self = .unknown(kind)
      return
    }
    guard let id = EventID(parsing: try object.required("id", object.string("id"))) else {
      throw FormatError(.event, "an event's \"id\" is 8-4-4-4-12 hexadecimal digits")
    }
    let sent = try object.required("sent", object.time("sent"))
    var expires = try object.required("expires", object.time("expires"))
    guard expires > sent else { throw FormatError(.event, "an event's \"expires\" is later than its \"sent\"") }
    var data = try object.object("data")
    if kind == .call {
      expires = min(expires, sent.adding(Self.longestCall))
      data = data?.propertyListPart(integersOnly: true)
    }
    self = .event(Event(id: id, sent: sent, expires: expires, content: content, data: data))
  }
}

extension Event.Call {
  fileprivate init(_ object: JSONObject) throws(FormatError) {
    let handle = try object.required("call.handle", object.object("handle"))
    let kind = try handle.required("call.handle.type", handle.string("type"))
    let value = try handle.required("call.handle.value", handle.string("value"))
    guard let handle = Handle(kind: Handle.Kind(rawValue: kind) ?? .generic, cleaning: value) else {
      throw FormatError(.event, "a call's handle is not blank")
    }
    self.handle = handle
    name = try object.string("name").flatMap(DisplayText.name)
    isVideo = try object.bool("video") ?? false
  }
}

extension Event.CallEnd {
  fileprivate init(_ object: JSONObject) throws(FormatError) {
    reason = Reason(rawValue: try object.required("ended.reason", object.string("reason"))) ?? .failed
    let handle = try object.object("handle")
    let kind = try handle?.string("type").flatMap(Handle.Kind.init)
    let value = try handle?.string("value")
    self.handle = value.flatMap { Handle(kind: kind ?? .generic, cleaning: $0) }
    name = try object.string("name").flatMap(DisplayText.name)
  }
}

extension Event.NotificationText {
  fileprivate init(_ object: JSONObject) throws(FormatError) {
    title = DisplayText.visible(try object.string("title") ?? "")
    subtitle = DisplayText.visible(try object.string("subtitle") ?? "")
    body = DisplayText.visible(try object.string("body") ?? "", keepsLineBreaks: true)
    guard !title.isEmpty || !body.isEmpty else {
      throw FormatError(.event, "a notification has a \"title\" or a \"body\" that is not blank")
    }
    sound = try object.string("sound")
    thread = try object.string("thread")
    category = try object.string("category")
    badge = try object.integer("badge", in: 0...Int64(Int32.max)).map(Int.init)
    interruption = try object.string("interruption").map { Interruption(rawValue: $0) ?? .active }
    relevance = try object.number("relevance", in: 0...1)
  }
}

// MARK: - Members

/// A member by its type: nothing where it is absent or null, an error where it is of another type.
extension JSONObject {
  fileprivate func required<Value>(
    _ name: String, _ value: @autoclosure () throws(FormatError) -> Value?
  ) throws(FormatError) -> Value {
    guard let value = try value() else { throw FormatError(.event, "\"\(name)\" is missing") }
    return value
  }

  fileprivate func string(_ name: String) throws(FormatError) -> String? {
    switch self[name] {
    case nil, .null: nil
    case .string(let value): value
    default: throw FormatError(.event, "\"\(name)\" is not a string")
    }
  }

  fileprivate func object(_ name: String) throws(FormatError) -> JSONObject? {
    switch self[name] {
    case nil, .null: nil
    case .object(let value): value
    default: throw FormatError(.event, "\"\(name)\" is not an object")
    }
  }

  fileprivate func bool(_ name: String) throws(FormatError) -> Bool? {
    switch self[name] {
    case nil, .null: nil
    case .bool(let value): value
    default: throw FormatError(.event, "\"\(name)\" is not true or false")
    }
  }

  fileprivate func integer(_ name: String, in range: ClosedRange<Int64>) throws(FormatError) -> Int64? {
    switch self[name] {
    case nil, .null: return nil
    case .integer(let value) where range.contains(value): return value
    default: throw FormatError(.event, "\"\(name)\" is not an integer from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  fileprivate func number(_ name: String, in range: ClosedRange<Double>) throws(FormatError) -> Double? {
    let number: Double
    switch self[name] {
    case nil, .null: return nil
    case .integer(let value): number = Double(value)
    case .number(let value): number = value
    default: throw FormatError(.event, "\"\(name)\" is not a number")
    }
    guard range.contains(number) else {
      throw FormatError(.event, "\"\(name)\" is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  fileprivate func time(_ name: String) throws(FormatError) -> UnixTime? {
    try integer(name, in: 0...JSONValue.integers.upperBound).map(UnixTime.init)
  }
}
