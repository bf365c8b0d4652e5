/// A push as APNs takes it: headers and a body; the device token and the provider's own token are the caller's.
///
/// Source: Apple, "Sending notification requests to APNs".
public struct PushRequest: Sendable, Equatable {
  /// A header's name and value.
  public struct Header: Sendable, Equatable {
    /// In lower case, as HTTP/2 wants it (RFC 9113 §8.2).
    public let name: String
    /// The value.
    public let value: String
  }

  /// `apns-push-type`, `apns-priority`, `apns-topic`, `apns-expiration`, `apns-id`, in this order.
  public let headers: [Header]
  /// The JSON that is sent, to the byte.
  public let body: [UInt8]

  init(type: String, topic: String, expiration: Int64, id: EventID, body: [UInt8]) {
    headers = [
      Header(name: "apns-push-type", value: type),
      Header(name: "apns-priority", value: "10"),
      Header(name: "apns-topic", value: topic),
      Header(name: "apns-expiration", value: String(expiration)),
      Header(name: "apns-id", value: id.description),
    ]
    self.body = body
  }
}
