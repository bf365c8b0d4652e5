/// A call that rings: what the app reports to CallKit or LiveCommunicationKit.
public struct IncomingCall: Sendable, Equatable {
  /// The call's identity; as a UUID, CallKit's.
  public let id: EventID
  /// Who calls.
  public let handle: Handle
  /// The caller's name, where there is one that a person would see.
  public let name: String?
  /// Whether it is a video call.
  public let isVideo: Bool
  /// When it began.
  public let sent: UnixTime
  /// When the sender means it to stop ringing. Clocks differ, so it rings a little longer: `PayloadReader.isOver`.
  public let expires: UnixTime
  /// The sender, whose signature has been verified; nothing where nobody trusted signed, or where keys cannot be read.
  public let sender: Thumbprint?
  /// The device key that opened it; nothing for a call in the clear.
  public let recipient: Thumbprint?
  /// The app's own data; nothing where keys cannot be read, and for a call in the clear, whose payload the app has.
  public let data: JSONObject?
  let key: CallKey

  /// What to name the request that shows its missed call, so that it is shown once and found again.
  public var requestIdentifier: String { key.requestIdentifier }

  /// Whether another one is a copy of this call: of the same id, and from the same sender.
  package func isSame(as other: IncomingCall) -> Bool { key == other.key }

  init(_ event: Event, _ call: Event.Call, sender: Thumbprint?, recipient: Thumbprint?) {
    id = event.id
    handle = call.handle
    name = call.name
    isVideo = call.isVideo
    sent = event.sent
    expires = event.expires
    self.sender = sender
    self.recipient = recipient
    data = event.data
    key = CallKey(event.id, sender)
  }

  /// A call by its clear members, under the key that the ledger has it by.
  init(_ event: Event, _ call: Event.Call, key: CallKey) {
    id = event.id
    handle = call.handle
    name = call.name
    isVideo = call.isVideo
    sent = event.sent
    expires = event.expires
    sender = nil
    recipient = nil
    data = nil
    self.key = key
  }
}
