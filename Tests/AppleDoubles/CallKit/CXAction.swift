// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

open class CXAction: NSObject {
  public let uuid = UUID()
  public private(set) var isComplete = false
  open var timeoutDate: Date { Date(timeIntervalSinceNow: 60) }

  /// Not Apple's: how it ended; nothing while it has not.
  public private(set) var wasFulfilledDouble: Bool?
  /// Not Apple's: how often it was fulfilled or failed.
  public private(set) var completionsDouble = 0

  public override init() { super.init() }

  open func fulfill() { complete(true) }
  open func fail() { complete(false) }

  private func complete(_ fulfilled: Bool) {
    completionsDouble += 1
    isComplete = true
    wasFulfilledDouble = wasFulfilledDouble ?? fulfilled
  }
}

open class CXCallAction: CXAction {
  public let callUUID: UUID

  public init(call callUUID: UUID) { self.callUUID = callUUID }
}

open class CXAnswerCallAction: CXCallAction {
  open func fulfill(withDateConnected dateConnected: Date) { fulfill() }
}

open class CXEndCallAction: CXCallAction {
  open func fulfill(withDateEnded dateEnded: Date) { fulfill() }
}

open class CXStartCallAction: CXCallAction {
  open var handle: CXHandle
  open var contactIdentifier: String?
  open var isVideo = false

  public init(call callUUID: UUID, handle: CXHandle) {
    self.handle = handle
    super.init(call: callUUID)
  }
}

open class CXSetHeldCallAction: CXCallAction {
  open var isOnHold: Bool

  public init(call callUUID: UUID, onHold: Bool) {
    isOnHold = onHold
    super.init(call: callUUID)
  }
}

open class CXSetMutedCallAction: CXCallAction {
  open var isMuted: Bool

  public init(call callUUID: UUID, muted: Bool) {
    isMuted = muted
    super.init(call: callUUID)
  }
}

open class CXSetGroupCallAction: CXCallAction {
  open var callUUIDToGroupWith: UUID?

  public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
    self.callUUIDToGroupWith = callUUIDToGroupWith
    super.init(call: callUUID)
  }
}

open class CXPlayDTMFCallAction: CXCallAction {
  open var digits: String

  public init(call callUUID: UUID, digits: String) {
    self.digits = digits
    super.init(call: callUUID)
  }
}

// Not on Mac Catalyst and visionOS.
@available(iOS 26.0, *)
@available(macCatalyst, unavailable)
@available(visionOS, unavailable)
public enum CXTranslationEngine: Int, Sendable {
  case `default` = 0
  case custom = 1
}

@available(iOS 26.0, *)
@available(macCatalyst, unavailable)
@available(visionOS, unavailable)
open class CXSetTranslatingCallAction: CXCallAction {
  public let isTranslating: Bool
  public let localLanguage: String
  public let remoteLanguage: String
  /// Not Apple's.
  public private(set) var engineDouble: CXTranslationEngine?

  public init(call uuid: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
    self.isTranslating = isTranslating
    self.localLanguage = localLanguage
    self.remoteLanguage = remoteLanguage
    super.init(call: uuid)
  }

  open func fulfill(using translationEngine: CXTranslationEngine) {
    engineDouble = translationEngine
    fulfill()
  }
}

open class CXTransaction: NSObject {
  public private(set) var actions: [CXAction]

  public init(action: CXAction) { actions = [action] }
  public init(actions: [CXAction]) { self.actions = actions }
  open func addAction(_ action: CXAction) { actions.append(action) }
}
