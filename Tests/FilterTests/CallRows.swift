import Testing

@testable import Filter

/// The format's table of calls (§5) written out: for each thing that may be known, each thing that may arrive, what it
/// gives, and what is known afterwards.
struct CallRow: Sendable {
  /// "known, arrives".
  let id: String
  let refusal: FilterPolicy.Refusal
  /// What leads to what is known.
  let path: [Story.Step]
  let known: String
  let arrives: Story.Step
  let gives: String
  let after: String

  /// What may arrive, with its name in the rows below.
  static let arrivals: [(name: String, step: Story.Step)] = [
    ("call", .new(Story.arrival)), ("late call", .old(Story.arrival)),
    ("cancelled", .end("cancelled")), ("failed", .end("failed")), ("unknown reason", .end("bored")),
    ("answered", .end("answered-elsewhere")), ("declined", .end("declined-elsewhere")),
    ("accepted", .settle(.accepted)), ("refused", .settle(.refused)), ("report failed", .settle(.failed)),
  ]

  static let all: [CallRow] = states.flatMap { state in
    arrivals.map { arrival in
      let cell =
        switch arrival.name {
        // §4: an unknown reason reads as failed.
        case "unknown reason": state.cells["failed"]
        default: state.cells[arrival.name] ?? state.cells["same"]
        }
      let parts = (cell ?? "no cell").split(separator: " > ").map(String.init)
      return CallRow(
        id: "\(state.name), \(arrival.name)", refusal: state.refusal, path: state.path, known: state.known,
        arrives: arrival.step, gives: parts.first ?? "", after: parts.last ?? "")
    }
  }

  private struct State: Sendable {
    let name: String
    var refusal = FilterPolicy.Refusal.missedCall
    let path: [Story.Step]
    let known: String
    let cells: [String: String]
  }

