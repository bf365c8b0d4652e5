#if canImport(LiveCommunicationKit)
  import AVFAudio
  import FilterApp
  import Foundation
  import LiveCommunicationKit
  import PushKit
  import UserNotifications

  /// An app's side with LiveCommunicationKit instead of CallKit: the reader and the watch of a ring are the same.
  ///
  /// Pushes come on a queue of its own, which waits for the system's answer: PushKit wants the report before its method
  /// returns, and LiveCommunicationKit's report is asynchronous.
  ///
  /// Unchecked: the manager is called from that queue and from tasks, as its asynchronous methods mean it to be; what
  /// changes here is behind the lock.
  @available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
  nonisolated final class ConversationCenter: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    private struct Ring {
      let call: IncomingCall
      var watch: RingWatch?
    }

    let manager: ConversationManager
    private let reader: PayloadReader
    private let queue = DispatchQueue(label: "com.example.app.calls")
    private let lock = NSLock()
    private var rings: [UUID: Ring] = [:]
    private var registry: PKPushRegistry?

    /// How long a push waits for the system's answer, in seconds.
    private static let longestWait = 5

    init(_ configuration: FilterConfiguration) {
      reader = PayloadReader(configuration)
      manager = ConversationManager(
        configuration: ConversationManager.Configuration(
          ringtoneName: nil, iconTemplateImageData: nil, maximumConversationGroups: 2,
          maximumConversationsPerConversationGroup: 1, includesConversationInRecents: true, supportsVideo: true,
          supportedHandleTypes: [.generic, .phoneNumber, .emailAddress]))
      super.init()
      manager.delegate = self
    }

    /// Registers for VoIP pushes: at every launch.
    @discardableResult
    func start() -> PKPushRegistry {
      let registry = PKPushRegistry(queue: queue)
      registry.delegate = self
      registry.desiredPushTypes = [.voIP]
      self.registry = registry
      return registry
    }

    // MARK: PushKit

    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {}

    func pushRegistry(
      _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
      completion: @escaping @Sendable () -> Void
    ) {
      receive(payload.dictionaryPayload, mustReport: true)
      completion()
    }

    #if compiler(>=6.3)  // Xcode 26.4
      @available(iOS 26.4, macCatalyst 26.4, visionOS 26.4, *)
      func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
      ) {
        receive(payload.dictionaryPayload, mustReport: metadata.mustReport)
        completion()
      }
    #endif

    private func receive(_ payload: [AnyHashable: Any], mustReport: Bool) {
      // Asked as if it had to be reported: only a phantom knows whose missed call it brings.
      switch reader.read(payload) {
      case .ring(let call): ring(call)
      case .reportAndEnd(let phantom):
        if mustReport { reportAndEnd(phantom.id.uuid, phantom.reason) }
        show(phantom.missedCall, as: phantom.requestIdentifier)
      case .nothingToReport: break
      case .notOurs: if mustReport { reportAndEnd(UUID(), .failed) }
      }
    }

    // MARK: Reporting

    private func ring(_ call: IncomingCall) {
      let id = call.id.uuid
      lock.withLock { if rings[id] == nil { rings[id] = Ring(call: call) } }
      let caller = LiveCommunicationKit.Handle(
        type: LiveCommunicationKit.Handle.Kind(call.handle.kind), value: call.handle.value, displayName: call.name)
      // What it can do is said here too: no pausing, no merging, no tones.
      let update = Conversation.Update(
        members: [caller], activeRemoteMembers: [caller], capabilities: call.isVideo ? [.video] : [])
      report(id, update) { [self] error in
        guard error != nil else { return watch(call) }
        lock.withLock { rings[id] = nil }
        show(reader.markEnded(call, isMissed: true), as: call.requestIdentifier)
      }
    }

    private func reportAndEnd(_ id: UUID, _ reason: PhantomCall.EndReason) {
      report(id, Conversation.Update(capabilities: [])) { [self] _ in end(id, reason) }
    }

    /// Reports, and returns when the system has answered, or has not in time. `answered` runs in either case.
    private func report(
      _ id: UUID, _ update: Conversation.Update, answered: @escaping @Sendable ((any Error)?) -> Void
    ) {
      let isDone = DispatchSemaphore(value: 0)
      Task.detached { [self] in
        do {
          try await manager.reportNewIncomingConversation(uuid: id, update: update)
          answered(nil)
        } catch { answered(error) }
        isDone.signal()
      }
      _ = isDone.wait(timeout: .now() + .seconds(Self.longestWait))
    }

    private func watch(_ call: IncomingCall) {
      let id = call.id.uuid
      let watch = RingWatch(call, reader: reader, queue: queue) { [weak self] reason in
        guard let self, finish(id, isMissed: reason != .answeredElsewhere && reason != .declinedElsewhere) else {
          return
        }
        end(id, reason)
      }
      lock.withLock {
        rings[id]?.watch?.stop()
        rings[id]?.watch = watch
      }
    }

    /// A ring is over, and its missed call is shown where one is owed.
    @discardableResult
    private func finish(_ id: UUID, isMissed: Bool) -> Bool {
      guard let ring = lock.withLock({ rings.removeValue(forKey: id) }) else { return false }
      ring.watch?.stop()
      show(reader.markEnded(ring.call, isMissed: isMissed), as: ring.call.requestIdentifier)
      return true
    }

    private func end(_ id: UUID, _ reason: PhantomCall.EndReason) {
      guard let conversation = manager.conversations.first(where: { $0.uuid == id }) else { return }
      manager.reportConversationEvent(.conversationEnded(Date(), Conversation.EndedReason(reason)), for: conversation)
    }

    private func show(_ content: NotificationContent?, as identifier: String?) {
      guard let content else { return }
      UNUserNotificationCenter.current().add(
        UNNotificationRequest(
          identifier: identifier ?? UUID().uuidString, content: UNMutableNotificationContent(content), trigger: nil),
        withCompletionHandler: nil)
    }
  }

  @available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
  nonisolated extension ConversationCenter: ConversationManagerDelegate {
    func conversationManagerDidBegin(_ manager: ConversationManager) {}
    func conversationManagerDidReset(_ manager: ConversationManager) {
      for id in lock.withLock({ Array(rings.keys) }) { finish(id, isMissed: false) }
    }
    func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation) {}

    func conversationManager(_ manager: ConversationManager, perform action: ConversationAction) {
      switch action {
      case let action as JoinConversationAction:
        // Your media connects here, and the action is fulfilled when sound can flow. The ring is over.
        lock.withLock { rings[action.conversationUUID]?.watch?.stop() }
        action.fulfill(dateConnected: Date())
      case let action as EndConversationAction:
        finish(action.conversationUUID, isMissed: false)
        action.fulfill(dateEnded: Date())
      default: action.fail()
      }
    }

    func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction) {}
    func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession) {}
    func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession) {}
  }

  @available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
  nonisolated extension LiveCommunicationKit.Handle.Kind {
    fileprivate init(_ kind: FilterApp.Handle.Kind) {
      switch kind {
      case .phone: self = .phoneNumber
      case .email: self = .emailAddress
      case .generic: self = .generic
      }
    }
  }

  @available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
  nonisolated extension Conversation.EndedReason {
    fileprivate init(_ reason: PhantomCall.EndReason) {
      switch reason {
      case .failed: self = .failed
      case .remoteEnded: self = .remoteEnded
      case .unanswered: self = .unanswered
      case .answeredElsewhere: self = .joinedElsewhere
      case .declinedElsewhere: self = .declinedElsewhere
      }
    }
  }
#endif
