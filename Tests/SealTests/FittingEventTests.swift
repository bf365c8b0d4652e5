import Seal
import Testing

struct FittingEventTests {
  private func draft(title: String = "", subtitle: String = "", body: String) -> EventDraft {
    .notification(Event.NotificationText(title: title, subtitle: subtitle, body: body))
  }

  private func text(_ event: EncodedEvent) throws -> Event.NotificationText {
    guard case .notification(let text) = event.event.content else { throw SealErrorOfTest() }
    return text
  }

  private struct SealErrorOfTest: Error {}

  @Test func leavesWhatFits() throws {
    let draft = draft(title: "Ada", body: "At eight?")
    let fitting = try FittingEvent(draft, signed: true)
    #expect(!fitting.isCut)
    #expect(try text(fitting.event).body == "At eight?")
  }

  /// Characters of 1 to 4 bytes, of two bytes in JSON, and of many scalars; at every remainder.
  @Test(arguments: ["x", "é", "€", "😀", "\"", "👩‍👩‍👧‍👦", "e\u{301}", "🇨🇭"], [true, false])
  func cutsBetweenGraphemes(_ character: String, _ signed: Bool) throws {
    for extra in 0..<6 {
      let body = String(repeating: "a", count: extra) + String(repeating: character, count: 3000)
      let fitting = try FittingEvent(draft(body: body), signed: signed)
      #expect(fitting.isCut)
      let cut = try text(fitting.event).body
      #expect(cut.last == "…")
      #expect(body.hasPrefix(cut.dropLast()))
      #expect(cut.dropLast().dropFirst(extra).allSatisfy { String($0) == character })
      // It uses the room: another character would not have fitted.
      let room = Bucket.bytes2560.largestBody(signed: signed)
      #expect(fitting.event.body.count <= room)
      #expect(fitting.event.body.count > room - 2 * character.utf8.count - 3)
    }
  }

  @Test func cutsTheBodyBeforeTheTitle() throws {
    let fitting = try FittingEvent(
      draft(title: "Ada", subtitle: "s", body: String(repeating: "x", count: 4000)), signed: true)
    let cut = try text(fitting.event)
    #expect(cut.title == "Ada")
    #expect(cut.subtitle == "s")
    #expect(cut.body.count > 2000)
  }

  @Test func cutsTheTitleWhereThatIsWhatIsLong() throws {
    let fitting = try FittingEvent(draft(title: String(repeating: "x", count: 4000), body: "b"), signed: true)
    #expect(fitting.isCut)
    let cut = try text(fitting.event)
    #expect(cut.title.last == "…")
    #expect(fitting.event.body.count <= 2486)
  }

  /// What is not text is not cut.
  @Test func leavesOtherEventsAsTheyAre() throws {
    let fitting = try FittingEvent(.data(["a": .string(String(repeating: "x", count: 4000))]), signed: true)
    #expect(!fitting.isCut)
    let call = EventDraft.call(from: "+14155550123", name: String(repeating: "x", count: 4000))
    #expect(try !FittingEvent(call, signed: true).isCut)
  }

  @Test func isStillCheckedAsAnEvent() {
    #expect(throws: SealError.self) { try FittingEvent(EventDraft(members: ["kind": "x"]), signed: true) }
  }
}
