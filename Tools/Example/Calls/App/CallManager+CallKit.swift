import AVFAudio
import CallKit
import FilterApp
import Foundation

/// What CallKit asks: each action is fulfilled or failed, and once.
extension CallManager: @preconcurrency CXProviderDelegate {
  /// CallKit has lost everything: so does the app. There is nobody to report to.
  func providerDidReset(_ provider: CXProvider) {
    media.stopAudio()
    for id in calls.keys {
      pushes.ended(id, isMissed: false)
      drop(id)
    }
  }

  func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
    let id = action.callUUID
    begin(id, Call(stage: .connecting, isVideo: action.isVideo))
    prepareAudio(video: action.isVideo)
    action.fulfill()
    announce(id)
    provider.reportOutgoingCall(with: id, startedConnectingAt: nil)
    connect(id) { [weak self] isReady in
      guard let self else { return }
      guard isReady else { return fail(id) }
      update(id) { $0.stage = .active }
      provider.reportOutgoingCall(with: id, connectedAt: nil)
    }
  }

  /// Fulfilled when sound can flow, so that the clock on the screen begins then; failed and reported where it never will.
  func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
    let id = action.callUUID
    guard let call = calls[id], call.stage == .ringing else { return action.fail() }
    pushes.answered(id)
    prepareAudio(video: call.isVideo)
    update(id) {
      $0.stage = .connecting
      $0.answer = action
    }
    connect(id) { [weak self] isReady in
      guard let self else { return }
      // Failing it is `drop`'s.
      guard isReady else { return fail(id) }
      update(id) {
        $0.stage = .active
        $0.answer = nil
      }
      action.fulfill()
    }
  }

  func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
    guard calls[action.callUUID] != nil else { return action.fail() }
    // The user refused it, or hung up: no missed call.
    pushes.ended(action.callUUID, isMissed: false)
    drop(action.callUUID)
    action.fulfill()
  }

  func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
    guard calls[action.callUUID] != nil else { return action.fail() }
    update(action.callUUID) { $0.isHeld = action.isOnHold }
    media.setHeld(action.callUUID, action.isOnHold)
    action.fulfill()
  }

  func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
    guard let call = calls[action.callUUID] else { return action.fail() }
    update(action.callUUID) { $0.isMuted = action.isMuted }
    // The system translates from the microphone, muted or not.
    media.setMuted(action.callUUID, action.isMuted, keepsUpstream: call.isTranslating)
    action.fulfill()
  }

  func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
    guard calls[action.callUUID]?.stage == .active else { return action.fail() }
    media.play(action.callUUID, digits: action.digits)
    action.fulfill()
  }

  func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { action.fail() }

  #if canImport(FoundationModels) && !targetEnvironment(macCatalyst) && !os(visionOS)
    /// The system translates the call, from iOS 26 on, if the app's sound goes through Apple's voice processing. It reads
    /// the microphone itself, so what goes up from it is kept, muted or not.
    @available(iOS 26.0, *)
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
      guard let call = calls[action.callUUID], call.stage == .active else { return action.fail() }
      update(action.callUUID) { $0.isTranslating = action.isTranslating }
      media.setMuted(action.callUUID, call.isMuted, keepsUpstream: action.isTranslating)
      action.fulfill(using: .default)
    }
  #endif

  /// CallKit has given up on an action: it is over already, and what waits for it is too.
  func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
    guard let action = action as? CXAnswerCallAction else { return }
    update(action.callUUID) { $0.answer = nil }
    if calls[action.callUUID] != nil { fail(action.callUUID) }
  }

  // Sound is CallKit's to start: only between these two.
  func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { media.startAudio() }
  func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { media.stopAudio() }

  /// Says what the session will be for. It is not activated here: CallKit does that.
  private func prepareAudio(video: Bool) {
    #if canImport(FoundationModels)  // the SDK of iOS 26 has the option under this name
      let headsets = AVAudioSession.CategoryOptions.allowBluetoothHFP
    #else
      let headsets = AVAudioSession.CategoryOptions.allowBluetooth
    #endif
    do {
      try AVAudioSession.sharedInstance().setCategory(
        .playAndRecord, mode: video ? .videoChat : .voiceChat, options: headsets)
    } catch { CallLog.failed(error) }
  }
}

extension CallManager: @preconcurrency CXCallObserverDelegate {
  /// A call that ended without this app's doing, as when the system ended it.
  func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
    guard call.hasEnded, calls[call.uuid] != nil else { return }
    pushes.ended(call.uuid, isMissed: false)
    drop(call.uuid)
  }
}
