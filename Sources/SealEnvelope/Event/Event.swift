/// What an envelope says, once it is opened and read.
///
/// Text is cleaned for display already; times are as §4 of the format takes them, so a call's `expires` is at most 180 s
/// after `sent`.
public struct Event: Sendable, Equatable {
  /// What the event says, by its kind.
  public enum Content: Sendable, Equatable {
    /// An incoming call.
    case call(Call)
    /// The end of the call that has the event's id.
    case callEnded(CallEnd)
    /// Something to show.
    case notification(NotificationText)
    /// Something for the app alone, in `Event.data`.
    case data
  }

  /// An incoming call.
  public struct Call: Sendable, Equatable {
    /// Who calls.
    public let handle: Handle
    /// The caller's name, at most 64 graphemes; nothing where there is none that a person would see.
    public let name: String?
    /// Whether it is a video call.
    public let isVideo: Bool
  }

  /// The end of a call.
  public struct CallEnd: Sendable, Equatable {
    /// Why. An unknown reason reads as failed.
    public enum Reason: String, Sendable {
      /// The caller gave up.
      case cancelled
      /// Another device of the user took it.
      case answeredElsewhere = "answered-elsewhere"
      /// Another device of the user refused it.
      case declinedElsewhere = "declined-elsewhere"
      /// It broke.
      case failed
    }

    /// Why it ended.
    public let reason: Reason
    /// Who called, where the end says so.
    public let handle: Handle?
    /// The caller's name, where the end says so.
    public let name: String?
  }

  /// Something to show.
  public struct NotificationText: Sendable, Equatable {
    /// How much it may interrupt. An unknown level reads as active.
    public enum Interruption: String, Sendable {
      /// Added to the list, without light or sound.
      case passive
      /// The usual.
      case active
      /// Breaks through where the user allows it.
      case timeSensitive = "time-sensitive"
    }

    /// The title; empty where there is none.
    public var title: String
    /// The line below it.
    public var subtitle: String
    /// The text; line breaks are kept.
    public var body: String
    /// The name of a sound file, or `default`.
    public var sound: String?
    /// What groups notifications.
    public var thread: String?
    /// What names their actions.
    public var category: String?
    /// The number on the app's icon, 0 to 2^31 − 1.
    public var badge: Int?
    /// How much it may interrupt.
    public var interruption: Interruption?
    /// Its weight in a summary, 0 to 1.
    public var relevance: Double?

    /// A text; everything else is absent until it is set.
    ///
    /// - Parameters:
    ///   - title: The title, or nothing.
    ///   - subtitle: The line below it, or nothing.
    ///   - body: The text, or nothing.
    public init(title: String = "", subtitle: String = "", body: String = "") {
      self.title = title
      self.subtitle = subtitle
      self.body = body
    }
  }

  /// What makes copies of it one event; a call's end has the call's.
  public let id: EventID
  /// When it was sent.
  public let sent: UnixTime
  /// When it is of no more use: one instant, set when the event was made.
  public let expires: UnixTime
  /// What it says.
  public let content: Content
  /// The app's own data. In a call, what a property list cannot hold has been dropped.
  public let data: JSONObject?

  /// The word for its kind.
  public var kind: EventKind {
    switch content {
    case .call: .call
    case .callEnded: .callEnded
    case .notification: .notification
    case .data: .data
    }
  }
}
