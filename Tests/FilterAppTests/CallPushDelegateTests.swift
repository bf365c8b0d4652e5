import CallKit
import FilterApp
import Foundation
import PushKit
import Seal
import Testing
import UserNotifications

/// An app's call manager as Apple's pattern has it: on the main actor, the provider's delegate, beside the handler.
@MainActor private final class Manager: NSObject, CallPushDelegate, @preconcurrency CXProviderDelegate {
  enum Heard: Equatable {
    case push, willRing(EventID), stopped(CXCallEndedReason?, code: Int?), token(Data?), failed(String)
  }
  var heard: [Heard] = []
  /// What the provider had been told when the manager heard of a call.
  var eventsBefore: [Int] = []
  weak var provider: CXProvider?

  func providerDidReset(_ provider: CXProvider) {}
  func received(_ push: IncomingPush) { heard.append(.push) }
  func willRing(_ call: IncomingCall) {
    eventsBefore.append(provider?.logDouble.events.count ?? -1)
    heard.append(.willRing(call.id))
  }
  func stoppedRinging(_ call: IncomingCall, _ reason: CXCallEndedReason?, error: (any Error)?) {
    heard.append(.stopped(reason, code: (error as NSError?)?.code))
  }
  func tokenChanged(_ token: Data?) { heard.append(.token(token)) }
  func failed(_ error: any Error) { heard.append(.failed("\(type(of: error))")) }
}

@MainActor struct CallPushDelegateTests {
  private func compose(
    _ bench: AppBench, on queue: DispatchQueue, features: CallFeatures = [.holding]
  ) -> (Manager, CallPushHandler, PKPushRegistry) {
    let manager = Manager()
    let provider = CXProvider(configuration: CXProviderConfiguration())
    provider.setDelegate(manager, queue: queue)
    manager.provider = provider
    let configuration = bench.filter.configuration
    let handler = CallPushHandler(provider: provider, features: features) { configuration }
    handler.delegate = manager
    return (manager, handler, handler.start(queue: queue, interval: 1))
  }

  /// On the main queue, and on one of the app's own: what is told is told on the main actor, and before the report.
  @Test(arguments: [true, false]) func tellsAManagerOnTheMainActor(_ isMain: Bool) async throws {
    let bench = try AppBench()
    let queue = isMain ? DispatchQueue.main : DispatchQueue(label: "calls")
    let (manager, handler, registry) = compose(bench, on: queue)
    let payload = try bench.reported()
    await deliver(payload, to: registry, on: queue)
    #expect(manager.heard == [.push, .willRing(bench.id)] && manager.eventsBefore == [0])
    #expect(handler.provider.logDouble.reports.map(\.uuid) == [bench.id.uuid])
    _ = bench.filter.decide(["sealed": try bench.envelope(.callEnded(bench.id, reason: .answeredElsewhere))])
    for _ in 0..<5000 where manager.heard.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(manager.heard.last == .stopped(.answeredElsewhere, code: nil))
  }

  @Test func tellsOfRefusalsAndTokens() async throws {
    let bench = try AppBench()
    let (manager, handler, registry) = compose(bench, on: .main)
    handler.provider.refuseDouble(CXErrorCodeIncomingCallError(.filteredByDoNotDisturb))
    await deliver(try bench.reported(), to: registry, on: .main)
    registry.updateDouble(Data([1]))
    registry.updateDouble(nil)
    #expect(
      manager.heard == [
        .push, .willRing(bench.id), .stopped(nil, code: 3), .token(Data([1])), .token(nil),
      ])
  }

  @Test func tellsOfAConfigurationThatCannotBeMade() async throws {
    for configuration in [nil, { throw CancellationError() }] as [(@Sendable () throws -> FilterConfiguration)?] {
      let manager = Manager()
      let handler = CallPushHandler(
        provider: CXProvider(configuration: CXProviderConfiguration()), configuration: configuration)
      handler.delegate = manager
      let registry = handler.start(queue: .main, interval: 1)
      await deliver(["callseal": 1], to: registry, on: .main)
      #expect(manager.heard == [.failed(configuration == nil ? "ConfigurationMissing" : "CancellationError")])
      // The system gets its report all the same.
      #expect(handler.provider.logDouble.reports.count == 1)
    }
  }

  @Test func livesOnWithoutItsManager() async throws {
    let bench = try AppBench()
    var parts: (Manager, CallPushHandler, PKPushRegistry)? = compose(bench, on: .main)
    let (handler, registry) = (try #require(parts).1, try #require(parts).2)
    parts = nil
    #expect(handler.delegate == nil)
    await deliver(try bench.reported(), to: registry, on: .main)
    #expect(handler.provider.logDouble.reports.map(\.uuid) == [bench.id.uuid])
  }

  /// What an update leaves unsaid CallKit takes for true.
  @Test(arguments: 0..<16) func saysOfEachFeatureWhetherThereIsIt(_ bits: Int) async throws {
    let bench = try AppBench()
    let features = CallFeatures(rawValue: bits)
    let (_, handler, registry) = compose(bench, on: .main, features: features)
    await deliver(try bench.reported(), to: registry, on: .main)
    await deliver(["callseal": 1], to: registry, on: .main)
    let words: [(CallFeatures, String)] = [
      (.holding, "holding"), (.grouping, "grouping"), (.ungrouping, "ungrouping"), (.tones, "tones"),
    ]
    let reports = handler.provider.logDouble.reports
    #expect(reports.count == 2 && reports.allSatisfy(\.unsaid.isEmpty))
    #expect(reports.first?.features == Set(words.filter { features.contains($0.0) }.map(\.1)))
    // A call that nobody sees can do nothing.
    #expect(reports.last?.features == [])
  }

  private func deliver(_ payload: [AnyHashable: Any], to registry: PKPushRegistry, on queue: DispatchQueue) async {
    nonisolated(unsafe) let (payload, registry) = (payload, registry)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      queue.async { unsafe registry.deliverDouble(payload) { continuation.resume() } }
    }
  }
}
