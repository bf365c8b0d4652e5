#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Foundation
  package import SealEnvelope
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

    /// Takes away what is shown for a call, then calls `completion`.
    ///
    /// What we asked to be shown has the identifier of call and sender. An extension cannot choose the identifier of the
    /// notification it shows, and `userInfo` names no sender, so there the id has to do, and where several senders use it
    /// the caller's handle, if the end names it. What cannot be told apart: two senders with one id whose calls have the
    /// same handle, or an end that names none. Such an end takes away the other one's missed call too.
    package static func remove(
      _ id: EventID, as identifier: String?, from handle: Handle?, completion: @escaping @Sendable () -> Void
    ) {
      UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
        let candidates = notifications.map(\.request).filter { request in
          if request.identifier.hasPrefix("callseal.") { return request.identifier == identifier }
          return (request.content.userInfo["id"] as? String).flatMap(EventID.init(parsing:)) == id
        }
        let exact = candidates.filter { request in
          let userInfo = request.content.userInfo
          return handle != nil && userInfo["handle"] as? String == handle?.value
            && userInfo["handleType"] as? String == handle?.kind.rawValue
        }
        let identifiers = (exact.isEmpty ? candidates : exact).map(\.identifier)
        UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: identifiers)
        completion()
      }
    }
  }
#endif
