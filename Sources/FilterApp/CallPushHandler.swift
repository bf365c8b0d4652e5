#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  public import CallKit
  public import Dispatch
  public import FilterDevice
  public import Foundation
  public import PushKit
  import SealEnvelope
  import SealPlatform
  public import UserNotifications

  /// The app's side: takes what the extension reported, and plain VoIP pushes, and reports a call for each.
  ///
  /// Make one at launch, give it the app's one provider and the extension's configuration, and `start` it. It reads each
  /// payload, reports the call before anything else happens, and stops the ring when the call ends or its time is over.
  /// Where there is no call to report, and the system wants one, it reports one that is ended at once, under a fresh UUID:
  /// an app that reports nothing is terminated, and in the end gets no more pushes.
  ///
  /// What happens is told to its `delegate`, on the main actor; or a subclass overrides the methods below, which run
  /// where pushes come (the registry's queue) and where CallKit answers (the provider's).
  open class CallPushHandler: NSObject, PKPushRegistryDelegate {
    private struct State {
      var reader: PayloadReader?
      var calls: [UUID: IncomingCall] = [:]
      var watches: [UUID: RingWatch] = [:]
      weak var delegate: (any CallPushDelegate)?
      var queue = DispatchQueue.main
      /// Between two looks at a call that rings, in milliseconds.
      var interval = 1000
    }

    /// The app's one provider.
    public let provider: CXProvider
    /// What the app's calls can do.
    public let features: CallFeatures
    private let configuration: (@Sendable () throws -> FilterConfiguration)?
    private let state = Locked(State())
    /// What is set on the main queue alone: it may be served by a thread that is not the main one.
    private let mainQueue = DispatchSpecificKey<Bool>()
    private var registry: PKPushRegistry?
    private let observer = CXCallObserver()

    /// Takes the app's one provider, which lives as long as the app.
    ///
    /// - Parameters:
    ///   - provider: The provider, with its delegate set before `start`.
    ///   - features: What the app's calls can do; nothing but talk, by default.
    ///   - configuration: Makes the configuration at the first push: the same as the extension's, with the same ledger. A
    ///     subclass may override `makeConfiguration` instead.
    public init(
      provider: CXProvider, features: CallFeatures = [],
      configuration: (@Sendable () throws -> FilterConfiguration)? = nil
    ) {
      self.provider = provider
      self.features = features
      self.configuration = configuration
      DispatchQueue.main.setSpecific(key: mainQueue, value: true)
    }

    /// Who is told, on the main actor; it is not kept alive.
    public var delegate: (any CallPushDelegate)? {
      get { state.withLock { $0.delegate } }
      set { state.withLock { $0.delegate = newValue } }
    }

    /// Registers for VoIP pushes: in `application(_:didFinishLaunchingWithOptions:)`, at every launch, also where the VoIP
    /// token is sent to nobody. Without it the extension's reports do not arrive.
    ///
    /// - Parameter queue: Where pushes come; the main queue where there is none.
    public func start(queue: DispatchQueue? = nil) { start(queue: queue, interval: 1000) }

    /// As `start`, for tests that cannot wait a second; gives the registry.
    @discardableResult
    package func start(queue: DispatchQueue?, interval: Int) -> PKPushRegistry {
      state.withLock { ($0.queue, $0.interval) = (queue ?? .main, interval) }
      let registry = PKPushRegistry(queue: queue)
      registry.delegate = self
      registry.desiredPushTypes = [.voIP]
      self.registry = registry
      return registry
    }

    // MARK: To be overridden

    /// Makes the configuration: the same as the extension's, with the same ledger.
    ///
    /// - Returns: Keys, audience, trusted senders, ledger, policy and wording.
    /// - Throws: Whatever keeps it from being made; the push then ends in a call that is ended at once.
    open func makeConfiguration() throws -> FilterConfiguration {
      guard let configuration else { throw ConfigurationMissing() }
      return try configuration()
    }

    /// Hears of every push that is CallSeal's, before it is acted on: the place for a log.
    ///
    /// - Parameter push: What is to be done.
    open func received(_ push: IncomingPush) { tell { $0.received(push) } }

    /// Hears of what should not happen: a configuration that could not be made. `NSError`'s domain and code are safe to
    /// log; a description may hold what is not.
    ///
    /// - Parameter error: The error.
    open func failed(_ error: any Error) { tell { $0.failed(error) } }

    /// The app's own knowledge of a call begins: before it is reported, so that the first action finds it.
    ///
    /// - Parameter call: The call.
    open func willRing(_ call: IncomingCall) { tell { $0.willRing(call) } }

    /// A call has not rung, or rings no more: it ended, or its time is over, or CallKit said no.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - reason: What CallKit was told; nothing where CallKit itself said no.
    ///   - error: CallKit's error, where there was one: 3 of `CXErrorDomainIncomingCall` is "do not disturb".
    open func stoppedRinging(_ call: IncomingCall, _ reason: CXCallEndedReason?, error: (any Error)?) {
      tell { $0.stoppedRinging(call, reason, error: error) }
    }

    /// What CallKit shows of a call.
    ///
    /// - Parameter call: The call.
    /// - Returns: Its handle, name and video flag, and what the app's calls can do, by default.
    open func update(for call: IncomingCall) -> CXCallUpdate {
      let update = CXCallUpdate(features: features)
      update.remoteHandle = CXHandle(type: CXHandle.HandleType(call.handle.kind), value: call.handle.value)
      update.localizedCallerName = call.name
      update.hasVideo = call.isVideo
      return update
    }

    /// What CallKit shows, for a blink, of a call that is reported only because one must be.
    ///
    /// - Returns: The title of the configured fallback, by default.
    open func updateForPhantom() -> CXCallUpdate {
      let update = CXCallUpdate(features: [])
      let wording = state.withLock { $0.reader }?.configuration.wording ?? Wording()
      update.remoteHandle = CXHandle(type: .generic, value: wording.fallbackTitle)
      return update
    }

    /// Dresses a missed call's notification.
    ///
    /// - Parameter content: What would be shown; keep `userInfo["id"]`.
    /// - Returns: What is shown.
    open func dress(_ content: UNMutableNotificationContent) -> UNNotificationContent { content }

    /// The VoIP token is new or gone: upload it, at every call, if the server sends plain VoIP pushes.
    ///
    /// - Parameter token: The token, of any length; nothing where it is no longer valid.
    open func tokenChanged(_ token: Data?) { tell { $0.tokenChanged(token) } }

    /// Takes a push that is not CallSeal's. The default reports a call that is ended at once, where one must be reported.
    ///
    /// - Parameters:
    ///   - payload: The push.
    ///   - mustReport: Whether the app is terminated unless it reports a call.
    ///   - completion: To be called after the report.
    open func receivedForeign(
      _ payload: PKPushPayload, mustReport: Bool, completion: @escaping @Sendable () -> Void
    ) {
      if mustReport { reportPhantom(.failed, completion: completion) } else { completion() }
    }

    // MARK: The call's further life

    /// The user answered: the ring is not watched any more.
    ///
    /// - Parameter id: The call.
    public func answered(_ id: UUID) { state.withLock { $0.watches.removeValue(forKey: id) }?.stop() }

    /// A call is over: no copy of it rings again, and its missed call is shown where one is owed. CallKit is not told.
    ///
    /// - Parameters:
    ///   - id: The call.
    ///   - isMissed: Whether it ended unanswered, and the user did not refuse it.
    public func ended(_ id: UUID, isMissed: Bool) {
      answered(id)
      let (call, reader) = state.withLock { ($0.calls.removeValue(forKey: id), $0.reader) }
      guard let call, let reader else { return }
      show(reader.markEnded(call, isMissed: isMissed), as: call.requestIdentifier)
    }

    // MARK: PKPushRegistryDelegate

    /// A new token.
    public func pushRegistry(
      _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {
      if type == .voIP { tokenChanged(pushCredentials.token) }
    }

    /// No token any more.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
      if type == .voIP { tokenChanged(nil) }
    }

    /// A push, before iOS 26.4: it must be reported.
    public func pushRegistry(
      _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
      completion: @escaping @Sendable () -> Void
    ) {
      if type == .voIP { receive(payload, mustReport: true, completion) } else { completion() }
    }

    #if CALLSEAL_DOUBLES || compiler(>=6.3)
      /// A push, from iOS 26.4 on, where the system says whether it must be reported.
      @available(iOS 26.4, macCatalyst 26.4, visionOS 26.4, *)
      public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
      ) {
        receive(payload, mustReport: metadata.mustReport, completion)
      }
    #endif

    // MARK: Reporting

    private func receive(
      _ payload: PKPushPayload, mustReport: Bool, _ completion: @escaping @Sendable () -> Void
    ) {
      guard let reader = reader() else {
        if mustReport { reportPhantom(.failed, completion: completion) } else { completion() }
        return
      }
      // Asked as if it had to be reported: only a phantom knows whose missed call it brings.
      let push = reader.read(payload.dictionaryPayload)
      if push != .notOurs { received(push) }
      switch push {
      case .ring(let call): report(call, reader, completion)
      case .reportAndEnd(let phantom):
        if mustReport {
          reportPhantom(CXCallEndedReason(phantom.reason), id: phantom.id.uuid, completion: completion)
        }
        show(phantom.missedCall, as: phantom.requestIdentifier)
        if !mustReport { completion() }
      case .nothingToReport: completion()
      case .notOurs: receivedForeign(payload, mustReport: mustReport, completion: completion)
      }
    }

    private func reader() -> PayloadReader? {
      if let reader = state.withLock({ $0.reader }) { return reader }
      let new: PayloadReader
      do { new = PayloadReader(try makeConfiguration()) } catch {
        failed(error)
        return nil
      }
      return state.withLock { state in
        let reader = state.reader ?? new
        state.reader = reader
        return reader
      }
    }

    private func report(_ call: IncomingCall, _ reader: PayloadReader, _ completion: @escaping @Sendable () -> Void) {
      let id = call.id.uuid
      // CallKit knows a call by its id alone. Where another sender's call has it, that one stays until CallKit has answered.
      let isNew = state.withLock { state in
        guard state.calls[id] == nil else { return false }
        state.calls[id] = call
        return true
      }
      if isNew { willRing(call) }
      let this = HandlerReference(handler: self)
      provider.reportNewIncomingCall(with: id, update: update(for: call)) { error in
        this.handler.reported(call, reader, error)
        completion()
      }
    }

    /// CallKit's answer. Numbers are compared, since older SDKs lack the names of newer codes.
    private func reported(_ call: IncomingCall, _ reader: PayloadReader, _ error: (any Error)?) {
      let id = call.id.uuid
      guard let error else {
        let this = HandlerReference(handler: self)
        let (queue, interval) = state.withLock { ($0.queue, $0.interval) }
        let watch = RingWatch(call, reader: reader, queue: queue, interval: interval) { reason in
          this.handler.stop(call, reader, reason)
        }
        // Answered or ended meanwhile: there is nothing to watch.
        let old = state.withLock { state -> RingWatch? in
          guard state.calls[id] != nil else { return nil }
          state.calls[id] = call
          return state.watches.updateValue(watch, forKey: id)
        }
        old?.stop()
        return
      }
      let (alreadyExists, blockedByUser) = (2, 4)
      let ofReports = (error as NSError).domain == CXErrorCodeIncomingCallError.errorDomain
      let code = (error as NSError).code
      let isAnothers = state.withLock { $0.calls[id].map { !$0.isSame(as: call) } ?? false }
      // A copy of a call that lives: nothing has ended.
      if ofReports, code == alreadyExists, !isAnothers { return }
      show(
        reader.markEnded(call, isMissed: !(ofReports && code == blockedByUser)), as: call.requestIdentifier)
      // The app has never heard of it, and by its id it knows the one that lives.
      if isAnothers { return }
      _ = state.withLock { $0.calls.removeValue(forKey: id) }
      stoppedRinging(call, nil, error: error)
    }

    /// The ring has to stop, unless the call was answered without this handler's being told.
    private func stop(_ call: IncomingCall, _ reader: PayloadReader, _ reason: PhantomCall.EndReason) {
      let id = call.id.uuid
      guard !observer.calls.contains(where: { $0.uuid == id && $0.hasConnected }),
        state.withLock({ $0.calls.removeValue(forKey: id) }) != nil
      else { return }
      _ = state.withLock { $0.watches.removeValue(forKey: id) }
      let ended = CXCallEndedReason(reason)
      provider.reportCall(with: id, endedAt: nil, reason: ended)
      let isMissed = ended != .answeredElsewhere && ended != .declinedElsewhere
      show(reader.markEnded(call, isMissed: isMissed), as: call.requestIdentifier)
      stoppedRinging(call, ended, error: nil)
    }

    private func reportPhantom(
      _ reason: CXCallEndedReason, id: UUID = UUID(), completion: @escaping @Sendable () -> Void
    ) {
      let this = HandlerReference(handler: self)
      provider.reportNewIncomingCall(with: id, update: updateForPhantom()) { _ in
        this.handler.provider.reportCall(with: id, endedAt: nil, reason: reason)
        completion()
      }
    }

    /// Tells the delegate on the main queue before anything else happens: CallKit and PushKit wait for us, wherever they
    /// call.
    ///
    /// Unsafe: the main queue is the main actor's, and a function for the one can be called on the other. The standard
    /// library's own way to say so, `MainActor.assumeIsolated`, is in SDKs from iOS 17 on.
    private func tell(_ body: @escaping @MainActor (any CallPushDelegate) -> Void) {
      guard let delegate else { return }
      let onMain = unsafe unsafeBitCast(body, to: ((any CallPushDelegate) -> Void).self)
      if Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) == true {
        onMain(delegate)
      } else {
        DispatchQueue.main.sync { onMain(delegate) }
      }
    }

    private func show(_ content: NotificationContent?, as identifier: String?) {
      guard let content else { return }
      ShownNotifications.show(dress(UNMutableNotificationContent(content)), as: identifier)
    }
  }

  /// The handler, as CallKit's callbacks hold it.
  ///
  /// Unchecked: CallKit calls back on the provider's queue, which the app chose, as it chose the registry's; what the
  /// handler itself changes is behind a lock, or set once by `start` and never read.
  private struct HandlerReference: @unchecked Sendable {
    let handler: CallPushHandler
  }
#endif
