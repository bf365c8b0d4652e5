import CallKit
import FilterApp
import Foundation
import Intents

/// All of the app's calls, between CallKit, PushKit and the media.
///
/// One provider and one of these for the life of the process, on the main actor. The queues that it gives to the provider,
/// the registry and the observer are the main queue; that is why `@preconcurrency` conformances are right.
@MainActor final class CallManager: NSObject {
  private(set) var calls: [UUID: Call] = [:]
  let provider: CXProvider
  /// Takes the pushes, beside this object, which it tells.
  let pushes: CallPushHandler
  let media: any Media
  let server: any Server
  let controller: CXCallController

  /// What the buttons do that this app answers. It groups no calls.
  private static let features: CallFeatures = [.holding, .tones]

  init(
    media: any Media, server: any Server, controller: CXCallController = CXCallController(),
    configuration: @escaping @Sendable () throws -> FilterConfiguration = { try .example() }
  ) {
    self.media = media
    self.server = server
    self.controller = controller
    provider = CXProvider(configuration: Self.providerConfiguration())
    pushes = CallPushHandler(provider: provider, features: Self.features, configuration: configuration)
    super.init()
    pushes.delegate = self
    provider.setDelegate(self, queue: .main)
    controller.callObserver.setDelegate(self, queue: .main)
  }

  private static func providerConfiguration() -> CXProviderConfiguration {
    let configuration = CXProviderConfiguration()
    configuration.supportsVideo = true
    configuration.maximumCallGroups = 2
    configuration.maximumCallsPerCallGroup = 1
    configuration.supportedHandleTypes = [.phoneNumber, .emailAddress, .generic]
    #if canImport(FoundationModels)  // the SDK of iOS 26
      if #available(iOS 26.0, macCatalyst 26.0, visionOS 26.0, *) { configuration.supportsAudioTranslation = true }
    #endif
    return configuration
  }

  // MARK: Outgoing

  /// Asks CallKit for a call; it begins when CallKit performs it.
  @discardableResult
  func start(to handle: CXHandle, video: Bool = false) -> UUID {
    let id = UUID()
    let action = CXStartCallAction(call: id, handle: handle)
    action.isVideo = video
    request(action)
    return id
  }

  /// Calls whom the user chose in Recents or Contacts, or named to Siri.
  ///
  /// - Returns: Whether the activity is such a call.
  @discardableResult
  func callBack(_ activity: NSUserActivity) -> Bool {
    guard let callBack = CallBack(activity) else { return false }
    start(to: callBack.handle, video: callBack.isVideo)
    return true
  }

  /// Asks CallKit to end a call, as the app's own button does.
  func end(_ id: UUID) { request(CXEndCallAction(call: id)) }

  private func request(_ action: CXCallAction) {
    let id = action.callUUID
    controller.request(CXTransaction(action: action)) { [weak self] error in
      // CallKit said no: for a call that it does not know there is nobody else to clean up.
      guard let error else { return }
      CallLog.failed(error)
      Task { @MainActor [weak self] in self?.drop(id) }
    }
  }

  // MARK: What the other side does

  /// The other side hung up, or gave up.
  func remoteEnded(_ id: UUID, _ reason: CXCallEndedReason = .remoteEnded) {
    guard let call = calls[id] else { return }
    provider.reportCall(with: id, endedAt: nil, reason: reason)
    let isElsewhere = reason == .answeredElsewhere || reason == .declinedElsewhere
    pushes.ended(id, isMissed: call.stage == .ringing && !isElsewhere)
    drop(id)
  }

  /// The other side turned its camera on or off: an update says everything again, or CallKit would offer what is not there.
  func videoChanged(_ id: UUID, isVideo: Bool) {
    update(id) { $0.isVideo = isVideo }
    guard calls[id] != nil else { return }
    let update = CXCallUpdate(features: Self.features)
    update.hasVideo = isVideo
    provider.reportCall(with: id, updated: update)
  }

  // MARK: A call's life

  func update(_ id: UUID, _ change: (inout Call) -> Void) {
    guard var call = calls[id] else { return }
    change(&call)
    calls[id] = call
  }

  func begin(_ id: UUID, _ call: Call) { calls[id] = call }

  /// Tells CallKit of a call that the app itself has begun.
  func announce(_ id: UUID) { provider.reportCall(with: id, updated: CXCallUpdate(features: Self.features)) }

  /// Connects the media of a call that the user wants.
  func connect(_ id: UUID, isReady: @escaping @MainActor (Bool) -> Void) {
    media.connect(id, video: calls[id]?.isVideo ?? false) { [weak self] ready in
      // The call may be over by now.
      guard let self, calls[id] != nil else { return }
      isReady(ready)
    }
  }

  /// A call that broke: CallKit hears of it, and nothing of the call stays.
  func fail(_ id: UUID) {
    provider.reportCall(with: id, endedAt: nil, reason: .failed)
    pushes.ended(id, isMissed: false)
    drop(id)
  }

  /// Lets go of a call: an answer that still waits is failed.
  func drop(_ id: UUID) {
    guard let call = calls.removeValue(forKey: id) else { return }
    call.answer?.fail()
    media.disconnect(id)
  }
}

// MARK: - What the pushes bring

extension CallManager: CallPushDelegate {
  func willRing(_ call: IncomingCall) { begin(call.id.uuid, Call(stage: .ringing, isVideo: call.isVideo)) }

  func stoppedRinging(_ call: IncomingCall, _ reason: CXCallEndedReason?, error: (any Error)?) {
    CallLog.stoppedRinging(reason, error)
    drop(call.id.uuid)
  }

  func tokenChanged(_ token: Data?) { server.upload(.voipToken(token)) }
  func received(_ push: IncomingPush) { CallLog.received(push) }
  func failed(_ error: any Error) { CallLog.failed(error) }
}
