/// Reads what an app's PushKit delegate gets: the payload of a filter's report, or a plain VoIP push.
///
/// It is total, like the filter, and believes only what it opens: anyone who holds the VoIP token can send such a
/// dictionary. Make it from the same configuration as the extension's filter, with the same ledger file.
public struct PayloadReader: Sendable {
  /// What it was made from.
  public let configuration: FilterConfiguration

  /// How much longer than an extension an app waits for a call, in milliseconds: it is launched after it.
  static let launchTime: Int64 = 15_000

  /// Makes a reader.
  ///
  /// - Parameter configuration: Keys, audience, trust, ledger, policy, wording, clock.
  public init(_ configuration: FilterConfiguration) { self.configuration = configuration }

  /// Reads a payload; a call that rings is marked as reported in the ledger.
  ///
  /// - Parameters:
  ///   - payload: `PKPushPayload.dictionaryPayload`.
  ///   - mustReport: `PKVoIPPushMetadata.mustReport` where the system gives it (iOS 26.4); true otherwise.
  ///   - now: The time, where it is not the configured clock's.
  /// - Returns: What to do.
  public func read(_ payload: [AnyHashable: Any], mustReport: Bool = true, now: UnixTime? = nil) -> IncomingPush {
    guard let mark = payload[CallPayload.mark] else { return .notOurs }
    let push: IncomingPush
    if mark as? Int == Int(CallPayload.version) {
      push = read(payload, at: now ?? configuration.clock())
    } else {
      push = .reportAndEnd(PhantomCall(.failed))
    }
    if case .reportAndEnd(let phantom) = push, !mustReport { return .nothingToReport(missedCall: phantom.missedCall) }
    return push
  }

  private func read(_ payload: [AnyHashable: Any], at now: UnixTime) -> IncomingPush {
    guard let sealed = payload[CallPayload.sealed] else {
      guard configuration.policy.acceptsCallsInTheClear, let (event, call) = ClearCall.read(payload) else {
        return .reportAndEnd(PhantomCall(.failed))
      }
      return answer(IncomingCall(event, call, sender: nil, recipient: nil), event, now)
    }
    guard let text = sealed as? String else { return .reportAndEnd(PhantomCall(.failed)) }
    let opened: OpenedEvent
    do throws(OpenError) { opened = try configuration.opener.open(text).event } catch {
      guard error.reason == .keysUnavailable else { return .reportAndEnd(PhantomCall(.failed)) }
      return readWithoutKeys(payload, now)
    }
    guard configuration.policy.accepts(opened), let event = opened.event else {
      return .reportAndEnd(PhantomCall(.failed))
    }
    switch event.content {
    case .call(let call):
      return answer(IncomingCall(event, call, sender: opened.sender, recipient: opened.recipient), event, now)
    case .callEnded(let end):
      // It does not belong in a VoIP push, but it is an end all the same, and is not lost.
      let key = CallKey(event.id, opened.sender)
      let (verdict, _) = configuration.ledger.store.update { $0.end(key, end.reason) }
      let isMissed = verdict == .missedCall(.missed)
      return .reportAndEnd(
        PhantomCall(
          PhantomCall.EndReason(end.reason),
          missedCall: isMissed ? configuration.missedCall(event.id, end.handle, end.name) : nil, of: key))
    case .notification, .data: return .reportAndEnd(PhantomCall(.failed))
    }
  }

  /// A locked phone whose ledger knows that the extension has opened this call: its clear members are believed.
  private func readWithoutKeys(_ payload: [AnyHashable: Any], _ now: UnixTime) -> IncomingPush {
    guard let (event, call) = ClearCall.read(payload),
      let key = configuration.ledger.store.update({ $0.key(ofReported: event.id) }).result
    else { return .reportAndEnd(PhantomCall(.failed)) }
    return answer(IncomingCall(event, call, key: key), event, now)
  }

  private func answer(_ call: IncomingCall, _ event: Event, _ now: UnixTime) -> IncomingPush {
    let isInTime = configuration.policy.isInTime(event, now: now, grace: Self.launchTime)
    let (verdict, _) = configuration.ledger.store.update { $0.receive(call.key, inTime: isInTime) }
    switch verdict {
    case .ring: return .ring(call)
    case .ended(let reason, let isMissed):
      return .reportAndEnd(
        PhantomCall(PhantomCall.EndReason(reason), missedCall: isMissed ? missed(call) : nil, of: call.key))
    case .expired(let isMissed):
      return .reportAndEnd(PhantomCall(.unanswered, missedCall: isMissed ? missed(call) : nil, of: call.key))
    }
  }

  private func missed(_ call: IncomingCall) -> NotificationContent {
    configuration.missedCall(call.id, call.handle, call.name)
  }
}

// MARK: - The call's further life

extension PayloadReader {
  /// How a call that rings has ended, as the ledger knows it: the app stops the ring then.
  ///
  /// - Parameter call: What `read` gave.
  /// - Returns: The reason for CallKit, or nothing while the call lives.
  public func end(of call: IncomingCall) -> PhantomCall.EndReason? {
    let record = configuration.ledger.store.update { $0[call.key] }.result
    return record.flatMap { $0.phase == .ended ? PhantomCall.EndReason($0.endReason) : nil }
  }

  /// Whether a call's time is over: from the moment on at which `read` would not let it ring any more, the policy's
  /// tolerance and 15 s after its `expires`. One limit for both, so that what was let in late does not stop at once.
  ///
  /// - Parameters:
  ///   - call: What `read` gave.
  ///   - now: The time, where it is not the configured clock's.
  /// - Returns: Whether the app stops the ring, as unanswered.
  public func isOver(_ call: IncomingCall, now: UnixTime? = nil) -> Bool {
    (now ?? configuration.clock()) > configuration.policy.limit(of: call.expires, grace: Self.launchTime)
  }

  /// Marks a call as ended, so that no copy of it rings again.
  ///
  /// - Parameters:
  ///   - call: What `read` gave.
  ///   - isMissed: Whether it ended unanswered, so that the app owes its missed call.
  /// - Returns: The missed call to show; nothing where it was answered, or where one was shown before.
  @discardableResult
  public func markEnded(_ call: IncomingCall, isMissed: Bool) -> NotificationContent? {
    let isShown = configuration.ledger.store.update { $0.close(call.key, isMissed: isMissed) }.result
    return isShown ? missed(call) : nil
  }

  /// The calls that an extension claimed and nobody settled: it was killed between the two. They may ring once more if
  /// a copy comes; an app may ask its server about them.
  ///
  /// - Parameter now: The time, where it is not the configured clock's.
  /// - Returns: The calls' ids.
  public func lapsedClaims(now: UnixTime? = nil) -> [EventID] {
    let now = now ?? configuration.clock()
    return configuration.ledger.store.update { state in
      state.calls.filter { $0.hasLapsed(at: now) }.map(\.key.id)
    }.result
  }
}
