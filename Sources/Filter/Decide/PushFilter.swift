/// Decides what an extension does with a push, and remembers it.
///
/// It is total: whatever arrives, it gives one decision, and it never throws. One filter serves several threads, and
/// filters in several processes may share one ledger.
public struct PushFilter: Sendable {
  /// What it was made from.
  public let configuration: FilterConfiguration
  private let opener: Opener

  /// Makes a filter.
  ///
  /// - Parameter configuration: Keys, audience, trust, ledger, policy, wording, clock.
  public init(_ configuration: FilterConfiguration) {
    self.configuration = configuration
    opener = configuration.opener
  }

  /// Decides on a push.
  ///
  /// - Parameters:
  ///   - userInfo: The whole payload, as `request.content.userInfo` has it.
  ///   - now: The time, where it is not the configured clock's.
  /// - Returns: The decision. A `report` has claimed the call: settle it.
  public func decide(_ userInfo: [AnyHashable: Any], now: UnixTime? = nil) -> Decision {
    guard let sealed = userInfo["sealed"] else {
      return configuration.policy.requiresSealed ? fallback(.notSealed) : Decision(.passThrough, .notSealed)
    }
    guard let text = sealed as? String else { return fallback(.malformed) }
    let opened: Opener.Opened
    do throws(OpenError) { opened = try opener.open(text) } catch { return fallback(error.reason) }
    guard configuration.policy.accepts(opened.event) else { return fallback(.untrustedSender, opened.event) }
    return decide(opened, now: now ?? configuration.clock())
  }

  /// Tells how a report ended. It may come late, twice, or for a call nobody knows; it never fails.
  ///
  /// - Parameters:
  ///   - report: What `decide` gave.
  ///   - outcome: CallKit's answer, or `failed` where there was none in time.
  /// - Returns: What to show now, if anything.
  public func settle(_ report: CallReport, _ outcome: CallReport.Outcome) -> Settlement {
    let (isShown, isAvailable) = configuration.ledger.store.update {
      $0.settle(report.key, outcome, showsMissedCall: configuration.policy.refusal == .missedCall)
    }
    return Settlement(content: isShown ? report.otherwise : nil, ledgerIsAvailable: isAvailable)
  }

  private func fallback(_ reason: DecisionReason, _ event: OpenedEvent? = nil) -> Decision {
    Decision(.notify(NotificationContent(fallback: configuration.wording)), reason, event: event)
  }

  private func decide(_ opened: Opener.Opened, now: UnixTime) -> Decision {
    guard let event = opened.event.event else { return fallback(.unknownKind, opened.event) }
    let key = CallKey(event.id, opened.event.sender)
    switch event.content {
    case .call(let call): return offer(call, event, key, opened, now)
    case .callEnded(let end): return self.end(end, event, key, opened.event)
    case .notification(let text):
      return other(event, key, opened.event, now) {
        Decision(
          .notify(NotificationContent(text, of: event)), .notification, event: opened.event, ledgerIsAvailable: $0)
      }
    case .data:
      return other(event, key, opened.event, now) {
        Decision(.suppress, .data, event: opened.event, ledgerIsAvailable: $0)
      }
    }
  }

  /// A notification or data: once, and not after it expired.
  private func other(
    _ event: Event, _ key: CallKey, _ opened: OpenedEvent, _ now: UnixTime, _ decision: (Bool) -> Decision
  ) -> Decision {
    guard now <= event.expires else { return Decision(.suppress, .expired, event: opened) }
    let (isNew, isAvailable) = configuration.ledger.store.update { $0.insert(key) }
    guard isNew else { return Decision(.suppress, .duplicate, event: opened, ledgerIsAvailable: isAvailable) }
    return decision(isAvailable)
  }

  private func offer(
    _ call: Event.Call, _ event: Event, _ key: CallKey, _ opened: Opener.Opened, _ now: UnixTime
  ) -> Decision {
    let isInTime = configuration.policy.isInTime(event, now: now)
    let (verdict, isAvailable) = configuration.ledger.store.update { $0.offer(key, inTime: isInTime, now: now) }
    return decision(verdict, opened.event, isAvailable, missedCall: (event.id, call.handle, call.name)) {
      CallReport(
        payload: CallReportPayload(
          of: event, call, sender: opened.event.sender, recipient: opened.event.recipient, sealed: opened.text),
        otherwise: configuration.refusedCall(event.id, call), key: key)
    }
  }

  private func end(_ end: Event.CallEnd, _ event: Event, _ key: CallKey, _ opened: OpenedEvent) -> Decision {
    let (verdict, isAvailable) = configuration.ledger.store.update { $0.end(key, end.reason) }
    return decision(verdict, opened, isAvailable, missedCall: (event.id, end.handle, end.name), report: nil)
  }

  private func decision(
    _ verdict: LedgerState.Verdict, _ event: OpenedEvent, _ isAvailable: Bool,
    missedCall: (EventID, Handle?, String?), report: (() -> CallReport)?
  ) -> Decision {
    func decision(_ action: Decision.Action, _ reason: DecisionReason, withdraws: Bool = false) -> Decision {
      Decision(action, reason, event: event, withdrawsMissedCall: withdraws, ledgerIsAvailable: isAvailable)
    }
    switch verdict {
    case .report:
      // Only an offer is reported, and it brings its report.
      return report.map { decision(.report($0()), .call) } ?? decision(.suppress, .ended)
    case .missedCall(let reason):
      let (id, handle, name) = missedCall
      return decision(.notify(configuration.missedCall(id, handle, name)), reason)
    case .suppress(let reason): return decision(.suppress, reason)
    case .withdraw: return decision(.suppress, .ended, withdraws: true)
    }
  }
}

/// What a report's end leaves to show.
public struct Settlement: Sendable, Equatable {
  /// What to show now; nothing where there is nothing.
  public let content: NotificationContent?
  /// Whether the ledger could be read and written.
  public let ledgerIsAvailable: Bool
}
