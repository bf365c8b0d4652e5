import CallKit
import ExampleShared
import FilterApp
import Foundation

/// All of the app's calls, between CallKit, PushKit and the media.
///
/// One provider and one of these for the life of the process. Everything runs on the main queue, which the provider, the
/// registry and the observer are given; that is why `@unchecked` is right here.
final class CallCenter: CallPushHandler, @unchecked Sendable {
  private(set) var calls: [UUID: Call] = [:]
  let media: any Media
  let server: any Server
  let controller: CXCallController
  private let makesConfiguration: () throws -> FilterConfiguration

  init(
    media: any Media, server: any Server, controller: CXCallController = CXCallController(),
    configuration: @escaping () throws -> FilterConfiguration = { try .example() }
  ) {
    self.media = media
    self.server = server
    self.controller = controller
    makesConfiguration = configuration
    super.init(provider: CXProvider(configuration: Self.providerConfiguration()))
    provider.setDelegate(self, queue: .main)
    controller.callObserver.setDelegate(self, queue: .main)
  }

  private static func providerConfiguration() -> CXProviderConfiguration {
    let configuration = CXProviderConfiguration()
    configuration.supportsVideo = true
    configuration.maximumCallGroups = 2
    configuration.maximumCallsPerCallGroup = 1
    configuration.supportedHandleTypes = [.phoneNumber, .emailAddress, .generic]
    return configuration
  }

  // MARK: Incoming

  override func makeConfiguration() throws -> FilterConfiguration { try makesConfiguration() }

  override func tokenChanged(_ token: Data?) { server.upload(.voipToken(token)) }

  override func willRing(_ call: IncomingCall) {
    calls[call.id.uuid] = Call(stage: .ringing, isVideo: call.isVideo)
  }

  override func stoppedRinging(_ call: IncomingCall, _ reason: CXCallEndedReason?, error: (any Error)?) {
    drop(call.id.uuid)
  }

  // MARK: Outgoing

  /// Asks CallKit for a call; it begins when CallKit performs it.
  func start(to handle: CXHandle, video: Bool = false) -> UUID {
    let id = UUID()
    let action = CXStartCallAction(call: id, handle: handle)
    action.isVideo = video
    request(action)
    return id
  }

  /// Asks CallKit to end a call, as the app's own button does.
  func end(_ id: UUID) { request(CXEndCallAction(call: id)) }

  private func request(_ action: CXCallAction) {
    let id = action.callUUID
    controller.request(CXTransaction(action: action)) { [weak self] error in
      // CallKit said no: for a call that it does not know there is nobody else to clean up.
      guard error != nil else { return }
      DispatchQueue.main.async { self?.drop(id) }
    }
  }

  // MARK: What the other side does

  /// The other side hung up, or gave up.
  func remoteEnded(_ id: UUID, _ reason: CXCallEndedReason = .remoteEnded) {
    guard let call = calls[id] else { return }
    provider.reportCall(with: id, endedAt: nil, reason: reason)
    let isElsewhere = reason == .answeredElsewhere || reason == .declinedElsewhere
    ended(id, isMissed: call.stage == .ringing && !isElsewhere)
    drop(id)
  }

  /// The system's translation of a call begins or ends.
  func translationChanged(_ id: UUID, isTranslating: Bool) {
    guard let call = calls[id] else { return }
    calls[id]?.isTranslating = isTranslating
    media.setMuted(id, call.isMuted, keepsUpstream: isTranslating)
  }

  // MARK: A call's life

  func update(_ id: UUID, _ change: (inout Call) -> Void) {
    if calls[id] != nil { change(&calls[id, default: Call(stage: .ringing, isVideo: false)]) }
  }

  func begin(_ id: UUID, _ call: Call) { calls[id] = call }

  /// Connects the media of a call that the user wants.
  func connect(_ id: UUID, isReady: @escaping (Bool) -> Void) {
    media.connect(id, video: calls[id]?.isVideo ?? false) { [weak self] ready in
      // The call may be over by now.
      guard let self, calls[id] != nil else { return }
      isReady(ready)
    }
  }

  /// A call that broke: CallKit hears of it, and nothing of the call stays.
  func fail(_ id: UUID) {
    provider.reportCall(with: id, endedAt: nil, reason: .failed)
    ended(id, isMissed: false)
    drop(id)
  }

  /// Lets go of a call: an answer that still waits is failed.
  func drop(_ id: UUID) {
    guard let call = calls.removeValue(forKey: id) else { return }
    call.answer?.fail()
    media.disconnect(id)
  }
}
