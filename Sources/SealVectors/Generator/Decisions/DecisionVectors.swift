import SealEnvelope

/// Decisions: rows, orders and times, and what needs more than one call to be seen.
enum DecisionVectors {
  private static let start = Spoken.start

  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    try TableVectors.groups(cast) + OrderVectors.groups(cast) + TimeVectors.groups(cast)
      + [others(cast), identities(cast), unsigned(cast), hidden(cast), lives(cast)]
  }

  private static func others(_ cast: Cast) throws -> GroupDraft {
    let phone = PhoneDraft(cast)
    let (note, data) = (try Spoken.notification("others"), try Spoken.data("others"))
    var twice = Sequence(phone, "a notification twice, sealed anew", [.duplicate])
    try twice.push(note, at: start, .notification)
    try twice.push(note, at: start + 1, .suppress("duplicate"))
    var dataTwice = Sequence(phone, "data twice", [.duplicate])
    try dataTwice.push(data, at: start, .data)
    try dataTwice.push(data, at: start + 1, .suppress("duplicate"))
    var mixed = Sequence(phone, "data with the id of a notification", [.duplicate])
    try mixed.push(note, at: start, .notification)
    try mixed.push(data, at: start + 1, .suppress("duplicate"))
    var expired = Sequence(phone, "a notification out of time is not remembered", [.duplicate, .time])
    try expired.push(.notification("others", expires: start + 1), at: start + 2, .suppress("expired"))
    try expired.push(note, at: start + 3, .notification)
    var both = Sequence(phone, "a known notification out of time is expired, not a duplicate", [.duplicate, .time])
    try both.push(.notification("others", expires: start + 1), at: start, .notification)
    try both.push(.notification("others", expires: start + 1), at: start + 2, .suppress("expired"))
    var call = Sequence(phone, "a call with the id of a notification, and the other way round", [.duplicate])
    try call.push(note, at: start, .notification)
    try call.push(.call("others"), at: start + 1, .report)
    try call.push(data, at: start + 2, .suppress("duplicate"))
    try call.push(.end("others"), at: start + 3, .missed("missed"))
    var upper = Sequence(phone, "the same id in upper case", [.duplicate])
    var shouted = note
    shouted.body["id"] = .string(note.id.uppercased())
    try upper.push(shouted, at: start, .notification)
    try upper.push(note, at: start + 1, .suppress("duplicate"))
    var carried = Sequence(phone, "a notification's data goes to the app as a property list holds it", [.propertyList])
    var withData = try Spoken.notification("carried", data: ["a": .null, "b": .number(0.5), "c": [1, .null]])
    withData.data = ["a": .null, "b": .number(0.5), "c": [1, .null]]
    let text = try carried.sealed(withData, .carol)
    carried.push(
      ["sealed": .string(text)], at: start,
      [
        "action": "notify", "reason": "notification", "event": .object(withData.head(from: cast.carol, to: cast.alice)),
        "content": [
          "title": "Carol", "body": "Call me back.",
          "userInfo": ["id": .string(withData.id), "data": ["b": .number(0.5), "c": [1]]],
        ],
      ])
    var full = Sequence(phone, "every member of a notification", [.normal])
    try full.push(
      .notification(
        "full",
        [
          "title": "T", "subtitle": "S", "body": "one\ntwo", "sound": "ping.caf", "thread": "t", "category": "c",
          "badge": 3, "interruption": "passive", "relevance": .number(0.25),
        ]), at: start, .notification)
    var sound = Sequence(phone, "the system's sound", [.normal])
    try sound.push(.notification("sound", ["title": "T", "sound": "default"]), at: start, .notification)
    return phone.group(
      "Notifications and data",
      [twice, dataTwice, mixed, expired, both, call, upper, carried, full, sound].map(\.draft))
  }

  /// Whose call it is.
  private static func identities(_ cast: Cast) throws -> GroupDraft {
    let phone = PhoneDraft(cast)
    let call = try Spoken.call("identities")
    var two = Sequence(phone, "two senders use one id: two calls", [.trust])
    try two.push(call, at: start, .report)
    try two.push(call, at: start + 1, .report, by: .dave)
    two.settle(.accepted, of: 1, shows: nil)
    two.settle(.refused, of: 2, shows: phone.missedCall(call))
    var foreign = Sequence(phone, "a sender ends another one's call", [.trust])
    try foreign.push(call, at: start, .report)
    try foreign.push(.end("identities"), at: start + 1, .missed("missed"), by: .dave)
    try foreign.push(call, at: start + 10_000, .report)
    var messages = Sequence(phone, "a sender uses the id of another one's message", [.trust])
    try messages.push(.notification("identities"), at: start, .notification)
    try messages.push(.notification("identities"), at: start + 1, .notification, by: .dave)
    try messages.push(.notification("identities"), at: start + 2, .suppress("duplicate"), by: .dave)
    var devices = Sequence(phone, "a copy to the phone's other key is the same call", [.keyID, .duplicate])
    try devices.push(call, at: start, .report)
    try devices.push(call, at: start + 1, .suppress("duplicate"), to: cast.bob)
    var upper = Sequence(phone, "a copy whose id is in upper case", [.duplicate])
    var shouted = call
    shouted.body["id"] = .string(call.id.uppercased())
    try upper.push(call, at: start, .report)
    try upper.push(shouted, at: start + 1, .suppress("duplicate"))
    var anew = Sequence(phone, "a copy with new times, sent 3 ms later", [.duplicate])
    try anew.push(call, at: start, .report)
    try anew.push(.call("identities", sent: start + 3), at: start + 4, .suppress("duplicate"))
    var same = Sequence(phone, "the same bytes twice", [.duplicate])
    let text = try same.sealed(call, .carol)
    try same.push(call, at: start, .report, text: text)
    try same.push(call, at: start + 1, .suppress("duplicate"), text: text)
    var spelt = Sequence(phone, "the same bytes in another spelling of base64", [.duplicate, .spelling])
    let other = try spelt.sealed(call, .carol)
    try spelt.push(call, at: start, .report, text: Spelling.standard(other) + "=")
    try spelt.push(call, at: start + 1, .suppress("duplicate"), text: other)
    return phone.group(
      "Which events are one call", [two, foreign, messages, devices, upper, anew, same, spelt].map(\.draft))
  }

  private static func unsigned(_ cast: Cast) throws -> GroupDraft {
    var phone = PhoneDraft(cast)
    phone.acceptUnsigned = true
    let call = try Spoken.call("unsigned")
    var nobody = Sequence(phone, "an unsigned call, and its unsigned end", [.trust])
    try nobody.push(call, at: start, .report, by: .nobody)
    try nobody.push(.end("unsigned", "declined-elsewhere"), at: start + 1, .suppress("ended"), by: .nobody)
    var stranger = Sequence(phone, "a stranger's end of an unsigned call: both count as from nobody", [.trust])
    try stranger.push(call, at: start, .report, by: .nobody)
    try stranger.push(.end("unsigned"), at: start + 1, .missed("missed"), by: .eve)
    var known = Sequence(phone, "an unsigned end does not end a known sender's call", [.trust])
    try known.push(call, at: start, .report)
    try known.push(.end("unsigned"), at: start + 1, .missed("missed"), by: .nobody)
    try known.push(call, at: start + 2, .suppress("duplicate"))
    return phone.group("A policy that takes unsigned events", [nobody, stranger, known].map(\.draft))
  }

  private static func hidden(_ cast: Cast) throws -> GroupDraft {
    var phone = PhoneDraft(cast)
    phone.hideCaller = true
    var missed = Sequence(phone, "a missed call without name and handle", [.display])
    try missed.push(.end("hidden"), at: start, .missed("missed"))
    var payload = Sequence(phone, "the payload has them all the same; a refusal has not", [.display])
    let call = try Spoken.call("hidden")
    try payload.push(call, at: start, .report)
    payload.settle(.refused, of: 1, shows: phone.otherwise(call))
    return phone.group("A policy that hides callers", [missed, payload].map(\.draft))
  }

  /// Longer lives, as networks and processes bring them about.
  private static func lives(_ cast: Cast) throws -> GroupDraft {
    let phone = PhoneDraft(cast)
    let call = try Spoken.call("lives")
    var late = Sequence(phone, "an answer that comes after the call has ended", [.settlement])
    try late.push(call, at: start, .report)
    try late.push(.end("lives"), at: start + 1, .missed("missed"))
    late.settle(.failed, of: 1, shows: nil)
    late.settle(.accepted, of: 1, shows: nil)
    try late.push(call, at: start + 2, .suppress("ended"))
    var twice = Sequence(phone, "a report refused twice shows one missed call", [.settlement])
    try twice.push(call, at: start, .report)
    twice.settle(.refused, of: 1, shows: phone.missedCall(call))
    twice.settle(.refused, of: 1, shows: nil)
    twice.settle(.failed, of: 1, shows: nil)
    try twice.push(call, at: start + 2, .report)
    var retry = Sequence(phone, "a report that failed rings with the next copy", [.settlement])
    try retry.push(call, at: start, .report)
    retry.settle(.failed, of: 1, shows: phone.missedCall(call))
    try retry.push(call, at: start + 1, .report)
    retry.settle(.accepted, of: 3, shows: nil)
    try retry.push(.end("lives", "answered-elsewhere"), at: start + 2, .withdraw)
    var killed = Sequence(
      phone, "the extension was killed before CallKit answered; the call is cancelled", [.settlement])
    try killed.push(call, at: start, .report)
    try killed.push(.end("lives"), at: start + 60_000, .missed("missed"))
    var lost = Sequence(phone, "the ledger is lost while the phone rings", [.settlement])
    try lost.push(call, at: start, .report)
    lost.loseLedger()
    lost.settle(.accepted, of: 1, shows: nil)
    try lost.push(call, at: start + 1, .suppress("duplicate"))
    var rings = Sequence(
      phone, "the ledger is lost between two copies: it rings again rather than never", [.settlement])
    try rings.push(call, at: start, .report)
    rings.settle(.accepted, of: 1, shows: nil)
    rings.loseLedger()
    try rings.push(call, at: start + 1, .report)
    var ends = Sequence(
      phone, "several ends: the first one's missed call is withdrawn by what another device did", [.order])
    try ends.push(.end("lives"), at: start, .missed("missed"))
    try ends.push(.end("lives", "failed"), at: start + 1, .suppress("ended"))
    try ends.push(.end("lives", "answered-elsewhere"), at: start + 2, .withdraw)
    try ends.push(.end("lives", "cancelled"), at: start + 3, .suppress("ended"))
    var bare = Sequence(phone, "a missed call of which only its end came, without a handle", [.display])
    try bare.push(.end("bare", handle: nil, name: nil), at: start, .missed("missed"))
    var named = Sequence(phone, "a missed call of which only its end came, with a name alone", [.display])
    try named.push(.end("named", handle: nil, name: "Carol"), at: start, .missed("missed"))
    var number = Sequence(phone, "a missed call without a name shows the handle", [.display])
    try number.push(.end("number", name: nil), at: start, .missed("missed"))
    return phone.group(
      "Lives of calls", [late, twice, retry, killed, lost, rings, ends, bare, named, number].map(\.draft))
  }
}
