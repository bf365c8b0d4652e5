#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import UserNotifications

  /// The system's content handler, which is called once, on any thread.
  ///
  /// Unchecked: Apple declares the handler without `@Sendable`, yet an extension that must wait for CallKit's answer, or
  /// is told on another thread that its time is over, has no other way than to call it from there, and Apple's own
  /// template does. Only one thread ever gets to call it: `Delivery` gives it away once.
  struct ContentHandler: @unchecked Sendable {
    private let handler: (UNNotificationContent) -> Void

    init(_ handler: @escaping (UNNotificationContent) -> Void) { self.handler = handler }

    func callAsFunction(_ content: UNNotificationContent) { handler(content) }
  }
#endif