  private static let states: [State] = [
    State(
      name: "nothing", path: [], known: "nothing",
      cells: [
        "call": "report call > claimed", "late call": "notify expired > late shown",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "missed call > refused shown",
        "report failed": "missed call > late shown",
      ]),
    State(
      name: "claimed", path: [.new(75_000)], known: "claimed",
      cells: [
        "call": "suppress duplicate > claimed", "late call": "suppress duplicate > claimed",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "missed call > refused shown",
        "report failed": "missed call > late shown",
      ]),
    State(
      name: "claimed, missed call shown", path: [.old(76_000), .new(76_000)], known: "claimed shown",
      cells: [
        "call": "suppress duplicate > claimed shown", "late call": "suppress duplicate > claimed shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "accepted": "nothing > reported shown", "refused": "nothing > refused shown",
        "report failed": "nothing > late shown",
      ]),
    State(
      name: "claim lapsed", path: [.new(70_000)], known: "claimed",
      cells: [
        "call": "report call > claimed", "late call": "notify expired > late shown",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "missed call > refused shown",
        "report failed": "missed call > late shown",
      ]),
    State(
      name: "claim lapsed, missed call shown", path: [.old(76_000), .new(70_000)], known: "claimed shown",
      cells: [
        "call": "report call > claimed shown", "late call": "suppress duplicate > claimed shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "accepted": "nothing > reported shown", "refused": "nothing > refused shown",
        "report failed": "nothing > late shown",
      ]),
    State(
      name: "reported", path: [.new(60_000), .settle(.accepted)], known: "reported",
      cells: [
        "call": "suppress duplicate > reported", "late call": "suppress duplicate > reported",
        "cancelled": "suppress ended > ended", "failed": "suppress ended > ended",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "same": "nothing > reported",
      ]),
    State(
      name: "reported, missed call shown", path: [.old(76_000), .new(76_000), .settle(.accepted)],
      known: "reported shown",
      cells: [
        "call": "suppress duplicate > reported shown", "late call": "suppress duplicate > reported shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "same": "nothing > reported shown",
      ]),
    State(
      name: "refused", path: [.new(60_000), .settle(.refused)], known: "refused shown",
      cells: [
        "call": "suppress duplicate > refused shown", "late call": "suppress duplicate > refused shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "accepted": "nothing > reported shown", "refused": "nothing > refused shown",
        "report failed": "nothing > late shown",
      ]),
    State(
      name: "late", path: [.old(76_000)], known: "late shown",
      cells: [
        "call": "report call > claimed shown", "late call": "suppress duplicate > late shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "accepted": "nothing > reported shown", "refused": "nothing > refused shown",
        "report failed": "nothing > late shown",
      ]),
    State(
      name: "report failed", path: [.new(60_000), .settle(.failed)], known: "late shown",
      cells: [
        "call": "report call > claimed shown", "late call": "suppress duplicate > late shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "accepted": "nothing > reported shown", "refused": "nothing > refused shown",
        "report failed": "nothing > late shown",
      ]),
    State(
      name: "ended", path: [.end("answered-elsewhere")], known: "ended",
      cells: [
        "call": "suppress ended > ended", "late call": "suppress ended > ended",
        "cancelled": "suppress ended > ended", "failed": "suppress ended > ended",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "same": "nothing > ended",
      ]),
    State(
      name: "ended, missed call shown", path: [.end("cancelled")], known: "ended shown",
      cells: [
        "call": "suppress ended > ended shown", "late call": "suppress ended > ended shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "same": "nothing > ended shown",
      ]),
    State(
      name: "ended, after its report was accepted",
      path: [.new(60_000), .settle(.accepted), .end("cancelled")], known: "ended",
      cells: [
        "call": "suppress ended > ended", "late call": "suppress ended > ended",
        "cancelled": "suppress ended > ended", "failed": "suppress ended > ended",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "same": "nothing > ended",
      ]),

    // Where a refusal shows an incoming call, no missed call is shown with it, and a later end still gives one.
    State(
      name: "nothing (incoming call)", refusal: .incomingCall, path: [], known: "nothing",
      cells: [
        "call": "report call > claimed", "late call": "notify expired > late shown",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "incoming call > refused",
        "report failed": "incoming call > late",
      ]),
    State(
      name: "claimed (incoming call)", refusal: .incomingCall, path: [.new(75_000)], known: "claimed",
      cells: [
        "call": "suppress duplicate > claimed", "late call": "suppress duplicate > claimed",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "incoming call > refused",
        "report failed": "incoming call > late",
      ]),
    State(
      name: "refused (incoming call)", refusal: .incomingCall, path: [.new(60_000), .settle(.refused)],
      known: "refused",
      cells: [
        "call": "suppress duplicate > refused", "late call": "suppress duplicate > refused",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "incoming call > refused",
        "report failed": "incoming call > late",
      ]),
    State(
      name: "refused, missed call shown (incoming call)", refusal: .incomingCall,
      path: [.old(76_000), .new(76_000), .settle(.refused)], known: "refused shown",
      cells: [
        "call": "suppress duplicate > refused shown", "late call": "suppress duplicate > refused shown",
        "cancelled": "suppress ended > ended shown", "failed": "suppress ended > ended shown",
        "answered": "suppress ended withdraw > ended shown", "declined": "suppress ended withdraw > ended shown",
        "accepted": "nothing > reported shown", "refused": "nothing > refused shown",
        "report failed": "nothing > late shown",
      ]),
    // The one row beyond the table's words: "late" here has had its report fail and no missed call shown, and the end
    // of a call whose refusal showed an incoming call still gives the missed call, as §5 says below the table.
    State(
      name: "report failed (incoming call)", refusal: .incomingCall, path: [.new(60_000), .settle(.failed)],
      known: "late",
      cells: [
        "call": "report call > claimed", "late call": "suppress duplicate > late",
        "cancelled": "notify missed > ended shown", "failed": "notify missed > ended shown",
        "answered": "suppress ended > ended", "declined": "suppress ended > ended",
        "accepted": "nothing > reported", "refused": "incoming call > refused",
        "report failed": "incoming call > late",
      ]),
  ]
}

extension CallRow: CustomTestStringConvertible {
  var testDescription: String { id }
}
