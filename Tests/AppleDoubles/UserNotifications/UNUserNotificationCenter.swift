// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation
import Synchronization

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
}

// Unchecked: notifications are copied when they come in and only read afterwards, under the mutex.
public final class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  private static let shared = UNUserNotificationCenter()
  private let shown = Mutex<[Shown]>([])
  private let isSilent = Mutex(false)

  private struct Shown: @unchecked Sendable {
    let notification: UNNotification
  }

  public class func current() -> UNUserNotificationCenter { shared }

  public func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    addDouble(request)
    DispatchQueue.global().async { completionHandler?(nil) }
  }

  public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    guard !isSilent.withLock({ $0 }) else { return }
    DispatchQueue.global().async { [self] in
      completionHandler(shown.withLock { $0 }.map(\.notification))
    }
  }

  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    shown.withLock { $0.removeAll { identifiers.contains($0.notification.request.identifier) } }
  }

  public func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { completionHandler(true, nil) }
  }
}

// MARK: Not Apple's

extension UNUserNotificationCenter {
  /// Shows a notification, as the system does with what an extension gave its handler.
  public func addDouble(_ request: UNNotificationRequest) {
    let new = Shown(notification: UNNotification(date: Date(), request: request))
    shown.withLock { shown in
      shown.removeAll { $0.notification.request.identifier == request.identifier }
      shown.append(new)
    }
  }

  /// What is shown now with `id` in its `userInfo`.
  public func shownDouble(id: String) -> [UNNotificationContent] {
    shown.withLock { $0 }.map(\.notification.request.content).filter { $0.userInfo["id"] as? String == id }
  }

  /// Whether `getDeliveredNotifications` never calls back.
  public func setSilentDouble(_ silent: Bool) { isSilent.withLock { $0 = silent } }
}
