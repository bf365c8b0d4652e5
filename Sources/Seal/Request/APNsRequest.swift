public import SealEnvelope

/// The HTTP/2 request that sends a push to one device: all of it but `authorization`, which is the provider's own token.
///
/// Whatever of Apple's rules can be seen in a request is checked before there is one, so that what would be refused, or
/// would start no extension, is not sent.
public struct APNsRequest: Sendable, Equatable {
  /// Which of Apple's services.
  public enum Environment: String, CaseIterable, Sendable {
    /// For apps from the App Store and TestFlight.
    case production
    /// For apps that Xcode has installed.
    case sandbox

    /// The host; port 443.
    public var host: String {
      switch self {
      case .production: "api.push.apple.com"
      case .sandbox: "api.sandbox.push.apple.com"
      }
    }
  }

  /// `POST`.
  public let method = "POST"
  /// `/3/device/` and the token. To be sent as a never-indexed literal, as Apple advises.
  public let path: String
  /// `apns-push-type`, `apns-priority`, `apns-topic`, `apns-expiration`, `apns-id`.
  public let headers: [PushRequest.Header]
  /// The JSON, to the byte.
  public let body: [UInt8]

  /// Checks a push and addresses it.
  ///
  /// - Parameters:
  ///   - push: What a `PushTemplate` made.
  ///   - token: The device: an alert push goes to the app's own token, a VoIP push to the one from PushKit.
  ///   - now: The time of sending, for `apns-expiration`.
  /// - Throws: `SealError`: `invalidRequest`, saying what to do; `tooLarge` with the bytes over.
  public init(_ push: PushRequest, to token: DeviceToken, now: UnixTime = .now) throws(SealError) {
    try PushRules.check(push, now: now)
    path = "/3/device/\(token.hexadecimal)"
    headers = push.headers
    body = push.body
  }
}
