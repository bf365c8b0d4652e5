import CallKit
import FilterApp
import Foundation
import PushKit
import Seal
import Synchronization

@testable import ExampleCalls

/// Media that a test makes ready, or not.
@MainActor final class TestMedia: Media {
  enum Event: Equatable {
    case connect(UUID), audio(Bool), muted(Bool, keepsUpstream: Bool), held(Bool), tones(String), disconnect(UUID)
  }
  var events: [Event] = []
  var waiting: [UUID: @MainActor (Bool) -> Void] = [:]

  func connect(_ id: UUID, video: Bool, ready: @escaping @MainActor (Bool) -> Void) {
    events.append(.connect(id))
    waiting[id] = ready
  }
  func startAudio() { events.append(.audio(true)) }
  func stopAudio() { events.append(.audio(false)) }
  func setMuted(_ id: UUID, _ muted: Bool, keepsUpstream: Bool) {
    events.append(.muted(muted, keepsUpstream: keepsUpstream))
  }
  func setHeld(_ id: UUID, _ held: Bool) { events.append(.held(held)) }
  func play(_ id: UUID, digits: String) { events.append(.tones(digits)) }
  func disconnect(_ id: UUID) { events.append(.disconnect(id)) }
}

@MainActor final class TestServer: Server {
  private(set) var all: [Upload] = []
  func upload(_ upload: Upload) { all.append(upload) }
}

/// A phone with the example on it.
@MainActor struct Phone {
  nonisolated static let now = UnixTime(milliseconds: 1_790_000_000_000)

  let media = TestMedia()
  let server = TestServer()
  let manager: CallManager
  let filter: PushFilter
  let device: RecipientPrivateKey
  let sender: SenderPrivateKey
  let audience: Audience

  init() throws {
    device = try .generate()
    sender = try .generate()
    audience = try Audience("com.example.app")
    var configuration = FilterConfiguration(
      audience: audience, keys: try KeySource([device]), senders: try KeySource([sender.publicKey]),
      ledger: .inMemory())
    // Time stands still: on a busy machine a test takes longer than a call rings.
    configuration.clock = { Self.now }
    let made = configuration
    filter = PushFilter(made)
    manager = CallManager(media: media, server: server) { made }
  }

  /// A call rings, as the extension reports it.
  func ring() async throws -> UUID {
    let registry = manager.pushes.start(queue: nil, interval: 1000)
    let id = try EventID.random()
    let sealed = try Sealer(audience: audience, signingKey: sender).seal(
      .call(from: "+14155550123", name: "Ada", id: id), to: device.publicKey, now: Self.now
    ).text
    guard case .report(let report) = filter.decide(["sealed": sealed]).action else { return UUID() }
    let isDone = Mutexed()
    registry.deliverDouble(report.payload.dictionary) { isDone.set() }
    for _ in 0..<5000 where !isDone.isSet { try await Task.sleep(for: .milliseconds(1)) }
    return id.uuid
  }

  final class Mutexed: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  /// The delegate as the system calls it: through the protocol.
  var delegate: any CXProviderDelegate { manager.provider.delegateDouble ?? manager }
  var provider: CXProvider { manager.provider }
  var events: [CXProviderLogDouble.Event] { provider.logDouble.events }

  func answer(_ id: UUID) -> CXAnswerCallAction {
    let action = CXAnswerCallAction(call: id)
    delegate.provider(provider, perform: action)
    return action
  }

  func ready(_ id: UUID, _ isReady: Bool = true) { media.waiting.removeValue(forKey: id)?(isReady) }
}
