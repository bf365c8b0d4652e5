private import CSodiumReference
private import Seal

/// libsodium by itself, on bytes of the same number: `crypto_sign_detached` over as many as CallSeal's sender signs,
/// and `crypto_box_seal` of as many as CallSeal's padded plaintext has. No JSON, no padding, no base64.
///
/// Buffers are made once. The bytes are those of a real event, and the signature is part of what is sealed.
package final class Reference {
  private let isSigned: Bool
  private var boxPublic = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
  private var boxSecret = [UInt8](repeating: 0, count: Int(crypto_box_SECRETKEYBYTES))
  private var signPublic = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
  private var signSecret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
  private var statement: [UInt8]
  private var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
  private var plaintext: [UInt8]
  private var box: [UInt8]
  private var opened: [UInt8]

  package init(_ parties: Parties, _ subject: Case) throws {
    guard sodium_init() >= 0 else { throw ReferenceError() }
    isSigned = subject.isSigned
    let body = try EncodedEvent(SealWork(parties, subject).draft()).body
    // What the format has a sender sign: 19 bytes of label, the recipient's key, the audience, a zero byte, the body.
    statement =
      [UInt8](repeating: 0x61, count: 19 + 32 + parties.audience.bundleIdentifier.utf8.count + 1) + body
    let head = subject.isSigned ? 73 : 1
    plaintext = [UInt8](repeating: 1, count: head) + body + [0x80]
    plaintext += [UInt8](repeating: 0, count: subject.bucket.plaintextByteCount - plaintext.count)
    box = [UInt8](repeating: 0, count: plaintext.count + crypto_box_sealbytes())
    opened = plaintext
    crypto_box_keypair(&boxPublic, &boxSecret)
    crypto_sign_keypair(&signPublic, &signSecret)
    try seal()
  }

  /// Signs where the case is signed, and seals.
  package func seal() throws {
    if isSigned {
      guard crypto_sign_detached(&signature, nil, statement, UInt64(statement.count), signSecret) == 0 else {
        throw ReferenceError()
      }
      plaintext.withUnsafeMutableBytes { plaintext in
        signature.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: plaintext[9..<73]).copyMemory(from: $0) }
      }
    }
    guard crypto_box_seal(&box, plaintext, UInt64(plaintext.count), boxPublic) == 0 else { throw ReferenceError() }
  }

  /// Opens what `seal` made, and verifies.
  package func open() throws {
    guard crypto_box_seal_open(&opened, box, UInt64(box.count), boxPublic, boxSecret) == 0 else {
      throw ReferenceError()
    }
    guard isSigned else { return }
    let isValid = opened.withUnsafeBufferPointer { opened in
      opened.baseAddress.map {
        crypto_sign_verify_detached($0 + 9, statement, UInt64(statement.count), signPublic) == 0
      }
    }
    guard isValid == true else { throw ReferenceError() }
  }
}

struct ReferenceError: Error {}
