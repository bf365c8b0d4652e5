/// Every order in which an offer, a copy of it, its end and a late copy can arrive.
enum OrderVectors {
  private enum Item: String { case offer, copy, end, late = "late copy" }

  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    let phone = PhoneDraft(cast)
    var tests: [TestDraft] = []
    for (reason, outcome) in [
      ("cancelled", Rules.Outcome.accepted), ("answered-elsewhere", .failed), ("cancelled", nil),
    ] as [(String, Rules.Outcome?)] {
      for order in permutations([.offer, .copy, .end, .late]) {
        let words = order.map { $0 == .end ? "end (\(reason))" : $0.rawValue }.joined(separator: ", ")
        let answer = outcome.map { "each report \($0.rawValue)" } ?? "no report answered"
        var play = Play(phone, "\(words); \(answer)", [.order])
        var now = Spoken.start
        for item in order {
          now += 1000
          let reports = play.reports
          switch item {
          case .offer, .copy: try play.call(at: now)
          case .end: try play.end(reason, at: now)
          case .late: try play.lateCall(at: now)
          }
          if let outcome, play.reports > reports { play.settle(outcome) }
        }
        tests.append(play.sequence.draft)
      }
    }
    return [phone.group("Every order of an offer, a copy, an end and a late copy", tests)]
  }

  private static func permutations(_ items: [Item]) -> [[Item]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index in
      var rest = items
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}
