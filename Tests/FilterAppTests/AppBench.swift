import CallKit
import FilterApp
import Foundation
import PushKit
import Seal
import Synchronization
import UserNotifications

/// A handler as a developer writes it, with places to look in.
///
/// Unchecked: what it adds is under a mutex.
final class TestHandler: CallPushHandler, @unchecked Sendable {
  let make: @Sendable () throws -> FilterConfiguration
  let log = Mutex(Log())

  struct Log: Sendable {
    var rang: [IncomingCall] = []
    /// What the provider had been told when the app heard of a call.
    var eventsBefore: [Int] = []
    var stopped: [CXCallEndedReason?] = []
    var errors: [Int] = []
    var tokens: [Data?] = []
  }

  init(_ make: @escaping @Sendable () throws -> FilterConfiguration) {
    self.make = make
    super.init(provider: CXProvider(configuration: CXProviderConfiguration()))
  }

  override func makeConfiguration() throws -> FilterConfiguration { try make() }
  override func willRing(_ call: IncomingCall) {
    let events = provider.logDouble.events.count
    log.withLock {
      $0.rang.append(call)
      $0.eventsBefore.append(events)
    }
  }
  override func stoppedRinging(_ call: IncomingCall, _ reason: CXCallEndedReason?, error: (any Error)?) {
    let code = (error as NSError?)?.code
    log.withLock {
      $0.stopped.append(reason)
      if let code { $0.errors.append(code) }
    }
  }
  override func tokenChanged(_ token: Data?) { log.withLock { $0.tokens.append(token) } }
}

/// An app on a phone, its extension's filter, and a server that seals for it.
struct AppBench {
  static let now = UnixTime(milliseconds: 1_790_000_000_000)

  let device: RecipientPrivateKey
  let sender: SenderPrivateKey
  /// Another sender whom the phone trusts.
  let other: SenderPrivateKey
  let audience: Audience
  let handler: TestHandler
  let registry: PKPushRegistry
  let filter: PushFilter
  let clock = Clock()
  let id: EventID

  final class Clock: Sendable {
    let time = Mutex(AppBench.now)
    func advance(_ milliseconds: Int64) {
      time.withLock { $0 = UnixTime(milliseconds: $0.milliseconds + milliseconds) }
    }
  }

  init(
    keys: KeySource<RecipientPrivateKey>? = nil, interval: Int = 1,
    change: (inout FilterConfiguration) -> Void = { _ in }
  ) throws {
    device = try .generate()
    sender = try .generate()
    other = try .generate()
    audience = try Audience("com.example.app")
    id = try .random()
    var configuration = FilterConfiguration(
      audience: audience, keys: try keys ?? KeySource([device]),
      senders: try KeySource([sender.publicKey, other.publicKey]),
      ledger: .inMemory())
    let clock = clock
    configuration.clock = { clock.time.withLock { $0 } }
    change(&configuration)
    let made = configuration
    handler = TestHandler { made }
    filter = PushFilter(made)
    registry = handler.start(queue: DispatchQueue(label: "registry"), interval: interval)
  }

  // MARK: The server, and the extension

  func envelope(_ draft: EventDraft, by sender: SenderPrivateKey? = nil) throws -> String {
    try Sealer(audience: audience, signingKey: sender ?? self.sender).seal(draft, to: device.publicKey, now: Self.now)
      .text
  }

  var call: EventDraft { .call(from: "+14155550123", name: "Ada", video: true, id: id) }

  /// A call of the other sender's, under the same id.
  var otherCall: EventDraft { .call(from: "+14155550199", name: "Eve", id: id) }

  /// What the extension hands over.
  func reported() throws -> [AnyHashable: Any] {
    let decision = filter.decide(["sealed": try envelope(call)])
    guard case .report(let report) = decision.action else { return [:] }
    _ = filter.settle(report, .accepted)
    return report.payload.dictionary
  }

  /// A plain VoIP push.
  func voip(_ draft: EventDraft? = nil, by sender: SenderPrivateKey? = nil) throws -> [AnyHashable: Any] {
    ["aps": [:] as [String: Any], "callseal": 1, "sealed": try envelope(draft ?? call, by: sender)]
  }

  // MARK: The system

  /// Delivers a push and waits until the app has completed it; what the provider had been told by then.
  @discardableResult
  func deliver(_ payload: [AnyHashable: Any], type: PKPushType = .voIP, mustReport: Bool? = nil) async
    -> [CXProviderLogDouble.Event]
  {
    let completions = Completions()
    let provider = handler.provider
    registry.deliverDouble(payload, type: type, mustReport: mustReport) {
      let events = provider.logDouble.events
      completions.all.withLock { $0.append(events) }
    }
    for _ in 0..<5000 where completions.all.withLock({ $0.isEmpty }) { try? await Task.sleep(for: .milliseconds(1)) }
    try? await Task.sleep(for: .milliseconds(5))
    let all = completions.all.withLock { $0 }
    return all.count == 1 ? all[0] : []
  }

  private final class Completions: Sendable { let all = Mutex<[[CXProviderLogDouble.Event]]>([]) }

  var events: [CXProviderLogDouble.Event] { handler.provider.logDouble.events }
  var reports: [CXProviderLogDouble.Report] { handler.provider.logDouble.reports }
  var log: TestHandler.Log { handler.log.withLock { $0 } }
  var missedCalls: [UNNotificationContent] { UNUserNotificationCenter.current().shownDouble(id: id.description) }

  /// Waits until something holds.
  func wait(_ condition: () -> Bool) async {
    for _ in 0..<5000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
  }
}
