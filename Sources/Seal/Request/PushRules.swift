import SealEnvelope

/// What Apple says a push must be ("Sending notification requests to APNs", "Generating a remote notification",
/// "Modifying content in newly delivered notifications"), as far as a push of CallSeal could break it.
enum PushRules {
  static func check(_ push: PushRequest, now: UnixTime) throws(SealError) {
    var values: [String: String] = [:]
    for header in push.headers {
      guard values.updateValue(header.value, forKey: header.name) == nil else {
        throw refusal("\(header.name) is there twice")
      }
    }
    func value(_ name: String) throws(SealError) -> String {
      guard let value = values[name] else { throw refusal("\(name) is missing") }
      return value
    }
    let type = try value("apns-push-type")
    guard type == "alert" || type == "voip" else {
      throw refusal("a push type of \(type); CallSeal has alert and voip")
    }
    try check(topic: value("apns-topic"), isVoIP: type == "voip")
    guard try value("apns-priority") == "10" else { throw refusal("apns-priority has to be 10, for now") }
    try check(expiration: value("apns-expiration"), now: now)
    let id = try value("apns-id")
    guard let parsed = EventID(parsing: id), parsed.description == id else {
      throw refusal("apns-id has to be a UUID in lower case")
    }
    guard values.count == push.headers.count, values.count == 5 else {
      throw refusal("a header besides the five of every push would tell pushes apart")
    }
    try check(body: push.body, isVoIP: type == "voip")
  }

  private static func check(topic: String, isVoIP: Bool) throws(SealError) {
    let suffix = ".voip"
    guard topic.hasSuffix(suffix) == isVoIP else {
      throw isVoIP
        ? refusal("the topic of a VoIP push is the app's bundle identifier and .voip")
        : refusal("the topic of an alert push is the app's bundle identifier; the audience is without .voip")
    }
    let identifier = isVoIP ? String(topic.dropLast(suffix.count)) : topic
    guard (try? Audience(identifier)) != nil else { throw refusal("the topic is not an app's bundle identifier") }
  }

  private static func check(expiration: String, now: UnixTime) throws(SealError) {
    guard let seconds = Int64(expiration), seconds >= 0 else {
      throw refusal("apns-expiration has to be a time in seconds")
    }
    guard seconds == 0 || seconds <= now.adding((PushTemplate.longestStorage + 60) * 1000).milliseconds / 1000 else {
      throw refusal("apns-expiration is more than 30 days ahead, and Apple keeps nothing for longer")
    }
  }

  private static func check(body: [UInt8], isVoIP: Bool) throws(SealError) {
    let limit = isVoIP ? PushTemplate.largestVoIPPush : PushTemplate.largestAlertPush
    guard body.count <= limit else {
      let over = body.count - limit
      throw SealError(.tooLarge, "the push is \(over) bytes over the \(limit) that APNs takes", bytesOver: over)
    }
    guard let object = try? JSONReader.object(body), case .object(let aps) = object["aps"] else {
      throw refusal("the body has to be a JSON object with \"aps\"")
    }
    if isVoIP { return }
    guard aps["mutable-content"] == 1, case .object(let alert) = aps["alert"] else {
      throw refusal("an extension runs only for a push with an alert and \"mutable-content\": 1")
    }
    let showsText = alert.members.contains { member in
      guard case .string(let text) = member.value else { return false }
      return DisplayText.isVisible(text)
    }
    guard showsText else { throw refusal("an extension runs only for a push whose alert shows text") }
  }

  private static func refusal(_ reason: String) -> SealError { SealError(.invalidRequest, reason) }
}
