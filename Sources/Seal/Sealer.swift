package import SealCrypto

/// Seals events for the devices of one app, as one sender.
///
/// A sealer holds nothing that changes: one serves all threads of a process.
public struct Sealer: Sendable {
  /// The app whose devices can open what it seals.
  public let audience: Audience
  /// Who signs. Without it nobody knows who sent an event, and a filter refuses it unless its policy says otherwise.
  public let signingKey: SenderPrivateKey?
  /// The smallest bucket used. Below the largest, lengths tell that whatever is longer is hardly a call.
  public let floor: Bucket

  /// Makes a sealer.
  ///
  /// - Parameters:
  ///   - audience: The app's bundle identifier, as in `apns-topic`.
  ///   - signingKey: The sender's key, or nothing for unsigned events.
  ///   - floor: The smallest bucket; by default the largest, so that every envelope looks the same.
  public init(audience: Audience, signingKey: SenderPrivateKey?, floor: Bucket = .bytes2560) {
    self.audience = audience
    self.signingKey = signingKey
    self.floor = floor
  }

  /// Seals one event for one device.
  ///
  /// - Parameters:
  ///   - draft: The event.
  ///   - recipient: The device's public key.
  ///   - now: What `sent` is where the draft does not say.
  /// - Returns: The envelope: 569, 1081, 2105 or 2617 bytes.
  /// - Throws: `SealError`: `invalidEvent`, `unknownKind`, `tooLarge` with the bytes over, `cryptography`.
  public func seal(
    _ draft: EventDraft, to recipient: RecipientPublicKey, now: UnixTime = .now
  ) throws(SealError) -> Envelope {
    try seal(EncodedEvent(draft, now: now), to: recipient)
  }

  /// Seals one event for many devices: encoded once, sealed for each.
  ///
  /// - Parameters:
  ///   - draft: The event.
  ///   - recipients: The devices' public keys.
  ///   - now: What `sent` is where the draft does not say.
  /// - Returns: The envelopes, in the order of the keys.
  /// - Throws: As `seal(_:to:now:)`.
  public func seal(
    _ draft: EventDraft, to recipients: [RecipientPublicKey], now: UnixTime = .now
  ) throws(SealError) -> [Envelope] {
    let event = try EncodedEvent(draft, now: now)
    var envelopes: [Envelope] = []
    envelopes.reserveCapacity(recipients.count)
    for recipient in recipients { envelopes.append(try seal(event, to: recipient)) }
    return envelopes
  }

  /// Seals an event that has been encoded.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - recipient: The device's public key.
  /// - Returns: The envelope.
  /// - Throws: `SealError`: `tooLarge` with the bytes over, `cryptography`.
  public func seal(_ event: EncodedEvent, to recipient: RecipientPublicKey) throws(SealError) -> Envelope {
    try seal(body: event.body, to: recipient, ephemeral: nil)
  }

  /// Seals any bytes as a body, with a given ephemeral key where one is given: for vectors, whose bytes must not change
  /// and whose bodies must be wrong. A key used for two messages gives both away.
  package func seal(
    body: [UInt8], to recipient: RecipientPublicKey, ephemeral: X25519PrivateKey?
  ) throws(SealError) -> Envelope {
    let isSigned = signingKey != nil
    guard let bucket = Bucket(fitting: body.count, signed: isSigned, floor: floor) else {
      let over = body.count - Bucket.bytes2560.largestBody(signed: isSigned)
      throw SealError(.tooLarge, "the event is \(over) bytes larger than fits an envelope", bytesOver: over)
    }
    do throws(CryptoError) {
      let ephemeral = if let ephemeral { ephemeral } else { try X25519PrivateKey.generate() }
      let bytes = try envelope(around: body, bucket, to: recipient, ephemeral: ephemeral)
      return Envelope(sealed: bytes, bucket: bucket)
    } catch { throw SealError(.cryptography, "\(error)") }
  }

  /// The whole envelope is written in one buffer: the plaintext where the ciphertext will stand.
  private func envelope(
    around body: [UInt8], _ bucket: Bucket, to recipient: RecipientPublicKey, ephemeral: X25519PrivateKey
  ) throws(CryptoError) -> [UInt8] {
    let header = EnvelopeHeader(recipient: recipient.keyID)
    let start = EnvelopeHeader.byteCount + HPKE.encapsulatedKeyByteCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bucket.envelopeByteCount)
    bytes += header.bytes
    bytes += repeatElement(0, count: start - bytes.count)
    if let signingKey {
      let statement = SenderStatement(recipient: recipient, audience: audience, body: body.memory.span)
      var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
      var span = signature.memory.mutableSpan
      try signingKey.key.sign(statement.bytes.memory.span, into: &span)
      bytes.append(PlaintextLayout.signedMark)
      bytes += signingKey.keyID.bytes
      bytes += signature
    } else {
      bytes.append(PlaintextLayout.unsignedMark)
    }
    bytes += body
    bytes.append(PlaintextLayout.paddingMark)
    bytes += repeatElement(0, count: bucket.envelopeByteCount - bytes.count)

    let context = try header.keyScheduleContext(for: audience)
    var span = bytes.memory.mutableSpan
    try span.withSlice(EnvelopeHeader.byteCount..<bucket.envelopeByteCount) { message throws(CryptoError) in
      try HPKE.seal(&message, to: recipient.point, context: context, ephemeral: ephemeral)
    }
    return bytes
  }
}
