import CallKit
import FilterApp
import Foundation

/// What an app does at every launch, also one in the background: the registry has to be there before the push is.
final class Launch {
  let center: CallCenter
  private let keys: DeviceKeyStore

  init(center: CallCenter, keys: DeviceKeyStore) {
    self.center = center
    self.keys = keys
    center.start()
    uploadKey()
  }

  /// The token for pushes that the extension opens: at every call, since tokens change.
  func registered(_ token: Data) { center.server.upload(.token(token)) }

  /// The device's public key. On a phone that is locked since it started it cannot be read, and none is made: it is
  /// uploaded when the app next comes to the front.
  func uploadKey() {
    if let key = try? keys.publicKey() { center.server.upload(.publicKey(jwk: key.jwk)) }
  }

  /// Another key takes its place; pushes to the old one open for the grace time yet.
  func rotateKey() throws { center.server.upload(.publicKey(jwk: try keys.rotate().jwk)) }
}

#if DEBUG
  extension CallCenter {
    /// Rings as a call would, without a server: for the simulator, which runs no extension for a local push.
    @discardableResult
    func simulateCall(from name: String = "Ada", video: Bool = false) -> UUID {
      let id = UUID()
      begin(id, Call(stage: .ringing, isVideo: video))
      let update = CXCallUpdate()
      update.remoteHandle = CXHandle(type: .generic, value: name)
      update.hasVideo = video
      provider.reportNewIncomingCall(with: id, update: update) { [weak self] error in
        guard error != nil else { return }
        DispatchQueue.main.async { self?.drop(id) }
      }
      return id
    }
  }
#endif
