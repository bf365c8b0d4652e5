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

/// What is not set is ignored: a new call then has every feature.
open class CXCallUpdate: NSObject, NSCopying {
  open var remoteHandle: CXHandle?
  open var localizedCallerName: String?
  open var supportsHolding: Bool {
    get { saidDouble["holding"] ?? true }
    set { saidDouble["holding"] = newValue }
  }
  open var supportsGrouping: Bool {
    get { saidDouble["grouping"] ?? true }
    set { saidDouble["grouping"] = newValue }
  }
  open var supportsUngrouping: Bool {
    get { saidDouble["ungrouping"] ?? true }
    set { saidDouble["ungrouping"] = newValue }
  }
  open var supportsDTMF: Bool {
    get { saidDouble["tones"] ?? true }
    set { saidDouble["tones"] = newValue }
  }
  open var hasVideo = false

  /// Not Apple's: the features that something was said about.
  public private(set) var saidDouble: [String: Bool] = [:]

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CXCallUpdate()
    copy.remoteHandle = remoteHandle
    copy.localizedCallerName = localizedCallerName
    copy.saidDouble = saidDouble
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
  @available(iOS 26.0, macCatalyst 26.0, visionOS 26.0, *)
  open var supportsAudioTranslation: Bool {
    get { translates }
    set { translates = newValue }
  }
  private var translates = false

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
    copy.translates = translates
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
