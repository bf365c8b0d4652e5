public import SealEnvelope

/// One thing of many to seal: an event, and the device it is for.
public struct BatchItem: Sendable {
  enum Content: Sendable {
    case draft(EventDraft)
    case encoded(EncodedEvent)
  }

  let content: Content
  /// The device's public key.
  public let recipient: RecipientPublicKey

  /// An event that is encoded when its turn comes.
  public init(_ draft: EventDraft, to recipient: RecipientPublicKey) {
    content = .draft(draft)
    self.recipient = recipient
  }

  /// An event that has been encoded: the same one for many devices.
  public init(_ event: EncodedEvent, to recipient: RecipientPublicKey) {
    content = .encoded(event)
    self.recipient = recipient
  }
}

/// What became of an item.
public struct BatchResult: Sendable {
  /// Which item it was, counted from 0.
  public let index: Int
  /// The envelope, or why there is none.
  public let envelope: Result<Envelope, SealError>
}

/// When results of a batch are given.
public enum BatchOrder: Sendable {
  /// In the order of the items; a result waits for those before it.
  case asGiven
  /// As they come, told apart by their index.
  case asReady
}
