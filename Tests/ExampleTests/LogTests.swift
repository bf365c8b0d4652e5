import CallKit
import FilterApp
import FilterExtension
import Foundation
import Seal
import Testing
import UserNotifications
import os

@testable import ExampleCalls

/// Whatever arrives, anyone may read the log of the device: it tells why, and not who.
@Suite(.serialized) struct LogTests {
  private let secrets = ["Ada", "4155550123", "hello", "envelope", "LEAK"]

  @Test func saysWhyAndNotWho() async throws {
    let device = try RecipientPrivateKey.generate()
    let sender = try SenderPrivateKey.generate()
    let audience = try Audience("com.example.app")
    let filter = PushFilter(
      FilterConfiguration(
        audience: audience, keys: try KeySource([device]), senders: try KeySource([sender.publicKey]),
        ledger: .inMemory()))
    let sealer = Sealer(audience: audience, signingKey: sender)
    let id = try EventID.random()
    let before = LogDouble.all.count
    let drafts: [EventDraft] = [
      .call(from: "+14155550123", name: "Ada", id: id, data: ["text": "hello"]), .callEnded(id, reason: .cancelled),
      .notification(.init(title: "Ada", body: "hello")), .data(["text": "hello"]),
    ]
    var decisions = try drafts.map { filter.decide(["sealed": try sealer.seal($0, to: device.publicKey).text]) }
    decisions += [["sealed": "LEAK"], [:], ["sealed": NSNull()]].map { filter.decide($0) }
    for decision in decisions { ExampleCalls.NotificationService().decided(decision) }
    let reader = PayloadReader(filter.configuration)
    guard case .report(let report) = decisions[0].action else { throw CancellationError() }
    CallLog.received(reader.read(report.payload.dictionary))
    CallLog.received(reader.read(["callseal": 1]))
    CallLog.received(reader.read(["callseal": 1], mustReport: false))
    CallLog.received(.notOurs)
    let error = NSError(domain: "Domain", code: 7, userInfo: [NSLocalizedDescriptionKey: "LEAK Ada"])
    ExampleCalls.NotificationService().failed(error)
    CallLog.stoppedRinging(.failed, error)
    do { _ = try Ledger.inAppGroup("LEAK") } catch { CallLog.failed(error) }
    let lines = LogDouble.all.dropFirst(before)
    #expect(lines.count == decisions.count + 4 + 4)
    for line in lines {
      for secret in secrets + [
        id.description, device.publicKey.thumbprint.description, "\(sender.publicKey.thumbprint)",
      ] {
        #expect(!line.lowercased().contains(secret.lowercased()), "\(line)")
      }
    }
    for reason in ["call", "missed", "notification", "data", "malformed", "not-sealed"] {
      #expect(lines.contains { $0.hasPrefix("push: \(reason), ") }, "\(reason)")
    }
    #expect(lines.contains { $0.hasPrefix("Domain 7") } && lines.contains { $0.contains("<mask.hash>") })
  }
}
