// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

open class CXHandle: NSObject, NSCopying {
  public enum HandleType: Int, Sendable {
    case generic = 1
    case phoneNumber = 2
    case emailAddress = 3
  }

  public let type: HandleType
  public let value: String

  public init(type: HandleType, value: String) {
    self.type = type
    self.value = value
  }

  open func isEqual(to handle: CXHandle) -> Bool { handle.type == type && handle.value == value }
  open func copy(with zone: NSZone? = nil) -> Any { CXHandle(type: type, value: value) }
}

open class CXCallUpdate: NSObject, NSCopying {
  open var remoteHandle: CXHandle?
  open var localizedCallerName: String?
  open var supportsHolding = false
  open var supportsGrouping = false
  open var supportsUngrouping = false
  open var supportsDTMF = false
  open var hasVideo = false

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CXCallUpdate()
    copy.remoteHandle = remoteHandle
    copy.localizedCallerName = localizedCallerName
    copy.supportsHolding = supportsHolding
    copy.supportsGrouping = supportsGrouping
    copy.supportsUngrouping = supportsUngrouping
    copy.supportsDTMF = supportsDTMF
    copy.hasVideo = hasVideo
    return copy
  }
}

open class CXProviderConfiguration: NSObject, NSCopying {
  open var ringtoneSound: String?
  open var iconTemplateImageData: Data?
  open var maximumCallGroups = 2
  open var maximumCallsPerCallGroup = 5
  open var includesCallsInRecents = true
  open var supportsVideo = false
  open var supportedHandleTypes: Set<CXHandle.HandleType> = []
  open var supportsAudioTranslation = false

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CXProviderConfiguration()
    copy.ringtoneSound = ringtoneSound
    copy.iconTemplateImageData = iconTemplateImageData
    copy.maximumCallGroups = maximumCallGroups
    copy.maximumCallsPerCallGroup = maximumCallsPerCallGroup
    copy.includesCallsInRecents = includesCallsInRecents
    copy.supportsVideo = supportsVideo
    copy.supportedHandleTypes = supportedHandleTypes
    copy.supportsAudioTranslation = supportsAudioTranslation
    return copy
  }
}

public enum CXCallEndedReason: Int, Sendable {
  case failed = 1
  case remoteEnded = 2
  case unanswered = 3
  case answeredElsewhere = 4
  case declinedElsewhere = 5
}
