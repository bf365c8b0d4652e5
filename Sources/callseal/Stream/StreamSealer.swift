import Seal
import SealEnvelope
import SealKeyring
import SealPlatform

/// What `seal --stream` makes of a line, on any thread.
struct StreamSealer: Sendable {
  let sealer: Sealer
  let template: PushTemplate
  let form: SealForm
  /// Where names are looked up.
  let keyring: Keyring?
  /// Whom a line without `to` is for.
  let usual: RecipientPublicKey?
  private let keys = KeyCache()

  init(
    sealer: Sealer, template: PushTemplate, form: SealForm, keyring: Keyring?, usual: RecipientPublicKey?
  ) {
    self.sealer = sealer
    self.template = template
    self.form = form
    self.keyring = keyring
    self.usual = usual
  }

  /// Appends a line's answer; whether it was sealed.
  func answer(_ line: Line, number: Int, onto output: inout [UInt8]) -> Bool {
    var input = StreamLine()
    output += "{\"line\":\(number)".utf8
    var isSealed = true
    do throws(StreamError) {
      switch line {
      case .tooLong: throw StreamError("line-too-long", "a line of more than \(Line.longest) bytes")
      case .text(let text): try input.read(text)
      }
      let (product, isCut) = try seal(input)
      writeContext(input, onto: &output)
      if isCut { output += #","cut":true"#.utf8 }
      write(product, onto: &output)
    } catch {
      isSealed = false
      writeContext(input, onto: &output)
      output += #","error":"#.utf8
      let object: JSONObject = ["code": .string(error.code), "message": .string(error.message)]
      // Words of our own: there is nothing in them that JSON does not have.
      output += (try? JSONWriter.text(object)) ?? Array("{}".utf8)
    }
    output += "}\n".utf8
    return isSealed
  }

  private func seal(_ line: StreamLine) throws(StreamError) -> (SealForm.Product, isCut: Bool) {
    let recipient = form.isSealed ? try recipient(line.recipient) : nil
    guard line.token != nil || !form.isAddressed else {
      throw StreamError("invalid-token", "\"token\" is missing: a request is for one device")
    }
    let event: (event: EncodedEvent, isCut: Bool)
    let token: DeviceToken?
    do throws(SealError) {
      token = if let text = line.token { try DeviceToken(parsing: text) } else { nil }
      event = try form.event(EventDraft(members: line.event ?? [:]), signed: sealer.signingKey != nil)
    } catch { throw StreamError(error) }
    guard form.takes(event.event.event.kind) else {
      throw StreamError("invalid-event", "\(event.event.event.kind), and a VoIP push is for a call alone")
    }
    do throws(SealError) {
      return (try form.seal(event.event, by: sealer, template, to: recipient, token: token), event.isCut)
    } catch { throw StreamError(error) }
  }

  private func recipient(_ recipient: StreamLine.Recipient) throws(StreamError) -> RecipientPublicKey {
    switch recipient {
    case .usual:
      guard let usual else { throw StreamError("unknown-recipient", "\"to\" is missing, and --to names nobody") }
      return usual
    case .named(let name):
      guard let keyring else { throw StreamError("unknown-recipient", "\"to\" is a name, and --to is no keyring") }
      do throws(KeyringError) { return try keyring.recipient(named: name, at: .now) } catch {
        throw StreamError("unknown-recipient", error.reason)
      }
    case .key(let text):
      do throws(FormatError) { return try keys.key(text) } catch { throw StreamError("invalid-key", error.reason) }
    }
  }

  private func writeContext(_ line: StreamLine, onto output: inout [UInt8]) {
    guard let context = line.context else { return }
    output += #","context":"#.utf8
    // A carriage return is white space here, and would end the line for many a reader.
    if context.contains(0x0d) { output += context.map { $0 == 0x0d ? 0x20 : $0 } } else { output += context }
  }

  private func write(_ product: SealForm.Product, onto output: inout [UInt8]) {
    switch product {
    case .envelope(let envelope): output += #","envelope":"\#(envelope.text)""#.utf8
    case .push(let push):
      output += #","push":"#.utf8
      output += push.body
    case .request(let request):
      output += #","request":"#.utf8
      output += (try? JSONWriter.text(request.json)) ?? []
    }
  }
}

/// The keys of the last lines: to read one anew takes a good part of the time of sealing.
private final class KeyCache: Sendable {
  private static let most = 4096
  /// A JWK with its `kid` has some 150 bytes; what is much longer is not kept.
  private static let longest = 512
  private let keys = Locked<[ArraySlice<UInt8>: RecipientPublicKey]>([:])

  func key(_ text: ArraySlice<UInt8>) throws(FormatError) -> RecipientPublicKey {
    guard text.count <= Self.longest else { return try RecipientPublicKey(parsingJWK: Array(text)) }
    if let known = keys.withLock({ $0[text] }) { return known }
    let bytes = Array(text)
    let key = try RecipientPublicKey(parsingJWK: bytes)
    keys.withLock { keys in
      if keys.count >= Self.most { keys.removeAll(keepingCapacity: true) }
      keys[bytes[...]] = key
    }
    return key
  }
}

extension StreamError {
  fileprivate init(_ error: SealError) { self.init(error.code.rawValue, error.reason) }
}
