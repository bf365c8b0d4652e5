import Intents
import UIKit

/// The app's window, and what the user wants of the app: a call back from Recents comes as an activity, to an app that
/// starts for it or to one that runs.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
    for activity in connectionOptions.userActivities { AppDelegate.launch?.manager.callBack(activity) }
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    AppDelegate.launch?.manager.callBack(userActivity)
  }

  /// The phone is unlocked now: a key that could not be read at launch can be.
  func sceneDidBecomeActive(_ scene: UIScene) { AppDelegate.launch?.uploadKey() }
}
