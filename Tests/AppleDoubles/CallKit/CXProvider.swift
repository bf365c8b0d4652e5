// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import AVFAudio
public import Dispatch
public import Foundation
import Synchronization

public protocol CXProviderDelegate: NSObjectProtocol {
  func providerDidReset(_ provider: CXProvider)
  func providerDidBegin(_ provider: CXProvider)
  func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
  func provider(_ provider: CXProvider, perform action: CXStartCallAction)
  func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
  func provider(_ provider: CXProvider, perform action: CXEndCallAction)
  func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
  func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
  func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
  func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
  @available(iOS 26.0, *)
  func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction)
  func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
  func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
  func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

/// Optional at Apple: an action that nobody performs is failed by the system.
extension CXProviderDelegate {
  public func providerDidBegin(_ provider: CXProvider) {}
  public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
  public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { action.fail() }
  @available(iOS 26.0, *)
  public func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) { action.fail() }
  public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
  public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
  public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}

// Unchecked: what changes is under the mutex, which the double's calls take.
open class CXProvider: NSObject, @unchecked Sendable {
  private struct Delegate: @unchecked Sendable {
    weak var delegate: (any CXProviderDelegate)?
    var queue: DispatchQueue?
  }

  private let delegate = Mutex(Delegate())
  private let log = Mutex(CXProviderLogDouble())
  private let current: Mutex<Configuration>

  private struct Configuration: @unchecked Sendable {
    let value: CXProviderConfiguration
  }

  public init(configuration: CXProviderConfiguration) { current = Mutex(Configuration(value: configuration)) }

  open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
    let new = Delegate(delegate: delegate, queue: queue)
    self.delegate.withLock { $0 = new }
  }

  open var configuration: CXProviderConfiguration {
    get { current.withLock { $0 }.value }
    set {
      let new = Configuration(value: newValue)
      current.withLock { $0 = new }
    }
  }

  open func reportNewIncomingCall(
    with UUID: UUID, update: CXCallUpdate, completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let report = CXProviderLogDouble.Report(UUID, update)
    let error = log.withLock { log -> (any Error)? in
      log.events.append(.reported(UUID))
      log.reports.append(report)
      if log.live.contains(UUID) { return CXErrorCodeIncomingCallError(.callUUIDAlreadyExists) }
      if let refusal = log.refusal { return refusal }
      log.live.insert(UUID)
      return nil
    }
    (delegate.withLock { $0 }.queue ?? DispatchQueue.global()).async { [self] in
      log.withLock { $0.events.append(.answered(UUID)) }
      completion(error)
    }
  }

  open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {
    let report = CXProviderLogDouble.Report(UUID, update)
    log.withLock {
      $0.events.append(.updated(UUID))
      $0.updates.append(report)
    }
  }

  open func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
    log.withLock {
      $0.events.append(.ended(UUID, endedReason))
      $0.live.remove(UUID)
    }
  }

  open func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) {
    log.withLock { $0.events.append(.connecting(UUID)) }
  }

  open func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) {
    log.withLock { $0.events.append(.connected(UUID)) }
  }

  open func invalidate() { log.withLock { $0.events.append(.invalidated) } }

  open class func reportNewIncomingVoIPPushPayload(
    _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    VoIPPushPayloadDouble.take(dictionaryPayload, completion)
  }

  open class func reportNewIncomingVoIPPushPayload(_ dictionaryPayload: [AnyHashable: Any]) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      VoIPPushPayloadDouble.take(dictionaryPayload) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }
}

// MARK: Not Apple's

/// What a provider was told, in order.
public struct CXProviderLogDouble: Sendable {
  /// One thing a provider was told, or told itself.
  public enum Event: Equatable, Sendable {
    case reported(UUID), answered(UUID), updated(UUID), ended(UUID, CXCallEndedReason), connecting(UUID)
    case connected(UUID), invalidated
  }

  /// What a call was reported with.
  public struct Report: Sendable {
    public let uuid: UUID
    public let handle: String?
    public let handleType: CXHandle.HandleType?
    public let name: String?
    public let hasVideo: Bool
    /// What the call can do, in the words of `saidDouble`; and what was left to the system.
    public let features: Set<String>
    public let unsaid: Set<String>

    init(_ uuid: UUID, _ update: CXCallUpdate) {
      self.uuid = uuid
      handle = update.remoteHandle?.value
      handleType = update.remoteHandle?.type
      name = update.localizedCallerName
      hasVideo = update.hasVideo
      let all = [
        "holding": update.supportsHolding, "grouping": update.supportsGrouping,
        "ungrouping": update.supportsUngrouping, "tones": update.supportsDTMF,
      ]
      features = Set(all.filter(\.value).keys)
      unsaid = Set(all.keys).subtracting(update.saidDouble.keys)
    }
  }

  public var events: [Event] = []
  public var reports: [Report] = []
  public var updates: [Report] = []
  public var live: Set<UUID> = []
  /// What every report is answered with.
  public var refusal: (any Error)?
}

extension CXProvider {
  public var logDouble: CXProviderLogDouble { log.withLock { $0 } }
  /// Answers every report with an error, or takes them again.
  public func refuseDouble(_ error: (any Error)?) { log.withLock { $0.refusal = error } }
  /// Forgets that a call lives.
  public func forgetDouble(_ UUID: UUID) { log.withLock { _ = $0.live.remove(UUID) } }
  /// The delegate, as the system calls it.
  public var delegateDouble: (any CXProviderDelegate)? { delegate.withLock { $0 }.delegate }
}
