import Filter
import Seal

/// Who takes part in the demonstration: a phone, a server that it trusts, and a stranger, with keys made for this run.
struct DemoCast {
  let audience: Audience
  let phone: RecipientPrivateKey
  let server: SenderPrivateKey
  let stranger: SenderPrivateKey
  let template: PushTemplate
  let filter: PushFilter

  init() throws(Failure) {
    do throws(FormatError) {
      audience = try Audience("org.example.app")
      phone = try RecipientPrivateKey.generate()
      server = try SenderPrivateKey.generate()
      stranger = try SenderPrivateKey.generate()
    } catch { throw Failure(.inputOutput, error.reason) }
    do throws(SealError) { template = try PushTemplate(audience: audience) } catch {
      throw Failure(error, in: "the demonstration")
    }
    do throws(FilterError) {
      filter = PushFilter(
        FilterConfiguration(
          audience: audience, keys: try KeySource([phone]), senders: try KeySource([server.publicKey]),
          ledger: .inMemory()))
    } catch { throw Failure(.refused, error.reason) }
  }

  /// An event complete, as the server has it.
  func encode(_ draft: EventDraft, now: UnixTime) throws(Failure) -> EncodedEvent {
    do throws(SealError) { return try EncodedEvent(draft, now: now) } catch {
      throw Failure(error, in: "the demonstration")
    }
  }

  /// The push that goes to Apple, made by `sender`, or by the server.
  func push(
    _ event: EncodedEvent, by sender: SenderPrivateKey? = nil, now: UnixTime, flippingABit: Bool = false
  ) throws(Failure) -> PushRequest {
    do throws(SealError) {
      let sealer = Sealer(audience: audience, signingKey: sender ?? server)
      let envelope = try sealer.seal(event, to: phone.publicKey)
      return try template.alertPush(flippingABit ? envelope.withOneBitAltered : envelope, now: now)
    } catch { throw Failure(error, in: "the demonstration") }
  }

  /// What the phone does with a push, told nothing but its JSON.
  func decide(_ push: PushRequest, at now: UnixTime) throws(Failure) -> Decision {
    do throws(FormatError) {
      return filter.decide(UserInfo.dictionary(try JSONReader.object(push.body)), now: now)
    } catch { throw Failure(error, in: "the demonstration") }
  }
}

extension Envelope {
  /// The same with a bit of its ciphertext turned over.
  fileprivate var withOneBitAltered: Envelope {
    var altered = bytes
    altered[altered.count / 2] ^= 1
    return Envelope(sealed: altered, bucket: bucket)
  }
}
