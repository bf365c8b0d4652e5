// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import AVFAudio
public import Foundation
import Synchronization

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public protocol ConversationManagerDelegate: AnyObject {
  func conversationManagerDidBegin(_ manager: ConversationManager)
  func conversationManagerDidReset(_ manager: ConversationManager)
  func conversationManager(_ manager: ConversationManager, conversationChanged conversation: Conversation)
  func conversationManager(_ manager: ConversationManager, perform action: ConversationAction)
  func conversationManager(_ manager: ConversationManager, timedOutPerforming action: ConversationAction)
  func conversationManager(_ manager: ConversationManager, didActivate audioSession: AVAudioSession)
  func conversationManager(_ manager: ConversationManager, didDeactivate audioSession: AVAudioSession)
}

/// Not `Sendable`, as at Apple. All that changes is under a mutex, since it is called from several threads.
@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public final class ConversationManager {
  public struct Configuration: Hashable, Sendable {
    public var ringtoneName: String?
    public var iconTemplateImageData: Data?
    public var maximumConversationGroups: Int
    public var maximumConversationsPerConversationGroup: Int
    public var includesConversationInRecents: Bool
    public var supportsVideo: Bool
    public var supportedHandleTypes: Set<Handle.Kind>
    @available(iOS 26.0, macCatalyst 26.0, visionOS 26.0, *)
    public var supportsAudioTranslation: Bool {
      get { translates }
      set { translates = newValue }
    }
    private var translates = false

    public init(
      ringtoneName: String?, iconTemplateImageData: Data?, maximumConversationGroups: Int,
      maximumConversationsPerConversationGroup: Int, includesConversationInRecents: Bool, supportsVideo: Bool,
      supportedHandleTypes: Set<Handle.Kind>
    ) {
      self.ringtoneName = ringtoneName
      self.iconTemplateImageData = iconTemplateImageData
      self.maximumConversationGroups = maximumConversationGroups
      self.maximumConversationsPerConversationGroup = maximumConversationsPerConversationGroup
      self.includesConversationInRecents = includesConversationInRecents
      self.supportsVideo = supportsVideo
      self.supportedHandleTypes = supportedHandleTypes
    }
  }

  public let configuration: Configuration
  public weak var delegate: (any ConversationManagerDelegate)?
  private let log = Mutex(ConversationLogDouble())

  public init(configuration: Configuration) { self.configuration = configuration }

  public var conversations: [Conversation] { log.withLock { $0.live }.map(Conversation.init(uuid:)) }

  public func reportNewIncomingConversation(uuid: UUID, update: Conversation.Update) async throws {
    try log.withLock { log in
      log.reports.append((uuid, update))
      if let refusal = log.refusal { throw refusal }
      log.live.append(uuid)
    }
  }

  public func reportConversationEvent(_ event: Conversation.Event, for conversation: Conversation) {
    log.withLock { log in
      log.events.append((conversation.uuid, event))
      if case .conversationEnded = event { log.live.removeAll { $0 == conversation.uuid } }
    }
  }

  public func perform(_ actions: [ConversationAction]) async throws {
    for action in actions { delegate?.conversationManager(self, perform: action) }
  }

  public func invalidate() {}

  @available(watchOS, unavailable)
  public class func reportNewIncomingVoIPPushPayload(_ payload: [AnyHashable: Any]) async throws {
    let id = payload["id"] as? String ?? ""
    try ConversationPushDouble.state.withLock { state in
      state.reported.append(id)
      if let refusal = state.refusals[id] { throw refusal }
    }
  }
}

// MARK: Not Apple's

/// What a manager was told.
@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public struct ConversationLogDouble: Sendable {
  public var reports: [(UUID, Conversation.Update)] = []
  public var events: [(UUID, Conversation.Event)] = []
  public var live: [UUID] = []
  public var refusal: (any Error)?
}

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
extension ConversationManager {
  public var logDouble: ConversationLogDouble { log.withLock { $0 } }
  public func refuseDouble(_ error: (any Error)?) { log.withLock { $0.refusal = error } }
}

/// The extension's reports, and how they are answered, call by call.
public enum ConversationPushDouble {
  struct State {
    var reported: [String] = []
    var refusals: [String: any Error] = [:]
  }
  static let state = Mutex(State())

  public static func refuse(_ id: String, _ error: any Error) { state.withLock { $0.refusals[id] = error } }
  public static func count(_ id: String) -> Int { state.withLock { $0.reported.filter { $0 == id }.count } }
}
