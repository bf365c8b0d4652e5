import FilterExtension
import UserNotifications

/// An extension's class as another library gives it.
nonisolated class VendorService: UNNotificationServiceExtension {}

/// An extension whose class already has a base: the service is a member, and gets both of the system's calls.
nonisolated final class ExistingService: VendorService {
  /// Whatever a subclass of `FilterService` may override goes here.
  private nonisolated final class Sealed: FilterService {
    override func makeConfiguration() throws -> FilterConfiguration { try .existing() }
  }

  private let sealed = Sealed()

  override func didReceive(
    _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    if request.content.userInfo["sealed"] != nil {
      sealed.didReceive(request, withContentHandler: contentHandler)
    } else {
      super.didReceive(request, withContentHandler: contentHandler)
    }
  }

  /// Whose push the system means it does not say: both finish what they have not.
  override func serviceExtensionTimeWillExpire() {
    sealed.serviceExtensionTimeWillExpire()
    super.serviceExtensionTimeWillExpire()
  }
}

nonisolated extension FilterConfiguration {
  static func existing() throws -> FilterConfiguration {
    FilterConfiguration(
      audience: try Audience("com.example.app"), keys: DeviceKeyStore(accessGroup: "group.com.example.app").source,
      senders: try KeySource([]), ledger: try .inAppGroup("group.com.example.app"))
  }
}
