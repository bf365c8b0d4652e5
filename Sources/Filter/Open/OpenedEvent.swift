/// Who said what to whom, as far as it has been proven.
public struct OpenedEvent: Sendable, Equatable {
  /// What it is.
  public let kind: EventKind
  /// The event; nothing where its kind is unknown, for then no other member of it is looked at.
  public let event: Event?
  /// The sender, whose signature has been verified; nothing where nobody trusted signed.
  public let sender: Thumbprint?
  /// The device key that opened it.
  public let recipient: Thumbprint

  /// What to name the request that shows a notice about it, so that it is shown once and found again; nothing where the
  /// kind is unknown.
  public var requestIdentifier: String? { event.map { CallKey($0.id, sender).requestIdentifier } }
}
