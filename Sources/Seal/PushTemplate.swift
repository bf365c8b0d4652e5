import SealCrypto

/// Turns envelopes into pushes for one app. Nothing in or around a push depends on the event.
public struct PushTemplate: Sendable {
  /// The most bytes of an alert push, counted on the final JSON (Apple, "Generating a remote notification").
  public static let largestAlertPush = 4096
  /// The most bytes of a VoIP push (the same page).
  public static let largestVoIPPush = 5120
  /// How long APNs keeps a push for a phone that is off, in seconds, unless a template is told otherwise.
  public static let usualStorage: Int64 = 24 * 3600

  /// The longest that APNs keeps one, in seconds: 30 days.
  public static let longestStorage: Int64 = 30 * 24 * 3600

  /// The app's bundle identifier: the topic.
  public let audience: Audience
  /// Seconds from sending to `apns-expiration`, the same for every push.
  public let storage: Int64

  private let head: [UInt8]
  private static let tail = Array(#""}"#.utf8)
  private static let voipHead = Array(#"{"aps":{},"callseal":1,"sealed":""#.utf8)

  /// Makes a template.
  ///
  /// - Parameters:
  ///   - audience: The app's bundle identifier.
  ///   - alert: What a push shows where the extension could not run.
  ///   - storage: Seconds that APNs keeps a push for a phone that is off, 0 to 30 days; 24 hours by default.
  /// - Throws: `SealError` with code `tooLarge` where the alert leaves too little room for the largest envelope, with
  ///   the bytes over; `invalidAlert` for text that JSON does not have.
  public init(
    audience: Audience, alert: PushAlert = .generic, storage: Int64 = PushTemplate.usualStorage
  ) throws(SealError) {
    self.audience = audience
    self.storage = min(max(0, storage), Self.longestStorage)
    let text: [UInt8]
    do throws(FormatError) { text = try JSONWriter.text(alert.members) } catch {
      throw SealError(.invalidAlert, error.reason)
    }
    head = Array(#"{"aps":{"alert":"#.utf8) + text + Array(#","mutable-content":1},"sealed":""#.utf8)
    let largest = head.count + Base64URL.encodedCount(Bucket.bytes2560.envelopeByteCount) + Self.tail.count
    try Self.check(largest, limit: Self.largestAlertPush)
  }

  /// The alert push that an extension opens: at most 4096 bytes.
  ///
  /// - Parameters:
  ///   - envelope: What is sealed.
  ///   - now: The time of sending.
  /// - Returns: The headers and the body.
  /// - Throws: `SealError` with code `cryptography` where there is no randomness for `apns-id`.
  public func alertPush(_ envelope: Envelope, now: UnixTime = .now) throws(SealError) -> PushRequest {
    PushRequest(
      type: "alert", topic: audience.bundleIdentifier, expiration: max(0, now.milliseconds / 1000) + storage,
      id: try Self.randomID(), body: Self.wrap(envelope, in: head))
  }

  /// The plain VoIP push of a server that knows it is a call: the same envelope, opened by the app's reader. Anything
  /// but a call does not belong in one, since the app must report a call for each (Apple, "Responding to VoIP
  /// Notifications from PushKit").
  ///
  /// - Parameter envelope: A sealed call.
  /// - Returns: The headers and the body, at most 5120 bytes.
  /// - Throws: `SealError` with code `cryptography` where there is no randomness for `apns-id`.
  public func voipPush(_ envelope: Envelope) throws(SealError) -> PushRequest {
    try voip(Self.wrap(envelope, in: Self.voipHead))
  }

  /// The VoIP push of a server that encrypts nothing: the call's members in the clear. An app's reader takes it only
  /// where its policy says so.
  ///
  /// - Parameter call: A call.
  /// - Returns: The headers and the body, at most 5120 bytes.
  /// - Throws: `SealError`: `invalidEvent` for anything but a call, `tooLarge` with the bytes over, `cryptography`.
  public func voipPushInTheClear(_ call: EncodedEvent) throws(SealError) -> PushRequest {
    guard case .call(let content) = call.event.content else {
      throw SealError(.invalidEvent, "a VoIP push is for a call")
    }
    let members = CallPayload.object(
      of: call.event, content, after: [JSONObject.Member(name: "aps", value: [:])])
    let body: [UInt8]
    do throws(FormatError) { body = try JSONWriter.text(members) } catch {
      throw SealError(.invalidEvent, error.reason)
    }
    try Self.check(body.count, limit: Self.largestVoIPPush)
    return try voip(body)
  }

  private func voip(_ body: [UInt8]) throws(SealError) -> PushRequest {
    PushRequest(
      type: "voip", topic: audience.bundleIdentifier + ".voip", expiration: 0, id: try Self.randomID(), body: body)
  }

  private static func wrap(_ envelope: Envelope, in head: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(head.count + Base64URL.encodedCount(envelope.bytes.count) + tail.count)
    body += head
    Base64URL.encode(envelope.bytes.memory.span, onto: &body)
    body += tail
    return body
  }

  private static func check(_ count: Int, limit: Int) throws(SealError) {
    guard count <= limit else {
      let over = count - limit
      throw SealError(.tooLarge, "the push would be \(over) bytes over the \(limit) that APNs takes", bytesOver: over)
    }
  }

  private static func randomID() throws(SealError) -> EventID {
    do throws(FormatError) { return try EventID.random() } catch { throw SealError(.cryptography, error.reason) }
  }
}
