import Filter
import Seal
import SealCrypto
import SealEnvelope

/// How a valid envelope was sealed: `floor`, `ephemeral`, and `signer` where it is signed.
struct Recipe {
  private let floor: Bucket
  private let ephemeral: X25519PrivateKey
  private let signer: SenderPrivateKey?

  init(_ object: JSONObject, at place: String) throws(VectorFault) {
    var members = Members(object, at: "\(place), \"seal\"")
    guard let floor = Bucket(rawValue: Int(clamping: try members.integer("floor"))) else {
      throw members.fault("a \"floor\" that is no bucket")
    }
    self.floor = floor
    let bytes = try members.hexadecimal("ephemeral")
    do throws(CryptoError) { ephemeral = try X25519PrivateKey(scalar: SecretBytes(copying: bytes.memory.span)) } catch {
      throw members.fault("an \"ephemeral\" that is no private key")
    }
    if members.object["signer"] == nil {
      signer = nil
    } else {
      guard case .senderPrivate(let key) = try ReaderSetup.key(members.object("signer"), members) else {
        throw members.fault("a \"signer\" that is no sender's private key")
      }
      signer = key
    }
    try members.end()
  }

  /// Whether sealing the body once more gives the same envelope, to the byte.
  func reseals(_ opened: Opener.Opened, _ setup: ReaderSetup) throws(VectorFault) -> VectorOutcome {
    let sealer = Sealer(audience: setup.audience, signingKey: signer, floor: floor)
    let key = setup.keys.first { $0.publicKey.thumbprint == opened.event.recipient }
    guard let key else { return .failed(expected: "a recipient among the keys", got: "another") }
    do throws(SealError) {
      let first = try sealer.seal(body: opened.body, to: key.publicKey, ephemeral: ephemeral)
      if first == opened.envelope { return .passed }
      // Signatures may be randomized (CryptoKit's are). Then nobody can make this one again, and what is left to
      // compare is all around it.
      let second = try sealer.seal(body: opened.body, to: key.publicKey, ephemeral: ephemeral)
      guard signer != nil, first != second, first.bucket == opened.envelope.bucket else { return Self.other }
    } catch { return .failed(expected: "an envelope", got: error.reason) }
    return try resealsPlaintext(opened, key, setup.audience)
  }

  private func resealsPlaintext(
    _ opened: Opener.Opened, _ key: RecipientPrivateKey, _ audience: Audience
  ) throws(VectorFault) -> VectorOutcome {
    do throws(CryptoError) {
      let context = try EnvelopeHeader(recipient: key.keyID).keyScheduleContext(for: audience)
      let message = opened.envelope.bytes.memory.span.extracting(EnvelopeHeader.byteCount..<opened.envelope.bytes.count)
      let padded = try HPKE.open(message, with: key.key, context: context)
      guard let signer, padded.starts(with: [PlaintextLayout.signedMark] + signer.keyID.bytes) else {
        return Self.other
      }
      var resealed = [UInt8](repeating: 0, count: HPKE.encapsulatedKeyByteCount) + padded
      resealed += [UInt8](repeating: 0, count: HPKE.tagByteCount)
      var span = resealed.memory.mutableSpan
      try HPKE.seal(&span, to: key.publicKey.point, context: context, ephemeral: ephemeral)
      return resealed == [UInt8](copying: message) ? .passed : Self.other
    } catch { throw VectorFault("\(error)") }
  }

  private static let other = VectorOutcome.failed(expected: "the same envelope when sealed again", got: "another")
}
