import CallKit
import FilterExtension
import Foundation
import Seal
import Synchronization
import Testing
import UserNotifications

/// A subclass as a developer writes it, with places to look in.
///
/// Unchecked: the system calls one instance from several threads, and what this one adds is under a mutex.
final class TestService: FilterService, @unchecked Sendable {
  let make: @Sendable () throws -> FilterConfiguration
  let log = Mutex(Log())

  struct Log: Sendable {
    var reasons: [DecisionReason] = []
    var data: [JSONObject] = []
    var errors: [String] = []
    var configurations = 0
    /// Waits before each dressing, in milliseconds.
    var slowness = 0
  }

  init(_ make: @escaping @Sendable () throws -> FilterConfiguration) { self.make = make }

  override func makeConfiguration() throws -> FilterConfiguration {
    log.withLock { $0.configurations += 1 }
    return try make()
  }
  override func received(_ data: JSONObject, of event: OpenedEvent) { log.withLock { $0.data.append(data) } }
  override func decided(_ decision: Decision) { log.withLock { $0.reasons.append(decision.reason) } }
  override func failed(_ error: any Error) {
    let error = error as NSError
    log.withLock { $0.errors.append("\(error.domain) \(error.code)") }
  }
  override func dress(_ content: UNMutableNotificationContent, for decision: Decision?) -> UNNotificationContent {
    let slowness = log.withLock { $0.slowness }
    if slowness > 0 { usleep(UInt32(slowness * 1000)) }
    return content
  }
}

/// A phone with an extension, and a server that seals for it.
struct Bench {
  static let now = UnixTime(milliseconds: 1_790_000_000_000)

  let device: RecipientPrivateKey
  let sender: SenderPrivateKey
  /// Another sender whom the phone trusts.
  let other: SenderPrivateKey
  let audience: Audience
  let service: TestService
  let collector = Collector()
  let clock: Clock
  let id: EventID

  final class Clock: Sendable {
    let time = Mutex(Bench.now)
    func advance(_ milliseconds: Int64) {
      time.withLock { $0 = UnixTime(milliseconds: $0.milliseconds + milliseconds) }
    }
  }

  init(
    keys: KeySource<RecipientPrivateKey>? = nil, senders: KeySource<SenderPublicKey>? = nil, ledger: Ledger? = nil,
    change: (inout FilterConfiguration) -> Void = { _ in }
  ) throws {
    device = try .generate()
    sender = try .generate()
    other = try .generate()
    audience = try Audience("com.example.app")
    id = try .random()
    let clock = Clock()
    self.clock = clock
    var configuration = FilterConfiguration(
      audience: audience, keys: try keys ?? KeySource([device]),
      senders: try senders ?? KeySource([sender.publicKey, other.publicKey]),
      ledger: ledger ?? .inMemory())
    configuration.clock = { clock.time.withLock { $0 } }
    change(&configuration)
    let made = configuration
    service = TestService { made }
  }

  // MARK: The server

  var sealer: Sealer { Sealer(audience: audience, signingKey: sender) }

  func push(_ draft: EventDraft, sealer: Sealer? = nil, to recipient: RecipientPublicKey? = nil) throws
    -> [AnyHashable: Any]
  {
    push(text: try (sealer ?? self.sealer).seal(draft, to: recipient ?? device.publicKey, now: Self.now).text)
  }

  /// As APNs delivers it: the text of the push must never be seen.
  func push(text: Any) -> [AnyHashable: Any] {
    [
      "aps": ["alert": ["title": "LEAK", "body": "LEAK"], "mutable-content": 1] as [String: Any], "sealed": text,
    ]
  }

  func call(name: String? = "Ada", data: JSONObject? = nil) throws -> [AnyHashable: Any] {
    try push(.call(from: "+14155550123", name: name, id: id, data: data))
  }

  func end(_ reason: Event.CallEnd.Reason = .cancelled) throws -> [AnyHashable: Any] {
    try push(.callEnded(id, reason: reason, handle: "+14155550123", name: "Ada"))
  }

  // MARK: The phone

  /// Delivers a push, with content that must never be seen unless it passes through.
  func deliver(_ userInfo: [AnyHashable: Any], _ collector: Collector? = nil) {
    let content = UNMutableNotificationContent()
    content.title = "LEAK"
    content.body = "LEAK"
    content.sound = .default
    content.badge = 99
    content.userInfo = userInfo
    let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil)
    service.didReceive(request, withContentHandler: (collector ?? self.collector).handler)
  }

  /// Delivers a push and gives what it showed.
  func shown(_ userInfo: [AnyHashable: Any]) async throws -> Shown {
    let own = Collector()
    deliver(userInfo, own)
    let shown = await own.wait()
    #expect(shown.count == 1)
    return try #require(shown.first)
  }

  var log: TestService.Log { service.log.withLock { $0 } }
  var reasons: [DecisionReason] { log.reasons }
  var reports: [[String: Any]] { VoIPPushPayloadDouble.payloads(id.description) }

  func expect(_ script: VoIPPushPayloadDouble.Script) { VoIPPushPayloadDouble.expect(id.description, script) }

  /// The one missed call of Ada's.
  var missedCall: Shown {
    var shown = Shown.silence
    shown.title = "Missed call"
    shown.body = "Ada"
    shown.thread = "missed-call:phone:+14155550123"
    shown.category = "callseal.missed-call"
    shown.id = id.description
    return shown
  }
}

extension VoIPPushPayloadDouble.Script {
  static let extensionDomain = "com.apple.CallKit.error.notificationserviceextension"
  static let refused = Self(domain: extensionDomain, code: 2)
  static let failed = Self(domain: extensionDomain, code: 0)
}
