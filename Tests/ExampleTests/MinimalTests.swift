import AppGroups
import CallKit
import FilterDevice
import FilterExtension
import Foundation
import Seal
import Security
import Testing
import UserNotifications

@testable import ExampleCalls
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

  /// A key that is copied along with the example would let its owner ring every phone: there is none in it.
  @Test func trustsNobodyUntilAKeyIsPutIn() throws {
    for key in [ExampleMinimal.serverKey, FilterConfiguration.serverKey] {
      #expect(throws: FormatError.self) { try SenderPublicKey(parsingJWK: Array(key.utf8)) }
    }
    #expect(throws: FormatError.self) { try ExampleCalls.NotificationService().makeConfiguration() }
    #expect(throws: FormatError.self) { try ExampleMinimal.NotificationService().makeConfiguration() }
  }

  /// With a key put in the example's configuration opens what is sealed to the device's key; without one both services
  /// show the fallback for everything, and never what the push says.
  @Test func showsTheFallbackUntilAKeyIsPutIn() throws {
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
      ExampleCalls.NotificationService(), ExampleMinimal.NotificationService(),
    ] {
      #expect(show(service, 1) == "New activity")
      AppGroupDouble.set(folder, for: group)
      let key = try DeviceKeyStore(accessGroup: group).publicKey()
      let server = try SenderPrivateKey.generate()
      let sealer = Sealer(audience: try Audience("com.example.app"), signingKey: server)
      let sealed = try sealer.seal(.data(["a": 1]), to: key).text
      #expect(show(service, sealed) == "New activity")
      let trusting = PushFilter(try .example(trusting: server.publicKey.jwk))
      #expect(trusting.decide(["sealed": sealed]).reason == .data)
      let stranger = PushFilter(try .example(trusting: SenderPrivateKey.generate().publicKey.jwk))
      #expect(stranger.decide(["sealed": sealed]).reason == .untrustedSender)
    }
  }
}
