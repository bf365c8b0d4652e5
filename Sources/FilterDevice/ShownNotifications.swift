#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Foundation
  package import Filter
  package import UserNotifications

  /// Notifications that are shown without an extension's handler, and taken away again.
  package enum ShownNotifications {
    /// Shows content about an event, under the identifier of the event and its sender: what is shown twice for one event
    /// is shown once.
    package static func show(_ content: UNNotificationContent, as identifier: String?) {
      let request = UNNotificationRequest(
        identifier: identifier ?? UUID().uuidString, content: content, trigger: nil)
      UNUserNotificationCenter.current().add(request, withCompletionHandler: nil)
    }

    /// Takes away a missed call, then calls `completion`.
    package static func remove(_ withdrawal: Withdrawal, completion: @escaping @Sendable () -> Void) {
      UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
        let identifiers = withdrawal.identifiers(
          among: notifications.map { ($0.request.identifier, $0.request.content.userInfo) })
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: identifiers)
        completion()
      }
    }
  }
#endif
