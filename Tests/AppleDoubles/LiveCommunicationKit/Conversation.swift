// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public struct Handle: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case generic, phoneNumber, emailAddress }

  public var type: Kind
  public var value: String
  public var displayName: String

  public init(type: Kind, value: String, displayName: String? = nil) {
    self.type = type
    self.value = value
    self.displayName = displayName ?? value
  }
}

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public final class Conversation: Sendable {
  public let uuid: UUID

  init(uuid: UUID) { self.uuid = uuid }

  public struct Capabilities: OptionSet, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let merging = Capabilities(rawValue: 1)
    public static let pausing = Capabilities(rawValue: 2)
    public static let playingTones = Capabilities(rawValue: 4)
    public static let unmerging = Capabilities(rawValue: 8)
    public static let video = Capabilities(rawValue: 16)
  }

  public struct Update: Hashable, Sendable {
    public var localMember: Handle?
    public var members: Set<Handle>?
    public var activeRemoteMembers: Set<Handle>?
    public var capabilities: Capabilities?

    public init(
      localMember: Handle? = nil, members: Set<Handle>? = nil, activeRemoteMembers: Set<Handle>? = nil,
      capabilities: Capabilities? = nil
    ) {
      self.localMember = localMember
      self.members = members
      self.activeRemoteMembers = activeRemoteMembers
      self.capabilities = capabilities
    }
  }

  public enum EndedReason: Hashable, Sendable {
    case failed, remoteEnded, unanswered, joinedElsewhere, declinedElsewhere
  }

  public enum Event: Hashable, Sendable {
    case conversationStartedConnecting(Date)
    case conversationConnected(Date)
    case conversationEnded(Date, EndedReason)
    case conversationUpdated(Update)
  }
}

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
open class ConversationAction {
  public let conversationUUID: UUID
  /// Not Apple's: how it ended; nothing while it has not.
  public private(set) var wasFulfilledDouble: Bool?

  public init(conversationUUID: UUID, timeoutDate: Date = Date(timeIntervalSinceNow: 60)) {
    self.conversationUUID = conversationUUID
  }

  public func fulfill() { wasFulfilledDouble = true }
  public func fail() { wasFulfilledDouble = false }
}

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public final class JoinConversationAction: ConversationAction {
  public init(conversationUUID: UUID) { super.init(conversationUUID: conversationUUID) }
  public func fulfill(dateConnected: Date) { fulfill() }
}

@available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *)
public final class EndConversationAction: ConversationAction {
  public init(conversationUUID: UUID) { super.init(conversationUUID: conversationUUID) }
  public func fulfill(dateEnded: Date) { fulfill() }
}
