import AppGroups
import FilterExtension
import Foundation
import LiveCommunicationKit
import PushKit
import Seal
import Synchronization
import Testing
import UserNotifications

@testable import ExampleVariants

/// The other ways to do it. One after another: they share the app group's folder and the keychain.
@Suite(.serialized) final class VariantTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  let audience: Audience
  let server: SenderPrivateKey

  init() throws {
    audience = try Audience("com.example.app")
    server = try .generate()
    AppGroupDouble.set(folder, for: "group.com.example.app")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func seal(_ draft: EventDraft, to key: RecipientPublicKey, by sender: SenderPrivateKey? = nil) throws
    -> String
  {
    try Sealer(audience: audience, signingKey: sender ?? server).seal(draft, to: key).text
  }

  // MARK: Several accounts

  @Test func tellsAccountsApartByTheirKeys() throws {
    let other = try SenderPrivateKey.generate()
    let mine = Account(name: UUID().uuidString, server: server.publicKey)
    let yours = Account(name: UUID().uuidString, server: other.publicKey)
    let filter = PushFilter(try .accounts([mine, yours]))
    let keys = (mine: try mine.keys.publicKey(), yours: try yours.keys.publicKey())
    #expect(filter.decide(["sealed": try seal(.data(["a": 1]), to: keys.mine)]).reason == .data)
    #expect(filter.decide(["sealed": try seal(.data(["a": 1]), to: keys.yours, by: other)]).reason == .data)
    // One account's server may not speak to another account.
    let crossed = filter.decide(["sealed": try seal(.data(["a": 1]), to: keys.yours)])
    #expect(crossed.reason == .untrustedSender)
    // Logging out of one leaves the other.
    try yours.keys.removeAll()
    #expect(filter.decide(["sealed": try seal(.data(["a": 2]), to: keys.yours, by: other)]).reason == .unknownKey)
    #expect(filter.decide(["sealed": try seal(.data(["a": 2]), to: keys.mine)]).reason == .data)
    // What a rotated key still opens is its account's yet.
    _ = try mine.keys.rotate()
    #expect(filter.decide(["sealed": try seal(.data(["a": 3]), to: keys.mine)]).reason == .data)
    try mine.keys.removeAll()
  }

  // MARK: A base class of its own

  @Test func passesOnOnlyWhatIsSealed() throws {
    let service = ExistingService()
    var shown: [String] = []
    func deliver(_ userInfo: [AnyHashable: Any]) {
      let content = UNMutableNotificationContent()
      content.title = "LEAK"
      content.userInfo = userInfo
      service.didReceive(UNNotificationRequest(identifier: "x", content: content, trigger: nil)) {
        shown.append($0.title)
      }
    }
    deliver([:])
    // The double of the base does nothing with it, and the member has not seen it.
    #expect(shown.isEmpty)
    deliver(["sealed": 1])
    #expect(shown == ["New activity"])
    service.serviceExtensionTimeWillExpire()
    #expect(shown == ["New activity"])
  }

  // MARK: LiveCommunicationKit

  private func configuration(_ device: RecipientPrivateKey) throws -> FilterConfiguration {
    FilterConfiguration(
      audience: audience, keys: try KeySource([device]), senders: try KeySource([server.publicKey]),
      ledger: .inMemory())
  }

  private func report(_ configuration: FilterConfiguration, _ device: RecipientPrivateKey) throws -> (
    EventID, CallReport
  ) {
    let id = try EventID.random()
    let sealed = try seal(.call(from: "+14155550123", name: "Ada", id: id), to: device.publicKey)
    guard case .report(let report) = PushFilter(configuration).decide(["sealed": sealed]).action else {
      throw CancellationError()
    }
    return (id, report)
  }

  @Test(arguments: [0, 2, 3]) func handsACallToLiveCommunicationKit(_ code: Int) async throws {
    let device = try RecipientPrivateKey.generate()
    let (id, report) = try report(configuration(device), device)
    let domain = "com.apple.CallKit.error.notificationserviceextension"
    if code > 0 { ConversationPushDouble.refuse(id.description, NSError(domain: domain, code: code)) }
    let outcome = await withCheckedContinuation { continuation in
      ConversationService().report(report.payload) { continuation.resume(returning: $0) }
    }
    #expect(outcome == [0: .accepted, 2: .refused, 3: .failed][code])
    #expect(ConversationPushDouble.count(id.description) == 1)
  }

  private func deliver(_ payload: [AnyHashable: Any], _ registry: PKPushRegistry, mustReport: Bool? = nil) async {
    nonisolated(unsafe) let (payload, registry) = (payload, registry)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue(label: "pushes").async {
        unsafe registry.deliverDouble(payload, mustReport: mustReport) { continuation.resume() }
      }
    }
  }

  private func missed(_ id: EventID) -> [String] {
    UNUserNotificationCenter.current().shownDouble(id: id.description).map(\.title)
  }

  @Test func ringsAndStopsWhenTheCallEndsElsewhere() async throws {
    let device = try RecipientPrivateKey.generate()
    let configuration = try configuration(device)
    let (id, report) = try report(configuration, device)
    let center = ConversationCenter(configuration)
    await deliver(report.payload.dictionary, center.start())
    let (uuid, update) = try #require(center.manager.logDouble.reports.first)
    #expect(uuid == id.uuid && update.members?.first?.displayName == "Ada" && update.capabilities == [])
    #expect(update.members?.first?.type == .phoneNumber && center.manager.logDouble.live == [uuid])
    _ = PushFilter(configuration).decide(
      ["sealed": try seal(.callEnded(id, reason: .answeredElsewhere), to: device.publicKey)])
    for _ in 0..<5000 where !center.manager.logDouble.live.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    guard case .conversationEnded(_, .joinedElsewhere) = try #require(center.manager.logDouble.events.last).1 else {
      Issue.record("\(center.manager.logDouble.events)")
      return
    }
    #expect(missed(id) == [])
  }

  @Test func answersAndEndsAConversation() async throws {
    let device = try RecipientPrivateKey.generate()
    let (id, report) = try report(configuration(device), device)
    let center = ConversationCenter(try configuration(device))
    await deliver(report.payload.dictionary, center.start())
    let delegate: any ConversationManagerDelegate = center
    let actions: [ConversationAction] = [
      JoinConversationAction(conversationUUID: id.uuid), EndConversationAction(conversationUUID: id.uuid),
      ConversationAction(conversationUUID: id.uuid),
    ]
    for action in actions { delegate.conversationManager(center.manager, perform: action) }
    #expect(actions.map(\.wasFulfilledDouble) == [true, true, false])
    #expect(missed(id) == [])
  }

  @Test func showsTheMissedCallWhereTheSystemSaysNo() async throws {
    let device = try RecipientPrivateKey.generate()
    let configuration = try configuration(device)
    let (id, report) = try report(configuration, device)
    let center = ConversationCenter(configuration)
    center.manager.refuseDouble(CancellationError())
    await deliver(report.payload.dictionary, center.start())
    #expect(missed(id) == ["Missed call"])
  }

  @Test func reportsAndEndsWhatItCannotUse() async throws {
    let device = try RecipientPrivateKey.generate()
    for payload in [["callseal": 1], ["hello": 1]] as [[AnyHashable: Any]] {
      for mustReport in [nil, true, false] {
        let center = ConversationCenter(try configuration(device))
        await deliver(payload, center.start(), mustReport: mustReport)
        let log = center.manager.logDouble
        #expect(log.reports.count == (mustReport == false ? 0 : 1) && log.live.isEmpty)
        #expect(log.events.count == log.reports.count)
      }
    }
  }
}
