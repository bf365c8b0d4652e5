import AVFAudio
import CallKit
import FilterApp
import FilterDevice
import Foundation
import PushKit
import Testing

@testable import ExampleApp

@MainActor struct CallCenterTests {
  @Test func fulfilsAnAnswerWhenMediaIsReadyAndNotBefore() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    #expect(phone.center.calls[id]?.stage == .ringing)
    let action = phone.answer(id)
    #expect(!action.isComplete && phone.center.calls[id]?.stage == .connecting)
    #expect(AVAudioSession.sharedInstance().category == .playAndRecord)
    // Sound is CallKit's to start.
    #expect(!phone.media.events.contains(.audio(true)))
    phone.ready(id)
    #expect(action.wasFulfilledDouble == true && action.completionsDouble == 1)
    #expect(phone.center.calls[id]?.stage == .active)
  }

  @Test func failsAnAnswerWhoseMediaIsNot() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    let action = phone.answer(id)
    phone.ready(id, false)
    #expect(action.wasFulfilledDouble == false && action.completionsDouble == 1)
    #expect(phone.events.last == .ended(id, .failed))
    #expect(phone.center.calls.isEmpty && phone.media.events.last == .disconnect(id))
  }

  @Test func failsAnAnswerThatIsOvertaken() async throws {
    let overtakings: [(String, (Phone, UUID) -> Void)] = [
      ("the other side hung up", { phone, id in phone.center.remoteEnded(id) }),
      (
        "the user hung up",
        { phone, id in
          let end = CXEndCallAction(call: id)
          phone.delegate.provider(phone.provider, perform: end)
          #expect(end.wasFulfilledDouble == true)
        }
      ),
      ("CallKit was reset", { phone, _ in phone.delegate.providerDidReset(phone.provider) }),
      (
        "the system ended it",
        { phone, id in
          let observer = phone.center.controller.callObserver
          observer.delegateDouble?.callObserver(observer, callChanged: CXCall(double: id, hasEnded: true))
        }
      ),
    ]
    for (name, overtake) in overtakings {
      let phone = try Phone()
      let id = try await phone.ring()
      let action = phone.answer(id)
      overtake(phone, id)
      #expect(action.wasFulfilledDouble == false && action.completionsDouble == 1, "\(name)")
      #expect(phone.center.calls.isEmpty, "\(name)")
      // Media that is ready now finds nobody.
      phone.ready(id)
      #expect(action.completionsDouble == 1 && phone.center.calls.isEmpty, "\(name)")
    }
  }

  @Test func doesNotCompleteAnActionThatTimedOut() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    let action = phone.answer(id)
    phone.delegate.provider(phone.provider, timedOutPerforming: action)
    #expect(action.completionsDouble == 0 && phone.center.calls.isEmpty)
    #expect(phone.events.last == .ended(id, .failed))
  }

  @Test func failsEveryActionForACallItDoesNotKnow() throws {
    let phone = try Phone()
    let id = UUID()
    let actions: [CXCallAction] = [
      CXAnswerCallAction(call: id), CXEndCallAction(call: id), CXSetHeldCallAction(call: id, onHold: true),
      CXSetMutedCallAction(call: id, muted: true), CXSetGroupCallAction(call: id, callUUIDToGroupWith: nil),
      CXPlayDTMFCallAction(call: id, digits: "1"),
    ]
    for action in actions {
      switch action {
      case let action as CXAnswerCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXEndCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetHeldCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetMutedCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetGroupCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXPlayDTMFCallAction: phone.delegate.provider(phone.provider, perform: action)
      default: break
      }
      #expect(action.wasFulfilledDouble == false && action.completionsDouble == 1, "\(type(of: action))")
    }
    #expect(phone.media.events.isEmpty)
  }

  @Test func holdsMutesAndPlaysTones() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    _ = phone.answer(id)
    phone.ready(id)
    let hold = CXSetHeldCallAction(call: id, onHold: true)
    phone.delegate.provider(phone.provider, perform: hold)
    let mute = CXSetMutedCallAction(call: id, muted: true)
    phone.delegate.provider(phone.provider, perform: mute)
    phone.center.translationChanged(id, isTranslating: true)
    let tones = CXPlayDTMFCallAction(call: id, digits: "12#")
    phone.delegate.provider(phone.provider, perform: tones)
    for action in [hold, mute, tones] { #expect(action.wasFulfilledDouble == true && action.completionsDouble == 1) }
    #expect(
      phone.media.events.suffix(4) == [
        .held(true), .muted(true, keepsUpstream: false), .muted(true, keepsUpstream: true), .tones("12#"),
      ])
    // Muting while the system translates leaves the microphone running.
    phone.delegate.provider(phone.provider, perform: CXSetMutedCallAction(call: id, muted: true))
    #expect(phone.media.events.last == .muted(true, keepsUpstream: true))
  }

  @Test func playsOnlyBetweenActivationAndDeactivation() throws {
    let phone = try Phone()
    phone.delegate.provider(phone.provider, didActivate: AVAudioSession.sharedInstance())
    phone.delegate.provider(phone.provider, didDeactivate: AVAudioSession.sharedInstance())
    #expect(phone.media.events == [.audio(true), .audio(false)])
  }

  @Test func reportsAnOutgoingCallsProgress() throws {
    let phone = try Phone()
    let id = phone.center.start(to: CXHandle(type: .phoneNumber, value: "+14155550123"), video: true)
    let action = try #require(phone.center.controller.requestedDouble.first as? CXStartCallAction)
    #expect(action.callUUID == id && action.isVideo)
    phone.delegate.provider(phone.provider, perform: action)
    #expect(action.wasFulfilledDouble == true && phone.events == [.connecting(id)])
    phone.ready(id)
    #expect(phone.events == [.connecting(id), .connected(id)])
    #expect(phone.center.calls[id]?.stage == .active)
  }

  @Test func reportsAnOutgoingCallThatFails() throws {
    let phone = try Phone()
    let id = UUID()
    phone.delegate.provider(
      phone.provider, perform: CXStartCallAction(call: id, handle: CXHandle(type: .generic, value: "x")))
    phone.ready(id, false)
    #expect(phone.events.last == .ended(id, .failed) && phone.center.calls.isEmpty)
  }

  @Test func keepsSeveralCallsApart() async throws {
    let phone = try Phone()
    let first = try await phone.ring()
    let second = try await phone.ring()
    _ = phone.answer(first)
    phone.ready(first)
    phone.delegate.provider(phone.provider, perform: CXSetHeldCallAction(call: first, onHold: true))
    _ = phone.answer(second)
    phone.ready(second)
    phone.center.remoteEnded(second)
    #expect(Set(phone.center.calls.keys) == [first] && phone.center.calls[first]?.isHeld == true)
  }

  @Test func forgetsEverythingWhenCallKitIsReset() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    let before = phone.events
    phone.delegate.providerDidReset(phone.provider)
    #expect(phone.center.calls.isEmpty && phone.media.events == [.audio(false), .disconnect(id)])
    #expect(phone.events == before)
  }

  @Test func cleansUpWhereCallKitRefusesARequest() async throws {
    let phone = try Phone()
    phone.center.controller.refusalDouble = CXErrorCodeRequestTransactionError(.unknownCallUUID)
    let id = UUID()
    phone.center.begin(id, Call(stage: .active, isVideo: false))
    phone.center.end(id)
    for _ in 0..<5000 where !phone.center.calls.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(phone.center.calls.isEmpty)
  }

  @Test func simulatesACall() async throws {
    let phone = try Phone()
    let id = phone.center.simulateCall(video: true)
    #expect(phone.events.first == .reported(id) && phone.center.calls[id]?.isVideo == true)
  }

  @Test func uploadsKeyAndTokensAtEveryUpdate() throws {
    let phone = try Phone()
    let keys = DeviceKeyStore(accessGroup: UUID().uuidString)
    let launch = Launch(center: phone.center, keys: keys)
    let first = try keys.publicKey().jwk
    launch.registered(Data([1]))
    launch.registered(Data([1]))
    phone.center.tokenChanged(Data([2]))
    phone.center.tokenChanged(nil)
    try launch.rotateKey()
    let second = try keys.publicKey().jwk
    #expect(
      phone.server.all == [
        .publicKey(jwk: first), .token(Data([1])), .token(Data([1])), .voipToken(Data([2])), .voipToken(nil),
        .publicKey(jwk: second),
      ])
  }
}
