import CallKit
import Foundation
import Intents

/// Whom the user wants to call, as Recents, Contacts and Siri say it: an activity with an intent to start a call.
@MainActor struct CallBack {
  let handle: CXHandle
  let isVideo: Bool

  /// Reads an activity; nothing where it is another one, or names nobody.
  init?(_ activity: NSUserActivity) {
    guard let intent = activity.interaction?.intent as? INStartCallIntent,
      let person = intent.contacts?.first?.personHandle, let value = person.value, !value.isEmpty
    else { return nil }
    let type: CXHandle.HandleType =
      switch person.type {
      case .phoneNumber: .phoneNumber
      case .emailAddress: .emailAddress
      default: .generic
      }
    handle = CXHandle(type: type, value: value)
    isVideo = intent.callCapability == .videoCall
  }
}
