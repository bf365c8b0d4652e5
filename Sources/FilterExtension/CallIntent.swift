#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Intents
  import SealEnvelope
  import UserNotifications

  /// A call that CallKit may not show, as a communication notification: only that makes the ringtone's sound be heard
  /// (Apple, "Implementing communication notifications").
  enum CallIntent {
    /// The content as one about a call from `shown`, or as it is where the system does not take that.
    static func updating(
      _ content: UNNotificationContent, about shown: NotificationContent, isVideo: Bool
    ) -> UNNotificationContent {
      let type: INPersonHandleType =
        switch shown.userInfo["handleType"] {
        case .string("phone"): .phoneNumber
        case .string("email"): .emailAddress
        default: .unknown
        }
      // Where the policy hides the caller the text has no name, and the person gets none either.
      let isHidden = shown.body.isEmpty
      var value: String?
      if !isHidden, case .string(let handle) = shown.userInfo["handle"] { value = handle }
      let caller = INPerson(
        personHandle: INPersonHandle(value: value, type: isHidden ? .unknown : type), nameComponents: nil,
        displayName: isHidden ? shown.title : shown.body, image: nil, contactIdentifier: nil, customIdentifier: nil)
      let intent = INStartCallIntent(
        callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
        contacts: [caller], callCapability: isVideo ? .videoCall : .audioCall)
      let interaction = INInteraction(intent: intent, response: nil)
      interaction.direction = .incoming
      interaction.donate(completion: nil)
      return (try? content.updating(from: intent)) ?? content
    }
  }
#endif
