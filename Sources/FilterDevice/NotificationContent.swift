#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Foundation
  import SealEnvelope
  public import UserNotifications

  extension UNMutableNotificationContent {
    /// The content of a decision as the system shows it.
    ///
    /// - Parameter content: What to show; what it leaves out stays empty.
    public convenience init(_ content: NotificationContent) {
      self.init()
      title = content.title
      subtitle = content.subtitle
      body = content.body
      sound = content.sound.map(UNNotificationSound.sound)
      threadIdentifier = content.thread ?? ""
      categoryIdentifier = content.category ?? ""
      badge = content.badge.map { NSNumber(value: $0) }
      interruptionLevel = UNNotificationInterruptionLevel(content.interruption)
      if let relevance = content.relevance { relevanceScore = relevance }
      userInfo = Dictionary(uniqueKeysWithValues: content.userInfo.propertyList.map { (AnyHashable($0.key), $0.value) })
    }
  }

  extension UNNotificationSound {
    fileprivate static func sound(_ sound: NotificationContent.Sound) -> UNNotificationSound {
      switch sound {
      case .standard: return .default
      case .named(let name): return UNNotificationSound(named: UNNotificationSoundName(name))
      case .ringtone:
        if #available(iOS 15.2, *) { return .defaultRingtone }
        return .default
      }
    }
  }

  extension UNNotificationInterruptionLevel {
    fileprivate init(_ interruption: Event.NotificationText.Interruption?) {
      switch interruption {
      case .passive: self = .passive
      case .active, nil: self = .active
      case .timeSensitive: self = .timeSensitive
      }
    }
  }
#endif
