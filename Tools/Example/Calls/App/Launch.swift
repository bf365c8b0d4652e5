import CallKit
import FilterApp
import Foundation

/// What an app does at every launch, also one in the background: the registry has to be there before the push is.
@MainActor final class Launch {
  let manager: CallManager
  private let keys: DeviceKeyStore

  init(manager: CallManager, keys: DeviceKeyStore) {
    self.manager = manager
    self.keys = keys
    manager.pushes.start()
    uploadKey()
  }

  /// The token for pushes that the extension opens: at every call, since tokens change.
  func registered(_ token: Data) { manager.server.upload(.token(token)) }

  /// The device's public key. On a phone that is locked since it started it cannot be read, and none is made: it is
  /// uploaded when the app next comes to the front.
  func uploadKey() {
    do { manager.server.upload(.publicKey(jwk: try keys.publicKey().jwk)) } catch { CallLog.failed(error) }
  }

  /// Another key takes its place; pushes to the old one open for the grace time yet.
  func rotateKey() throws { manager.server.upload(.publicKey(jwk: try keys.rotate().jwk)) }
}

#if DEBUG
  extension CallManager {
    /// Rings as a call would, without a server: for the simulator, which runs no extension for a local push.
    @discardableResult
    func simulateCall(from name: String = "Ada", video: Bool = false) -> UUID {
      let id = UUID()
      begin(id, Call(stage: .ringing, isVideo: video))
      let update = CXCallUpdate(features: pushes.features)
      update.remoteHandle = CXHandle(type: .generic, value: name)
      update.hasVideo = video
      provider.reportNewIncomingCall(with: id, update: update) { [weak self] error in
        guard error != nil else { return }
        Task { @MainActor [weak self] in self?.drop(id) }
      }
      return id
    }
  }
#endif
