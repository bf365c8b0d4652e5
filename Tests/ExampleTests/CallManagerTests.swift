import AVFAudio
import CallKit
import FilterApp
import FilterDevice
import Foundation
import Intents
import PushKit
import Testing

@testable import ExampleCalls

@MainActor struct CallManagerTests {
  @Test func fulfilsAnAnswerWhenMediaIsReadyAndNotBefore() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    #expect(phone.manager.calls[id]?.stage == .ringing)
    let action = phone.answer(id)
    #expect(!action.isComplete && phone.manager.calls[id]?.stage == .connecting)
    let session = AVAudioSession.sharedInstance()
    #expect(session.category == .playAndRecord && session.mode == .voiceChat)
    #expect(session.categoryOptions.contains(.allowBluetoothHFP))
    // Sound is CallKit's to start.
    #expect(!phone.media.events.contains(.audio(true)))
    phone.ready(id)
    #expect(action.wasFulfilledDouble == true && action.completionsDouble == 1)
    #expect(phone.manager.calls[id]?.stage == .active)
  }

  @Test func failsAnAnswerWhoseMediaIsNot() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    let action = phone.answer(id)
    phone.ready(id, false)
    #expect(action.wasFulfilledDouble == false && action.completionsDouble == 1)
    #expect(phone.events.last == .ended(id, .failed))
    #expect(phone.manager.calls.isEmpty && phone.media.events.last == .disconnect(id))
  }

  @Test func failsAnAnswerThatIsOvertaken() async throws {
    let overtakings: [(String, (Phone, UUID) -> Void)] = [
      ("the other side hung up", { phone, id in phone.manager.remoteEnded(id) }),
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
          let observer = phone.manager.controller.callObserver
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
      #expect(phone.manager.calls.isEmpty, "\(name)")
      // Media that is ready now finds nobody.
      phone.ready(id)
      #expect(action.completionsDouble == 1 && phone.manager.calls.isEmpty, "\(name)")
    }
  }

  @Test func doesNotCompleteAnActionThatTimedOut() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    let action = phone.answer(id)
    phone.delegate.provider(phone.provider, timedOutPerforming: action)
    #expect(action.completionsDouble == 0 && phone.manager.calls.isEmpty)
    #expect(phone.events.last == .ended(id, .failed))
  }

  @Test func failsEveryActionForACallItDoesNotKnow() throws {
    let phone = try Phone()
    let id = UUID()
    let actions: [CXCallAction] = [
      CXAnswerCallAction(call: id), CXEndCallAction(call: id), CXSetHeldCallAction(call: id, onHold: true),
      CXSetMutedCallAction(call: id, muted: true), CXSetGroupCallAction(call: id, callUUIDToGroupWith: nil),
      CXPlayDTMFCallAction(call: id, digits: "1"), translation(id, true),
    ]
    for action in actions {
      switch action {
      case let action as CXAnswerCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXEndCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetHeldCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetMutedCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetGroupCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXPlayDTMFCallAction: phone.delegate.provider(phone.provider, perform: action)
      case let action as CXSetTranslatingCallAction: phone.delegate.provider(phone.provider, perform: action)
      default: break
      }
      #expect(action.wasFulfilledDouble == false && action.completionsDouble == 1, "\(type(of: action))")
    }
    #expect(phone.media.events.isEmpty)
  }

  private func translation(_ id: UUID, _ isTranslating: Bool) -> CXSetTranslatingCallAction {
    CXSetTranslatingCallAction(
      call: id, isTranslating: isTranslating, localLanguage: "en", remoteLanguage: "fr")
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
    let translate = translation(id, true)
    phone.delegate.provider(phone.provider, perform: translate)
    #expect(translate.engineDouble == .default && phone.manager.calls[id]?.isTranslating == true)
    let tones = CXPlayDTMFCallAction(call: id, digits: "12#")
    phone.delegate.provider(phone.provider, perform: tones)
    for action in [hold, mute, translate, tones] {
      #expect(action.wasFulfilledDouble == true && action.completionsDouble == 1)
    }
    #expect(
      phone.media.events.suffix(4) == [
        .held(true), .muted(true, keepsUpstream: false), .muted(true, keepsUpstream: true), .tones("12#"),
      ])
    // Muting while the system translates leaves the microphone running.
    phone.delegate.provider(phone.provider, perform: CXSetMutedCallAction(call: id, muted: true))
    #expect(phone.media.events.last == .muted(true, keepsUpstream: true))
    phone.delegate.provider(phone.provider, perform: translation(id, false))
    #expect(phone.media.events.last == .muted(true, keepsUpstream: false))
  }

  @Test func translatesNoCallThatIsNotConnected() async throws {
    let phone = try Phone()
    #expect(phone.provider.configuration.supportsAudioTranslation)
    let id = try await phone.ring()
    let action = translation(id, true)
    phone.delegate.provider(phone.provider, perform: action)
    #expect(action.wasFulfilledDouble == false && phone.manager.calls[id]?.isTranslating == false)
  }

  @Test func saysOfEveryCallWhatItCanDo() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    phone.manager.videoChanged(id, isVideo: true)
    phone.manager.simulateCall()
    let outgoing = phone.manager.start(to: CXHandle(type: .generic, value: "x"))
    let start = try #require(phone.manager.controller.requestedDouble.first as? CXStartCallAction)
    phone.delegate.provider(phone.provider, perform: start)
    #expect(
      phone.provider.logDouble.reports.count == 2 && phone.provider.logDouble.updates.map(\.uuid) == [id, outgoing])
    for update in phone.provider.logDouble.reports + phone.provider.logDouble.updates {
      #expect(update.unsaid.isEmpty && update.features == ["holding", "tones"])
    }
    #expect(phone.provider.logDouble.updates.first?.hasVideo == true)
    // What is not offered is refused.
    let group = CXSetGroupCallAction(call: id, callUUIDToGroupWith: outgoing)
    phone.delegate.provider(phone.provider, perform: group)
    #expect(group.wasFulfilledDouble == false)
  }

  @Test func callsBackWhomTheUserChoseInRecents() throws {
    let phone = try Phone()
    let cases: [(INPersonHandleType, CXHandle.HandleType)] = [
      (.phoneNumber, .phoneNumber), (.emailAddress, .emailAddress), (.unknown, .generic),
    ]
    for (type, expected) in cases {
      for capability in [INCallCapability.audioCall, .videoCall] {
        let activity = NSUserActivity(double: intent(INPersonHandle(value: "a", type: type), capability))
        #expect(phone.manager.callBack(activity))
        let action = try #require(phone.manager.controller.requestedDouble.last as? CXStartCallAction)
        #expect(action.handle.value == "a" && action.handle.type == expected)
        #expect(action.isVideo == (capability == .videoCall))
      }
    }
  }

  @Test func callsNobodyForAnActivityThatNamesNobody() throws {
    let phone = try Phone()
    let activities = [
      NSUserActivity(double: nil), NSUserActivity(double: INIntent()), NSUserActivity(activityType: "reading"),
      NSUserActivity(double: intent(nil, .audioCall)),
      NSUserActivity(double: intent(INPersonHandle(value: nil, type: .phoneNumber), .audioCall)),
      NSUserActivity(double: intent(INPersonHandle(value: "", type: .phoneNumber), .audioCall)),
    ]
    for activity in activities { #expect(!phone.manager.callBack(activity)) }
    #expect(phone.manager.controller.requestedDouble.isEmpty)
  }

  private func intent(_ handle: INPersonHandle?, _ capability: INCallCapability) -> INStartCallIntent {
    let person = handle.map {
      INPerson(
        personHandle: $0, nameComponents: nil, displayName: nil, image: nil, contactIdentifier: nil,
        customIdentifier: nil)
    }
    return INStartCallIntent(
      callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown, destinationType: .normal,
      contacts: person.map { [$0] }, callCapability: capability)
  }

  @Test func playsOnlyBetweenActivationAndDeactivation() throws {
    let phone = try Phone()
    phone.delegate.provider(phone.provider, didActivate: AVAudioSession.sharedInstance())
    phone.delegate.provider(phone.provider, didDeactivate: AVAudioSession.sharedInstance())
    #expect(phone.media.events == [.audio(true), .audio(false)])
  }

  @Test func reportsAnOutgoingCallsProgress() throws {
    let phone = try Phone()
    let id = phone.manager.start(to: CXHandle(type: .phoneNumber, value: "+14155550123"), video: true)
    let action = try #require(phone.manager.controller.requestedDouble.first as? CXStartCallAction)
    #expect(action.callUUID == id && action.isVideo)
    phone.delegate.provider(phone.provider, perform: action)
    #expect(action.wasFulfilledDouble == true && phone.events == [.updated(id), .connecting(id)])
    phone.ready(id)
    #expect(phone.events == [.updated(id), .connecting(id), .connected(id)])
    #expect(phone.manager.calls[id]?.stage == .active)
  }

  @Test func reportsAnOutgoingCallThatFails() throws {
    let phone = try Phone()
    let id = UUID()
    phone.delegate.provider(
      phone.provider, perform: CXStartCallAction(call: id, handle: CXHandle(type: .generic, value: "x")))
    phone.ready(id, false)
    #expect(phone.events.last == .ended(id, .failed) && phone.manager.calls.isEmpty)
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
    phone.manager.remoteEnded(second)
    #expect(Set(phone.manager.calls.keys) == [first] && phone.manager.calls[first]?.isHeld == true)
  }

  @Test func forgetsEverythingWhenCallKitIsReset() async throws {
    let phone = try Phone()
    let id = try await phone.ring()
    let before = phone.events
    phone.delegate.providerDidReset(phone.provider)
    #expect(phone.manager.calls.isEmpty && phone.media.events == [.audio(false), .disconnect(id)])
    #expect(phone.events == before)
  }

  @Test func cleansUpWhereCallKitRefusesARequest() async throws {
    let phone = try Phone()
    phone.manager.controller.refusalDouble = CXErrorCodeRequestTransactionError(.unknownCallUUID)
    let id = UUID()
    phone.manager.begin(id, Call(stage: .active, isVideo: false))
    phone.manager.end(id)
    for _ in 0..<5000 where !phone.manager.calls.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(phone.manager.calls.isEmpty)
  }

  @Test func simulatesACall() async throws {
    let phone = try Phone()
    let id = phone.manager.simulateCall(video: true)
    #expect(phone.events.first == .reported(id) && phone.manager.calls[id]?.isVideo == true)
  }

  @Test func uploadsKeyAndTokensAtEveryUpdate() throws {
    let phone = try Phone()
    let keys = DeviceKeyStore(accessGroup: UUID().uuidString)
    let launch = Launch(manager: phone.manager, keys: keys)
    let first = try keys.publicKey().jwk
    launch.registered(Data([1]))
    launch.registered(Data([1]))
    let registry = phone.manager.pushes.start(queue: nil, interval: 1000)
    registry.updateDouble(Data([2]))
    registry.updateDouble(nil)
    try launch.rotateKey()
    let second = try keys.publicKey().jwk
    #expect(
      phone.server.all == [
        .publicKey(jwk: first), .token(Data([1])), .token(Data([1])), .voipToken(Data([2])), .voipToken(nil),
        .publicKey(jwk: second),
      ])
  }
}
