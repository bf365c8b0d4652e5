// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

open class UNNotificationTrigger: NSObject {}

open class UNNotificationRequest: NSObject, NSCopying {
  public let identifier: String
  public let content: UNNotificationContent
  public let trigger: UNNotificationTrigger?

  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = (content.copy() as? UNNotificationContent) ?? UNNotificationContent()
    self.trigger = trigger
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

open class UNNotification: NSObject {
  public let date: Date
  public let request: UNNotificationRequest

  init(date: Date, request: UNNotificationRequest) {
    self.date = date
    self.request = request
  }
}

open class UNNotificationServiceExtension: NSObject {
  public override init() { super.init() }

  open func didReceive(
    _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {}

  open func serviceExtensionTimeWillExpire() {}
}
