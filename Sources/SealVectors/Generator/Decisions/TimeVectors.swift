/// Both sides of every limit in time, to the millisecond, and clocks that jump.
enum TimeVectors {
  private static let start = Spoken.start
  private static let day: Int64 = 24 * 3600 * 1000

  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    let phone = PhoneDraft(cast)
    var strict = PhoneDraft(cast)
    strict.tolerance = 0
    return [
      phone.group("Limits in time, to the millisecond", try limits(phone)),
      strict.group(
        "A tolerance of nothing",
        [
          try one(strict, "a call at its expires, without tolerance", .call("zero"), at: start + 45_000, .report),
          try one(
            strict, "a call a millisecond later, without tolerance", .call("zero"), at: start + 45_001,
            .missed("expired")),
        ]), phone.group("Clocks that are wrong, or are set", try clocks(phone)),
    ]
  }

  private static func one(
    _ phone: PhoneDraft, _ comment: String, _ event: Spoken, at now: Int64, _ expected: Sequence.Expected,
    _ flags: [VectorFlag] = [.time]
  ) throws -> TestDraft {
    var sequence = Sequence(phone, comment, flags)
    try sequence.push(event, at: now, expected)
    return sequence.draft
  }

  private static func limits(_ phone: PhoneDraft) throws -> [TestDraft] {
    let call = try Spoken.call("limits")
    let long = Spoken(try Spoken.call("long", expires: start + 500_000), expires: start + 180_000)
    var tests = try [
      one(phone, "a call 30 s after its expires", call, at: start + 75_000, .report),
      one(phone, "a call 30.001 s after its expires", call, at: start + 75_001, .missed("expired")),
      one(phone, "a call that says it lives 500 s, 30 s after 180 s", long, at: start + 210_000, .report),
      one(phone, "a call that says it lives 500 s, a millisecond later", long, at: start + 210_001, .missed("expired")),
      one(phone, "a call sent 24 h ahead of the clock", call, at: start - day, .report),
      one(
        phone, "a call sent 24 h and a millisecond ahead of the clock", call, at: start - day - 1, .missed("expired")),
      one(
        phone, "a notification at its expires", .notification("n", expires: start + 1000), at: start + 1000,
        .notification),
      one(
        phone, "a notification a millisecond after its expires", .notification("n", expires: start + 1000),
        at: start + 1001, .suppress("expired")),
      one(phone, "data at its expires", .data("d", expires: start + 1000), at: start + 1000, .data),
      one(
        phone, "data a millisecond after its expires", .data("d", expires: start + 1000), at: start + 1001,
        .suppress("expired")),
      one(
        phone, "a notification sent far ahead of the clock", .notification("ahead", sent: start + 9 * day), at: start,
        .notification),
      one(
        phone, "an end long after its expires", .end("old", expires: start + 6000), at: start + 9 * day,
        .missed("missed")),
      one(
        phone, "an end sent far ahead of the clock", .end("ahead", sent: start + 9 * day), at: start, .missed("missed")),
      one(
        phone, "a call of the last milliseconds there are",
        .call("last", sent: 9_007_199_254_740_990, expires: 9_007_199_254_740_991),
        at: 9_007_199_254_740_991, .report),
      one(phone, "a call of 1970, at 1970", .call("first", sent: 0, expires: 1), at: 0, .report),
    ]
    for (age, expected) in [(9999 as Int64, Sequence.Expected.suppress("duplicate")), (10_000, .report)] {
      for sign: Int64 in [1, -1] {
        let way = sign > 0 ? "old" : "ahead of the clock"
        var sequence = Sequence(phone, "a copy while an unanswered claim is \(age) ms \(way)", [.time])
        try sequence.push(call, at: start + 20_000, .report)
        try sequence.push(call, at: start + 20_000 + sign * age, expected)
        tests.append(sequence.draft)
      }
    }
    for (age, expected) in [(9999 as Int64, Sequence.Expected.suppress("duplicate")), (10_000, .missed("expired"))] {
      var sequence = Sequence(phone, "a copy out of time while an unanswered claim is \(age) ms old", [.time])
      try sequence.push(call, at: start + 74_999, .report)
      try sequence.push(call, at: start + 74_999 + age, expected)
      tests.append(sequence.draft)
    }
    var renewed = Sequence(phone, "a claim that is renewed lapses 10 s after that", [.time])
    try renewed.push(call, at: start, .report)
    try renewed.push(call, at: start + 10_000, .report)
    try renewed.push(call, at: start + 19_999, .suppress("duplicate"))
    try renewed.push(call, at: start + 20_000, .report)
    tests.append(renewed.draft)
    return tests
  }

  private static func clocks(_ phone: PhoneDraft) throws -> [TestDraft] {
    let call = try Spoken.call("clocks")
    var back = Sequence(phone, "the clock is set back by an hour between two copies", [.clock])
    try back.push(call, at: start + 1000, .report)
    try back.push(call, at: start - 3_599_000, .report)
    var settled = Sequence(phone, "the clock is set back by an hour after the report was accepted", [.clock])
    try settled.push(call, at: start + 1000, .report)
    settled.settle(.accepted, of: 1, shows: nil)
    try settled.push(call, at: start - 3_599_000, .suppress("duplicate"))
    var forward = Sequence(phone, "the clock is set forward by a year, and back again", [.clock])
    try forward.push(call, at: start + 365 * day, .missed("expired"))
    try forward.push(call, at: start + 1000, .report)
    try forward.push(.end("clocks"), at: start + 2000, .suppress("ended"))
    var slow = Sequence(phone, "a clock that is 5 minutes slow", [.clock])
    try slow.push(call, at: start - 300_000, .report)
    slow.settle(.accepted, of: 1, shows: nil)
    try slow.push(.end("clocks"), at: start - 299_000, .suppress("ended"))
    try slow.push(call, at: start - 298_000, .suppress("ended"))
    var zero = Sequence(phone, "a clock that was never set", [.clock])
    try zero.push(call, at: 0, .missed("expired"))
    try zero.push(.notification("clocks"), at: 0, .notification)
    var negative = Sequence(phone, "a clock before 1970", [.clock])
    try negative.push(call, at: -1, .missed("expired"))
    var last = Sequence(phone, "a clock at the last millisecond that JSON carries", [.clock])
    try last.push(call, at: 9_007_199_254_740_991, .missed("expired"))
    try last.push(.end("clocks", "answered-elsewhere"), at: 9_007_199_254_740_991, .withdraw)
    try last.push(.data("clocks"), at: 9_007_199_254_740_991, .suppress("expired"))
    return [back, settled, forward, slow, zero, negative, last].map(\.draft)
  }
}
