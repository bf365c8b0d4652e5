import SealCrypto

/// Opens envelopes: proves, in the format's order, what can be proven, and names the first fault.
public struct Opener: Sendable {
  /// The app whose envelopes it opens.
  public let audience: Audience
  /// The device's keys.
  public let keys: KeySource<RecipientPrivateKey>
  /// The senders that are trusted.
  public let senders: KeySource<SenderPublicKey>
  /// Whether an event that nobody trusted has signed opens, as one without a sender.
  public let acceptsUnsigned: Bool
  private let contexts = ContextCache()

  /// Makes an opener.
  ///
  /// - Parameters:
  ///   - audience: The *app's* bundle identifier, as in `apns-topic`.
  ///   - keys: The device's keys.
  ///   - senders: The senders that are trusted.
  ///   - acceptsUnsigned: Whether an event that nobody trusted has signed opens; by default it does not.
  public init(
    audience: Audience, keys: KeySource<RecipientPrivateKey>, senders: KeySource<SenderPublicKey>,
    acceptsUnsigned: Bool = false
  ) {
    self.audience = audience
    self.keys = keys
    self.senders = senders
    self.acceptsUnsigned = acceptsUnsigned
  }

  /// What an envelope held.
  public struct Opened: Sendable {
    /// The event, and who sent it to whom.
    public let event: OpenedEvent
    /// The body's bytes: JSON in the I-JSON profile.
    public let body: [UInt8]
    /// The envelope itself.
    public let envelope: Envelope
    /// Its base64url text without padding: the one it came as, where it came so.
    let text: String
  }

  /// Opens the text of an envelope. Times are not looked at.
  ///
  /// - Parameter text: base64url, or what else a reader takes; at most 5120 characters.
  /// - Returns: What it held.
  /// - Throws: `OpenError`, the first fault in the format's order.
  public func open(_ text: String) throws(OpenError) -> Opened {
    let (envelope, isCanonical) = try parse(text)
    let (padded, recipient) = try decrypt(envelope)
    let layout: PlaintextLayout
    do throws(FormatError) { layout = try PlaintextLayout(of: padded.memory.span) } catch {
      throw OpenError(.openFailed, error.code == .padding ? .padding : .plaintext, error.reason)
    }
    let sender = try verifySender(layout, padded, recipient)
    let body = Array(padded[layout.body])
    do throws(FormatError) {
      let event = OpenedEvent(try EventBody(parsing: body), sender: sender, recipient: recipient.thumbprint)
      return Opened(event: event, body: body, envelope: envelope, text: isCanonical ? text : envelope.text)
    } catch { throw OpenError(.openFailed, .body, error.reason) }
  }

  /// The envelope, and whether its text is the very one that it is written as: then there is no need to write it again.
  private func parse(_ text: String) throws(OpenError) -> (Envelope, isCanonical: Bool) {
    do throws(FormatError) { return try Envelope.parse(text) } catch {
      switch error.code {
      case .version: throw OpenError(.unsupportedVersion, .version, error.reason)
      case .length: throw OpenError(.malformed, .length, error.reason)
      default: throw OpenError(.malformed, .encoding, error.reason)
      }
    }
  }

  /// Tries every key that has the id: ids are hints, and the tag decides.
  private func decrypt(_ envelope: Envelope) throws(OpenError) -> ([UInt8], RecipientPublicKey) {
    let answer = keys.keys(envelope.recipient)
    let isReadable = answer.isComplete || !answer.keys.isEmpty
    guard isReadable else { throw OpenError(.keysUnavailable, .key, "the device's keys cannot be read now") }
    guard !answer.keys.isEmpty else {
      throw OpenError(.unknownKey, .key, "no key with the id \(envelope.recipient)")
    }
    let header = EnvelopeHeader(recipient: envelope.recipient)
    let message = envelope.bytes.memory.span.extracting(EnvelopeHeader.byteCount..<envelope.bytes.count)
    for key in answer.keys {
      do throws(CryptoError) {
        let context = try contexts.context(of: header, for: audience)
        return (try HPKE.open(message, with: key.key, context: context), key.publicKey)
      } catch {
        switch error.code {
        case .notAuthentic: continue
        case .nonCanonical, .lowOrder:
          throw OpenError(.openFailed, .encapsulation, "an encapsulated key that is not canonical, or of low order")
        default: throw OpenError(.openFailed, .tag, "the cryptographic library failed")
        }
      }
    }
    guard answer.isComplete else {
      throw OpenError(.keysUnavailable, .key, "not all of the device's keys can be read now")
    }
    throw OpenError(.openFailed, .tag, "sealed for another key or audience, or altered on its way")
  }

  /// The sender whose signature verifies, or nothing where the policy takes that.
  private func verifySender(
    _ layout: PlaintextLayout, _ padded: [UInt8], _ recipient: RecipientPublicKey
  ) throws(OpenError) -> Thumbprint? {
    guard let (id, range) = layout.signature else {
      guard acceptsUnsigned else { throw OpenError(.untrustedSender, .sender, "nobody signed it") }
      return nil
    }
    let answer = senders.keys(id)
    if !answer.keys.isEmpty {
      let statement = SenderStatement(
        recipient: recipient, audience: audience, body: padded.memory.span.extracting(layout.body))
      let signature = padded.memory.span.extracting(range)
      for sender in answer.keys {
        // A failing library is a signature that does not verify: nothing passes because something broke.
        if (try? sender.point.accepts(signature, of: statement.bytes.memory.span)) == true { return sender.thumbprint }
      }
    }
    guard answer.isComplete else {
      throw OpenError(.keysUnavailable, .sender, "the trusted senders cannot be read now")
    }
    guard answer.keys.isEmpty else {
      throw OpenError(.untrustedSender, .signature, "a known sender's signature that does not verify")
    }
    guard acceptsUnsigned else { throw OpenError(.untrustedSender, .sender, "signed by nobody who is trusted") }
    return nil
  }
}

extension OpenedEvent {
  fileprivate init(_ body: EventBody, sender: Thumbprint?, recipient: Thumbprint) {
    switch body {
    case .event(let event): self.init(kind: event.kind, event: event, sender: sender, recipient: recipient)
    case .unknown(let kind): self.init(kind: kind, event: nil, sender: sender, recipient: recipient)
    }
  }
}
