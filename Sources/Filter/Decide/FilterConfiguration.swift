/// All that a filter and the app's reader are made from; both take the same.
public struct FilterConfiguration: Sendable {
  /// The *app's* bundle identifier, as in `apns-topic`: not the extension's own.
  public var audience: Audience
  /// The device's keys.
  public var keys: KeySource<RecipientPrivateKey>
  /// The senders that are trusted.
  public var senders: KeySource<SenderPublicKey>
  /// What is remembered of calls and messages; extension and app share one file.
  public var ledger: Ledger
  /// What is taken and shown.
  public var policy = FilterPolicy()
  /// The words.
  public var wording = Wording()
  /// The clock; an app that knows its server's time can give that.
  public var clock: @Sendable () -> UnixTime = { .now }

  /// Makes a configuration with the safe policy, English words and the system's clock.
  ///
  /// - Parameters:
  ///   - audience: The *app's* bundle identifier.
  ///   - keys: The device's keys.
  ///   - senders: The senders that are trusted.
  ///   - ledger: What is remembered of calls and messages.
  public init(
    audience: Audience, keys: KeySource<RecipientPrivateKey>, senders: KeySource<SenderPublicKey>, ledger: Ledger
  ) {
    self.audience = audience
    self.keys = keys
    self.senders = senders
    self.ledger = ledger
  }

  var opener: Opener {
    Opener(audience: audience, keys: keys, senders: senders, acceptsUnsigned: policy.acceptsUnsigned)
  }

  /// The missed call of an event's id.
  func missedCall(_ id: EventID, _ handle: Handle?, _ name: String?) -> NotificationContent {
    NotificationContent(
      about: id, handle: handle, name: name, title: wording.missedCallTitle,
      category: wording.missedCallCategory, hidesCaller: policy.hidesCaller)
  }

  /// What a call that could not be reported becomes.
  func refusedCall(_ id: EventID, _ call: Event.Call) -> NotificationContent {
    switch policy.refusal {
    case .missedCall: return missedCall(id, call.handle, call.name)
    case .incomingCall:
      var content = NotificationContent(
        about: id, handle: call.handle, name: call.name, title: wording.incomingCallTitle,
        category: wording.incomingCallCategory, hidesCaller: policy.hidesCaller)
      content.sound = .ringtone
      content.interruption = .timeSensitive
      return content
    }
  }
}
