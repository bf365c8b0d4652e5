import Foundation

/// The app's media, for as many calls as there are at once.
@MainActor protocol Media: AnyObject {
  /// Connects a call, and says when sound can flow, or that it never will.
  func connect(_ id: UUID, video: Bool, ready: @escaping @MainActor (_ isReady: Bool) -> Void)
  /// Starts sound, for the calls that are connected: after CallKit has activated the audio session, and not before.
  func startAudio()
  /// Stops sound.
  func stopAudio()
  /// Stops what is sent of the user's voice to the other side; with `keepsUpstream` the microphone still runs, for the
  /// system translates from it.
  func setMuted(_ id: UUID, _ muted: Bool, keepsUpstream: Bool)
  /// Pauses both directions.
  func setHeld(_ id: UUID, _ held: Bool)
  /// Sends tones.
  func play(_ id: UUID, digits: String)
  /// Lets go of a call, connected or not. `ready` is not called any more.
  func disconnect(_ id: UUID)
}

/// The app's server.
@MainActor protocol Server: AnyObject {
  /// The device's public key as a JWK, the token for pushes that the extension opens, and the token for VoIP pushes:
  /// whatever is new. Uploading one twice does no harm.
  func upload(_ upload: Upload)
}

/// What the server is told about the device.
nonisolated enum Upload: Equatable, Sendable {
  case publicKey(jwk: String)
  case token(Data)
  case voipToken(Data?)
}
