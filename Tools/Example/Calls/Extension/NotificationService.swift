import FilterExtension
import UserNotifications

/// The extension's principal class: configuration, a log, a word for a group of messages, and what to do with data.
nonisolated final class NotificationService: FilterService {
  override func makeConfiguration() throws -> FilterConfiguration { try .example() }

  override func decided(_ decision: Decision) { CallLog.decided(decision) }
  override func failed(_ error: any Error) { CallLog.failed(error) }

  override func dress(_ content: UNMutableNotificationContent, for decision: Decision?) -> UNNotificationContent {
    if decision?.reason == .notification, content.threadIdentifier.isEmpty { content.threadIdentifier = "messages" }
    return content
  }

  override func received(_ data: JSONObject, of event: OpenedEvent) {
    // Into the app group's store, quickly: the push is not finished until this returns.
  }
}
