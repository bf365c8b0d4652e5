import FilterApp
import Foundation
import UIKit

/// The app. What is not calls is left out: your media, your server, your windows.
@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  /// What was launched, for the window too.
  private(set) static var launch: Launch?

  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.launch = Launch(manager: CallManager(media: NoMedia(), server: NoServer()), keys: .example)
    application.registerForRemoteNotifications()
    return true
  }

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {
    Self.launch?.registered(deviceToken)
  }

  func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
    CallLog.failed(error)
  }
}

/// Stands where your media belongs: no call connects.
final class NoMedia: Media {
  func connect(_ id: UUID, video: Bool, ready: @escaping @MainActor (Bool) -> Void) { ready(false) }
  func startAudio() {}
  func stopAudio() {}
  func setMuted(_ id: UUID, _ muted: Bool, keepsUpstream: Bool) {}
  func setHeld(_ id: UUID, _ held: Bool) {}
  func play(_ id: UUID, digits: String) {}
  func disconnect(_ id: UUID) {}
}

/// Stands where your server belongs: nothing is uploaded.
final class NoServer: Server {
  func upload(_ upload: Upload) {}
}
