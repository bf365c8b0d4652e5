#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import CallKit
  import FilterDevice
  import SealEnvelope
  import SealPlatform
  public import UserNotifications

  /// A Notification Service Extension's principal class: opens each push, decides, reports calls to CallKit, and shows
  /// what is to be shown.
  ///
  /// Subclass it and give it a configuration:
  ///
  /// ```swift
  /// nonisolated final class NotificationService: FilterService {
  ///   override func makeConfiguration() throws -> FilterConfiguration { … }
  /// }
  /// ```
  /// `nonisolated` is for a target whose default isolation is the main actor, as a new one's is in Xcode 26: the system
  /// calls an extension on threads of its own. An extension whose class has another base keeps a subclass as a member, and
  /// passes both of the system's calls on to it.
  ///
  /// The handler of each push is called exactly once, whatever races: the decision, CallKit's answer, the end of the
  /// extension's time, or another push on the same instance. What has failed shows something, and never text that was not
  /// authenticated.
  ///
  /// The system may call one instance on several threads at once, so every method that a subclass overrides may run on
  /// several threads at once.
  open class FilterService: UNNotificationServiceExtension {
    private struct State {
      var filter: PushFilter?
      var deliveries: [ObjectIdentifier: Delivery] = [:]
    }

    private let state = Locked(State())

    // MARK: To be overridden

    /// Makes the configuration, at the first push and not before: a process that works while it starts is killed.
    ///
    /// Where it throws, the push shows the fallback, and the next one tries again.
    ///
    /// - Returns: Keys, audience, trusted senders, ledger, policy and wording; the app's reader takes the same.
    /// - Throws: Whatever keeps it from being made.
    open func makeConfiguration() throws -> FilterConfiguration { throw ConfigurationMissing() }

    /// Takes the app's own data of an event of kind `data` that is new. A call's data goes to the app in the payload, a
    /// notification's with its `userInfo`.
    ///
    /// It runs before the push's handler is called, so the process lives as long as it does.
    ///
    /// - Parameters:
    ///   - data: The event's `data`.
    ///   - event: The event, and who sent it.
    open func received(_ data: JSONObject, of event: OpenedEvent) {}

    /// Dresses what is about to be shown: other words, an attachment, a communication intent.
    ///
    /// Keep `userInfo["id"]`: by it a missed call is taken away when another device took the call.
    ///
    /// - Parameters:
    ///   - content: What would be shown.
    ///   - decision: The decision behind it; nothing where time ran out before there was one, or where there is no
    ///     configuration.
    /// - Returns: What is shown. Empty content shows nothing.
    open func dress(_ content: UNMutableNotificationContent, for decision: Decision?) -> UNNotificationContent {
      content
    }

    /// Hands a call to the system, which launches the app with it.
    ///
    /// Override it where calls do not go to CallKit, as in China: complete with `refused`, and the policy says what is
    /// shown instead.
    ///
    /// - Parameters:
    ///   - payload: What the app's reader takes.
    ///   - completion: Takes the answer, on any thread.
    open func report(_ payload: CallReportPayload, completion: @escaping @Sendable (CallReport.Outcome) -> Void) {
      let this = ServiceReference(self)
      CXProvider.reportNewIncomingVoIPPushPayload(payload.dictionary) { error in
        if let error { this.service.failed(error) }
        completion(CallReport.Outcome(answer: error))
      }
    }

    /// Hears of every decision, before it is acted on: the place for a log. `DecisionReason` says why.
    ///
    /// - Parameter decision: The decision.
    open func decided(_ decision: Decision) {}

    /// Hears of what should not happen: a configuration that could not be made, an error of CallKit's. `NSError`'s domain
    /// and code are safe to log; a description may hold what is not.
    ///
    /// - Parameter error: The error.
    open func failed(_ error: any Error) {}

    // MARK: What the system calls

    /// Takes a push.
    open override func didReceive(
      _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
      let delivery = Delivery(ContentHandler(contentHandler))
      state.withLock { $0.deliveries[ObjectIdentifier(delivery)] = delivery }
      let filter: PushFilter
      do { filter = try self.filter() } catch {
        failed(error)
        show(NotificationContent(fallback: Wording()), for: nil, delivery)
        return
      }
      let decision = filter.decide(request.content.userInfo)
      decided(decision)
      if let data = decision.data, let event = decision.event { received(data, of: event) }
      switch decision.action {
      case .passThrough:
        if let handler = turn(delivery) { handler(request.content) }
      case .notify(let content): show(content, for: decision, delivery)
      case .suppress:
        guard let withdrawal = decision.withdrawal else {
          finishSilently(delivery)
          return
        }
        delivery.expect(.nothing)
        let this = ServiceReference(self)
        ShownNotifications.remove(withdrawal) { this.service.finishSilently(delivery) }
      case .report(let report):
        delivery.expect(.settlement(report, decision))
        let this = ServiceReference(self)
        self.report(report.payload) { outcome in
          this.service.settle(report, outcome, of: decision, filter, delivery)
        }
      }
    }

    /// Finishes every push that is not finished: which of them the system means, it does not say.
    open override func serviceExtensionTimeWillExpire() {
      let (deliveries, filter) = state.withLock { (Array($0.deliveries.values), $0.filter) }
      // What needs no ledger goes first: each settlement may wait a second for a lock that somebody holds.
      for (delivery, settling) in deliveries.map({ ($0, false) }) + deliveries.map({ ($0, true) }) {
        let turn = delivery.settle {
          delivery.expire(settling: settling).map { handler, due in
            // There is a filter: the report is its decision.
            if case .settlement(let report, _) = due { return (handler, due, filter?.settle(report, .failed).content) }
            return (handler, due, nil)
          }
        }
        guard let (handler, due, content) = turn else { continue }
        switch due {
        case .fallback:
          let wording = filter?.configuration.wording ?? Wording()
          handler(dressed(NotificationContent(fallback: wording), for: nil))
        case .settlement(_, let decision):
          handler(content.map { dressed($0, for: decision) } ?? UNNotificationContent())
        case .nothing: handler(UNNotificationContent())
        }
        forget(delivery)
      }
    }

    // MARK: Finishing

    /// The filter, made at the first push. Two pushes at once may both make one; both use the one that was there first.
    private func filter() throws -> PushFilter {
      if let filter = state.withLock({ $0.filter }) { return filter }
      let new = PushFilter(try makeConfiguration())
      return state.withLock { state in
        let filter = state.filter ?? new
        state.filter = filter
        return filter
      }
    }

    private func forget(_ delivery: Delivery) {
      state.withLock { _ = $0.deliveries.removeValue(forKey: ObjectIdentifier(delivery)) }
    }

    private func turn(_ delivery: Delivery) -> ContentHandler? {
      guard case .finish(let handler) = delivery.take() else { return nil }
      forget(delivery)
      return handler
    }

    private func finishSilently(_ delivery: Delivery) { turn(delivery)?(UNNotificationContent()) }

    /// Shows what was decided: with the handler, or, where that had to be called before there was a decision, as a
    /// notification of its own. The ledger already counts it as shown.
    private func show(_ content: NotificationContent, for decision: Decision?, _ delivery: Delivery) {
      let dressed = dressed(content, for: decision)
      switch delivery.take() {
      case .finish(let handler):
        handler(dressed)
        forget(delivery)
      case .postpone: ShownNotifications.show(dressed, as: decision?.event?.requestIdentifier)
      case .none: break
      }
    }

    /// CallKit's answer to a report. Whoever has the handler settles first and shows what that gives; a later answer only
    /// settles.
    private func settle(
      _ report: CallReport, _ outcome: CallReport.Outcome, of decision: Decision, _ filter: PushFilter,
      _ delivery: Delivery
    ) {
      let (turn, content) = delivery.settle { (delivery.take(), filter.settle(report, outcome).content) }
      switch turn {
      case .finish(let handler):
        handler(content.map { dressed($0, for: decision) } ?? UNNotificationContent())
        forget(delivery)
      case .postpone:
        if let content {
          ShownNotifications.show(dressed(content, for: decision), as: decision.event?.requestIdentifier)
        }
      case .none: break
      }
    }

    private func dressed(_ content: NotificationContent, for decision: Decision?) -> UNNotificationContent {
      let dressed = dress(UNMutableNotificationContent(content), for: decision)
      guard content.sound == .ringtone else { return dressed }
      var isVideo = false
      if case .call(let call) = decision?.event?.event?.content { isVideo = call.isVideo }
      return CallIntent.updating(dressed, about: content, isVideo: isVideo)
    }
  }

  /// The service, as CallKit's and the notification centre's callbacks hold it.
  ///
  /// Unchecked: the system itself calls one instance from several threads, so it has to stand that; its own state is behind
  /// a lock, and its documentation says the same to whoever subclasses it. (Were the class `Sendable`, each subclass would
  /// have to write `@unchecked Sendable` again.)
  private struct ServiceReference: @unchecked Sendable {
    let service: FilterService

    init(_ service: FilterService) { self.service = service }
  }
#endif
