import CallKit
import FilterExtension
import Foundation

/// CallKit's answer to what is held, at the moment that a test chooses.
enum VoIPPushPayloadAnswer {
  static func accept(_ id: EventID) { VoIPPushPayloadDouble.answer(id.description) }

  static func refuse(_ id: EventID) {
    VoIPPushPayloadDouble.answer(
      id.description, CXErrorCodeNotificationServiceExtensionError(.missingNotificationFilteringEntitlement))
  }
}
