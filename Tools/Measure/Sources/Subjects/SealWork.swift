package import Seal

/// A whole seal: from the event's values to the push's headers and body.
package struct SealWork: Sendable {
  let sealer: Sealer
  let template: PushTemplate
  let recipient: RecipientPublicKey
  /// Fills the bucket, where it is to be full.
  let filling: String?

  package init(_ parties: Parties, _ subject: Case) throws {
    sealer = parties.sealer(subject)
    template = try PushTemplate(audience: parties.audience)
    recipient = parties.device.publicKey
    guard subject.isFull else {
      filling = nil
      return
    }
    let empty = try EncodedEvent(Self.draft("")).body.count
    filling = String(
      repeating: "x", count: subject.bucket.largestBody(signed: subject.isSigned) - empty)
  }

  /// A new call each time: id and times are made anew.
  package func push() throws -> PushRequest {
    try template.alertPush(sealer.seal(Self.draft(filling), to: recipient))
  }

  package func draft() -> EventDraft { Self.draft(filling) }

  static func draft(_ filling: String?) -> EventDraft {
    .call(
      from: "+14155550123", name: "Ada Lovelace", video: false,
      data: filling.map { ["account": 17, "filling": .string($0)] } ?? ["account": 17, "room": "b5f1c2"])
  }
}
