import Foundation
import Intents
import Synchronization
import UserNotifications

/// What a content handler was given: what of it a person would see, and what the app gets.
struct Shown: Sendable, Equatable {
  var title = ""
  var subtitle = ""
  var body = ""
  var sound: String?
  var thread = ""
  var category = ""
  var badge: Int?
  var id: String?
  var isPassive = false
  var attachments = 0
  var intent = false
  var isVideoIntent = false

  init(_ content: UNNotificationContent) {
    title = content.title
    subtitle = content.subtitle
    body = content.body
    sound = content.sound?.description
    thread = content.threadIdentifier
    category = content.categoryIdentifier
    badge = content.badge?.intValue
    id = content.userInfo["id"] as? String
    isPassive = content.interruptionLevel == .passive
    attachments = content.attachments.count
    intent = content.providerDouble != nil
    isVideoIntent = (content.providerDouble as? INStartCallIntent)?.callCapability == .videoCall
  }

  private init() {}

  /// Nothing is shown.
  static let silence = Shown()
  /// The constant text, and nothing else.
  static let fallback = {
    var shown = Shown()
    shown.title = "New activity"
    shown.body = "Open the app to see it."
    return shown
  }()
}

/// Takes what handlers are given, from any thread.
final class Collector: Sendable {
  private let contents = Mutex<[Shown]>([])

  var all: [Shown] { contents.withLock { $0 } }

  /// A handler for one push.
  var handler: (UNNotificationContent) -> Void {
    { [self] content in
      let shown = Shown(content)
      contents.withLock { $0.append(shown) }
    }
  }

  /// What has been given once there are `count` of them, or after five seconds.
  func wait(for count: Int = 1) async -> [Shown] {
    for _ in 0..<5000 where all.count < count { try? await Task.sleep(for: .milliseconds(1)) }
    return all
  }
}
