public import SealEnvelope

/// An event that fits an envelope, its text cut where it would not.
public struct FittingEvent: Sendable {
  /// The event, complete and checked.
  public let event: EncodedEvent
  /// Whether text was cut; an ellipsis stands where it ends.
  public let isCut: Bool

  /// Encodes a draft and, where it is a notification too large for an envelope, cuts its text: first the body, then the
  /// subtitle, then the title, always between graphemes, and never so that nothing visible is left.
  ///
  /// - Parameters:
  ///   - draft: The event.
  ///   - signed: Whether it will be signed: that takes 72 bytes of the room.
  ///   - now: What `sent` is where the draft does not say.
  /// - Throws: As `EncodedEvent`; what is still too large is refused when it is sealed.
  public init(_ draft: EventDraft, signed: Bool, now: UnixTime = .now) throws(SealError) {
    let room = Bucket.bytes2560.largestBody(signed: signed)
    var draft = draft
    var event = try EncodedEvent(draft, now: now)
    var isCut = false
    for name in ["body", "subtitle", "title"] where event.body.count > room {
      guard case .object(var text) = draft.members["notification"], case .string(let whole) = text[name],
        !whole.isEmpty
      else { continue }
      // Another text has to say something where this one is gone.
      let others = ["title", "body"].filter { $0 != name }
      let mayVanish = name == "subtitle" || others.contains { Self.isVisible(text[$0]) }
      let cut = Self.cut(whole, by: event.body.count - room)
      guard !cut.isEmpty || mayVanish else { continue }
      text[name] = cut.isEmpty ? nil : .string(cut)
      var members = draft.members
      members["notification"] = .object(text)
      draft = EventDraft(members: members)
      event = try EncodedEvent(draft, now: now)
      isCut = true
    }
    self.event = event
    self.isCut = isCut
  }

  private static func isVisible(_ member: JSONValue?) -> Bool {
    if case .string(let text) = member { DisplayText.isVisible(text) } else { false }
  }

  private static let ellipsis = "…"

  /// The front of `text` whose JSON, an ellipsis behind it, is at least `bytes` shorter; empty where there is none.
  private static func cut(_ text: String, by bytes: Int) -> String {
    var toGo = bytes + ellipsis.utf8.count
    var end = text.endIndex
    while toGo > 0, end > text.startIndex {
      let before = text.index(before: end)
      toGo -= JSONWriter.writtenCount(text[before..<end])
      end = before
    }
    guard toGo <= 0 else { return "" }
    // No ellipsis behind white space.
    let front = text[..<end]
    guard let last = front.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    let kept = String(front[...last])
    return DisplayText.isVisible(kept) ? kept + ellipsis : ""
  }
}
