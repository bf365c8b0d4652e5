import Filter
import UserNotifications

/// With `Filter` alone: an app that answers pushes itself withdraws a missed call that another device has taken.
nonisolated func withdraw(_ withdrawal: Withdrawal, then finish: @escaping @Sendable () -> Void) {
  UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
    let shown = notifications.map { ($0.request.identifier, $0.request.content.userInfo) }
    UNUserNotificationCenter.current().removeDeliveredNotifications(
      withIdentifiers: withdrawal.identifiers(among: shown))
    finish()
  }
}
