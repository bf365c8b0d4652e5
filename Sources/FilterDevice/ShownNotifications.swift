#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Foundation
  package import SealEnvelope
  package import UserNotifications

  /// Notifications that are shown without an extension's handler, and taken away again.
  package enum ShownNotifications {
    /// Shows content about an event. What is shown twice for one event is shown once: the identifier is the event's.
    package static func show(_ content: UNNotificationContent, for id: EventID?) {
      let identifier = id.map { "callseal.\($0)" } ?? UUID().uuidString
      let request = UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
      UNUserNotificationCenter.current().add(request, withCompletionHandler: nil)
    }

    /// Takes away what is shown for an event, then calls `completion`.
    ///
    /// An extension cannot choose the identifier of the notification it shows, so what is shown is looked through for the
    /// id in its `userInfo`.
    package static func remove(_ id: EventID, completion: @escaping @Sendable () -> Void) {
      UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
        let identifiers = notifications.map(\.request).filter {
          ($0.content.userInfo["id"] as? String).flatMap(EventID.init(parsing:)) == id
        }.map(\.identifier)
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: identifiers)
        completion()
      }
    }
  }
#endif
