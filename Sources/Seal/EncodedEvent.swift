private import SealEnvelope

/// An event complete and checked: the bytes that are sealed, the same for every recipient.
public struct EncodedEvent: Sendable {
  /// The body: JSON, members in the order of the format.
  public let body: [UInt8]
  /// What a reader will make of it.
  public let event: Event

  /// How long a call lives where its author does not say, in milliseconds.
  public static let usualCallLifetime: Int64 = 45_000
  /// How long anything else lives where its author does not say: 30 days, in milliseconds.
  public static let usualLifetime: Int64 = 30 * 24 * 3600 * 1000

  /// Fills in what a draft leaves out, and refuses what could not be valid where it arrives.
  ///
  /// - Parameters:
  ///   - draft: The event.
  ///   - now: What `sent` is where the draft does not say.
  /// - Throws: `SealError` with code `unknownKind` or `invalidEvent`; `cryptography` where no random id could be made.
  public init(_ draft: EventDraft, now: UnixTime = .now) throws(SealError) {
    let kind = try Self.kind(of: draft.members)
    let members = MemberOrder.sort(try Self.fill(draft.members, kind, now), of: kind)
    do throws(FormatError) {
      guard case .event(let event) = try EventBody(members) else {
        throw FormatError(.event, "an event of an unknown kind")  // `kind(of:)` has refused it.
      }
      try Self.check(event, members)
      self.event = event
      body = try JSONWriter.text(members)
    } catch { throw SealError(.invalidEvent, error.reason) }
  }

  private static func kind(of members: JSONObject) throws(SealError) -> EventKind {
    guard case .string(let word) = members["kind"] else {
      throw SealError(.invalidEvent, "an event has a \"kind\", a string")
    }
    let kind = EventKind(rawValue: word)
    switch kind {
    case .call, .callEnded, .notification, .data: return kind
    default:
      throw SealError(.unknownKind, "an event's kind is \"call\", \"call-ended\", \"notification\" or \"data\"")
    }
  }

  /// `id` in lower case and random where there is none; `sent` and `expires` where there are none.
  private static func fill(
    _ draft: JSONObject, _ kind: EventKind, _ now: UnixTime
  ) throws(SealError) -> JSONObject {
    var members = draft
    switch members["id"] {
    case nil, .null:
      do throws(FormatError) { members["id"] = .string(try EventID.random().description) } catch {
        throw SealError(.cryptography, error.reason)
      }
    case .string(let text): if let id = EventID(parsing: text) { members["id"] = .string(id.description) }
    default: break  // Of the wrong type: `EventBody` says so.
    }
    if members["sent"].isAbsent { members["sent"] = .integer(now.milliseconds) }
    if members["expires"].isAbsent, case .integer(let sent) = members["sent"] {
      let lifetime = kind == .call ? usualCallLifetime : usualLifetime
      members["expires"] = .integer(UnixTime(milliseconds: sent).adding(lifetime).milliseconds)
    }
    return members
  }

  /// What a reader would put right or pass over, and an author should know.
  private static func check(_ event: Event, _ members: JSONObject) throws(FormatError) {
    if case .call = event.content {
      // The reader's `event.expires` is shortened already, so the member itself is asked.
      guard case .integer(let expires) = members["expires"],
        expires <= event.sent.adding(EventBody.longestCall).milliseconds
      else { throw FormatError(.event, "a call lives at most \(EventBody.longestCall / 1000) s") }
    }
    // Of another kind's event, a member of that name is none of ours.
    let holder: String? =
      switch event.content {
      case .call: "call"
      case .callEnded: "ended"
      case .notification, .data: nil
      }
    if let holder, case .object(let content) = members[holder], case .object(let handle) = content["handle"],
      case .string("phone") = handle["type"], case .string(let value) = handle["value"], !isE164(value)
    {
      throw FormatError(.event, "a phone handle is in E.164: \"+\", then 2 to 15 digits, the first not 0")
    }
    guard case .object(let data) = members["data"] else { return }
    if event.kind == .call, !data.hasOnlyWhatCallsHold {
      throw FormatError(.event, "a call's \"data\" holds a null, or a number that is not an integer")
    }
    guard data.hasDistinctNames else {
      throw FormatError(.event, "\"data\" has two names that differ only by Unicode equivalence")
    }
  }

  /// ITU-T E.164 §6.2: a country code that does not begin with 0, 15 digits at most.
  private static func isE164(_ value: String) -> Bool {
    let digits = value.utf8.dropFirst()
    return value.utf8.first == UInt8(ascii: "+") && 2...15 ~= digits.count
      && digits.first != UInt8(ascii: "0")
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}

extension Optional<JSONValue> {
  fileprivate var isAbsent: Bool { self == nil || self == .null }
}

extension JSONObject {
  /// Whether no two names are equal as Swift, and so a dictionary, compares text, at any depth.
  fileprivate var hasDistinctNames: Bool {
    (!hasNamesBeyondASCII || Set(members.map(\.name)).count == members.count)
      && members.allSatisfy { $0.value.hasDistinctNames }
  }
}

extension JSONValue {
  fileprivate var hasDistinctNames: Bool {
    switch self {
    case .object(let object): object.hasDistinctNames
    case .array(let elements): elements.allSatisfy(\.hasDistinctNames)
    default: true
    }
  }
}
