// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

/// What both kinds of content hold.
struct ContentFields {
  var title = ""
  var subtitle = ""
  var body = ""
  var badge: NSNumber?
  var sound: UNNotificationSound?
  var attachments: [UNNotificationAttachment] = []
  var userInfo: [AnyHashable: Any] = [:]
  var threadIdentifier = ""
  var categoryIdentifier = ""
  var targetContentIdentifier: String?
  var interruptionLevel = UNNotificationInterruptionLevel.active
  var relevanceScore = 0.0
  /// What `updating(from:)` was given.
  var provider: (any UNNotificationContentProviding)?
}

open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  var fields = ContentFields()

  open var title: String { fields.title }
  open var subtitle: String { fields.subtitle }
  open var body: String { fields.body }
  open var badge: NSNumber? { fields.badge }
  open var sound: UNNotificationSound? { fields.sound }
  open var attachments: [UNNotificationAttachment] { fields.attachments }
  open var userInfo: [AnyHashable: Any] { fields.userInfo }
  open var threadIdentifier: String { fields.threadIdentifier }
  open var categoryIdentifier: String { fields.categoryIdentifier }
  open var targetContentIdentifier: String? { fields.targetContentIdentifier }
  open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
  open var relevanceScore: Double { fields.relevanceScore }

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UNNotificationContent()
    copy.fields = fields
    return copy
  }

  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.fields = fields
    return copy
  }

  open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
    if let error = (provider as? any RefusingContentDouble)?.refusal { throw error }
    let copy = UNNotificationContent()
    copy.fields = fields
    copy.fields.provider = provider
    return copy
  }
}

open class UNMutableNotificationContent: UNNotificationContent {
  open override var title: String {
    get { fields.title }
    set { fields.title = newValue }
  }
  open override var subtitle: String {
    get { fields.subtitle }
    set { fields.subtitle = newValue }
  }
  open override var body: String {
    get { fields.body }
    set { fields.body = newValue }
  }
  open override var badge: NSNumber? {
    get { fields.badge }
    set { fields.badge = newValue }
  }
  open override var sound: UNNotificationSound? {
    get { fields.sound }
    set { fields.sound = newValue }
  }
  open override var attachments: [UNNotificationAttachment] {
    get { fields.attachments }
    set { fields.attachments = newValue }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { fields.userInfo }
    set { fields.userInfo = newValue }
  }
  open override var threadIdentifier: String {
    get { fields.threadIdentifier }
    set { fields.threadIdentifier = newValue }
  }
  open override var categoryIdentifier: String {
    get { fields.categoryIdentifier }
    set { fields.categoryIdentifier = newValue }
  }
  open override var targetContentIdentifier: String? {
    get { fields.targetContentIdentifier }
    set { fields.targetContentIdentifier = newValue }
  }
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { fields.interruptionLevel }
    set { fields.interruptionLevel = newValue }
  }
  open override var relevanceScore: Double {
    get { fields.relevanceScore }
    set { fields.relevanceScore = newValue }
  }
}

public protocol UNNotificationContentProviding: NSObjectProtocol {}

public enum UNNotificationInterruptionLevel: UInt, Sendable {
  case passive = 0
  case active = 1
  case timeSensitive = 2
  case critical = 3
}

open class UNNotificationAttachment: NSObject {
  public let identifier: String
  public let url: URL

  public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
    self.identifier = identifier
    self.url = url
  }
}

// MARK: Not Apple's

/// A provider that a test makes refuse.
public protocol RefusingContentDouble: UNNotificationContentProviding {
  var refusal: (any Error)? { get }
}

extension UNNotificationContent {
  /// What `updating(from:)` was given.
  public var providerDouble: (any UNNotificationContentProviding)? { fields.provider }
}
