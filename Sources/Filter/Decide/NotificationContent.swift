/// What a notification shows, built from nothing: no text, sound, badge or attachment of the push is in it.
public struct NotificationContent: Sendable, Equatable {
  /// What is heard.
  public enum Sound: Sendable, Equatable {
    /// The system's sound for notifications.
    case standard
    /// The system's ringtone, for a call that CallKit may not show.
    case ringtone
    /// A sound file of the app.
    case named(String)

    /// `default`, `ringtone`, or the file's name.
    public var name: String {
      switch self {
      case .standard: "default"
      case .ringtone: "ringtone"
      case .named(let name): name
      }
    }
  }

  /// The title; empty where there is none.
  public var title = ""
  /// The line below it.
  public var subtitle = ""
  /// The text.
  public var body = ""
  /// What is heard; nothing where there is none.
  public var sound: Sound?
  /// What groups notifications.
  public var thread: String?
  /// What names their actions.
  public var category: String?
  /// The number on the app's icon.
  public var badge: Int?
  /// How much it may interrupt.
  public var interruption: Event.NotificationText.Interruption?
  /// Its weight in a summary, 0 to 1.
  public var relevance: Double?
  /// What the app gets when the user answers it: only what a property list holds.
  public var userInfo: JSONObject = [:]

  /// Empty content, to be filled.
  public init() {}
}

extension NotificationContent {
  /// The notification that an event is.
  init(_ text: Event.NotificationText, of event: Event) {
    title = text.title
    subtitle = text.subtitle
    body = text.body
    sound = text.sound.map { $0 == "default" ? .standard : .named($0) }
    thread = text.thread
    category = text.category
    badge = text.badge
    interruption = text.interruption
    relevance = text.relevance
    userInfo["id"] = .string(event.id.description)
    userInfo["data"] = event.data.map { .object($0.propertyListPart(integersOnly: false)) }
  }

  /// What is shown where nothing of the push may be.
  package init(fallback wording: Wording) {
    title = wording.fallbackTitle
    body = wording.fallbackBody
  }

  /// A notice about a call, in the words for it.
  init(
    about id: EventID, handle: Handle?, name: String?, title: String, category: String, hidesCaller: Bool
  ) {
    self.title = title
    if !hidesCaller { body = name ?? handle?.value ?? "" }
    // Two callers never share a thread; where the caller is hidden, neither do two calls.
    if let handle, !hidesCaller { thread = "missed-call:\(handle.kind.rawValue):\(handle.value)" }
    self.category = category
    userInfo["id"] = .string(id.description)
    if let handle {
      userInfo["handle"] = .string(handle.value)
      userInfo["handleType"] = .string(handle.kind.rawValue)
    }
  }
}
