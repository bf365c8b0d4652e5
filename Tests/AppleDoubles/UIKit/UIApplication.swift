// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here. It exists so that the example's delegates compile; nothing of it runs.

public import Foundation
public import Intents

@MainActor open class UIResponder: NSObject {
}

@MainActor open class UIViewController: UIResponder {
}

@MainActor open class UIScene: UIResponder {
  public final class ConnectionOptions: NSObject {
    public var userActivities: Set<NSUserActivity> { [] }
  }
}

@MainActor open class UIWindowScene: UIScene {}

@MainActor open class UISceneSession: NSObject {}

@MainActor open class UIWindow: UIResponder {
  open var rootViewController: UIViewController?
  public convenience init(windowScene: UIWindowScene) { self.init() }
  open func makeKeyAndVisible() {}
}

@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  open class var shared: UIApplication { UIApplication() }
  open weak var delegate: (any UIApplicationDelegate)?
  open func registerForRemoteNotifications() {}
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
}

/// Optional at Apple.
extension UIApplicationDelegate {
  public static func main() {}
  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  func sceneDidBecomeActive(_ scene: UIScene)
}

/// Optional at Apple.
extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}
