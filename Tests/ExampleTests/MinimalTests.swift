import AppGroups
import CallKit
import FilterDevice
import FilterExtension
import Foundation
import Seal
import Security
import Testing
import UserNotifications

@testable import ExampleExtension
@testable import ExampleMinimal

struct MinimalTests {
  private func lines(_ file: String) throws -> Int {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Tools/Example/Minimal/\(file).swift")
    return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").count
  }

  @Test func isShort() throws {
    #expect(try lines("MinimalExtension") <= 10)
    #expect(try lines("MinimalApp") <= 20)
  }

  /// The example's configuration opens what is sealed to the device's key; both services show the fallback until the app
  /// group is there.
  @Test func servesAPushOfAServerItDoesNotTrust() throws {
    let group = "group.com.example.app"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    func show(_ service: FilterService, _ sealed: Any) -> String? {
      var title: String?
      let content = UNMutableNotificationContent()
      content.title = "LEAK"
      content.userInfo = ["sealed": sealed]
      service.didReceive(UNNotificationRequest(identifier: "x", content: content, trigger: nil)) { title = $0.title }
      return title
    }
    for service: FilterService in [
      ExampleExtension.NotificationService(), ExampleMinimal.NotificationService(),
    ] {
      #expect(show(service, 1) == "New activity")
      AppGroupDouble.set(folder, for: group)
      let key = try DeviceKeyStore(accessGroup: group).publicKey()
      let stranger = Sealer(audience: try Audience("com.example.app"), signingKey: try .generate())
      #expect(try show(service, stranger.seal(.data(["a": 1]), to: key).text) == "New activity")
    }
  }
}
