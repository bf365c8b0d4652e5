package import SealCrypto

/// The DER of X25519 and Ed25519 keys (RFC 8410): PKCS#8 for private ones, SubjectPublicKeyInfo for public ones.
///
/// DER has one encoding for each value, and of these two structures nothing varies but the key itself. So reading is
/// comparing with the bytes that must stand around the key: there is no parser that a hostile length could lead astray.
///
/// ```
/// private  30 2e  02 01 00  30 05 06 03 2b 65 xx  04 22 04 20  <32 bytes>
///          30 51  02 01 01  30 05 06 03 2b 65 xx  04 22 04 20  <32 bytes>  81 21 00  <32 bytes of the public key>
/// public   30 2a            30 05 06 03 2b 65 xx  03 21 00     <32 bytes>
/// ```
/// `xx` is 6e for X25519 (1.3.101.110) and 70 for Ed25519 (1.3.101.112). The second form is RFC 5958's, version 2: some
/// tools write it; what it says of the public key has to be true.
package enum RFC8410 {
  /// Reads a PKCS#8 private key.
  package static func privateKey(_ der: SecretBytes) throws(FormatError) -> JWK.Key {
    try der.withSpan { der throws(FormatError) in
      for curve in [KeyCurve.x25519, .ed25519] {
        if der.begins(with: privateHead(curve)), der.count == 48 {
          return try privateKey(curve, der.extracting(16..<48))
        }
        if der.begins(with: privateHeadV2(curve)), der.count == 83 {
          guard der.extracting(48..<51).begins(with: [0x81, 0x21, 0x00]) else { throw other }
          let key = try privateKey(curve, der.extracting(16..<48))
          guard der.extracting(51..<83).begins(with: key.publicBytes) else {
            throw FormatError(.key, "a private key whose public half is another one's")
          }
          return key
        }
      }
      throw other
    }
  }

  /// Reads a SubjectPublicKeyInfo.
  package static func publicKey(_ der: SecretBytes) throws(FormatError) -> JWK.Key {
    try der.withSpan { der throws(FormatError) in
      for curve in [KeyCurve.x25519, .ed25519] where der.begins(with: publicHead(curve)) && der.count == 44 {
        let bytes = [UInt8](copying: der.extracting(12..<44))
        switch curve {
        case .x25519: return .recipientPublic(try RecipientPublicKey(rawBytes: bytes))
        case .ed25519: return .senderPublic(try SenderPublicKey(rawBytes: bytes))
        }
      }
      throw other
    }
  }

  /// The DER of a key: PKCS#8, version 1, or SubjectPublicKeyInfo.
  package static func der(of key: JWK.Key) throws(FormatError) -> SecretBytes {
    switch key {
    case .recipientPublic, .senderPublic: try joined(publicHead(key.curve), key.publicBytes.memory.span)
    case .recipientPrivate(let key):
      try key.withRawBytes { secret throws(FormatError) in try joined(privateHead(.x25519), secret) }
    case .senderPrivate(let key):
      try key.withSeed { secret throws(FormatError) in try joined(privateHead(.ed25519), secret) }
    }
  }

  private static func joined(_ head: [UInt8], _ tail: Span<UInt8>) throws(FormatError) -> SecretBytes {
    try FormatError.wrapping(.key) { () throws(CryptoError) in
      try SecretBytes(count: head.count + tail.count) { bytes throws(CryptoError) in
        for index in head.indices { bytes[index] = head[index] }
        for index in 0..<tail.count { bytes[head.count + index] = tail[index] }
      }
    }
  }

  private static func privateKey(_ curve: KeyCurve, _ secret: Span<UInt8>) throws(FormatError) -> JWK.Key {
    switch curve {
    case .x25519: .recipientPrivate(try RecipientPrivateKey(rawBytes: secret))
    case .ed25519: .senderPrivate(try SenderPrivateKey(seed: secret))
    }
  }

  private static func algorithm(_ curve: KeyCurve) -> [UInt8] {
    [0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, curve == .x25519 ? 0x6e : 0x70]
  }

  private static func privateHead(_ curve: KeyCurve) -> [UInt8] {
    [0x30, 0x2e, 0x02, 0x01, 0x00] + algorithm(curve) + [0x04, 0x22, 0x04, 0x20]
  }

  private static func privateHeadV2(_ curve: KeyCurve) -> [UInt8] {
    [0x30, 0x51, 0x02, 0x01, 0x01] + algorithm(curve) + [0x04, 0x22, 0x04, 0x20]
  }

  private static func publicHead(_ curve: KeyCurve) -> [UInt8] {
    [0x30, 0x2a] + algorithm(curve) + [0x03, 0x21, 0x00]
  }

  private static var other: FormatError {
    FormatError(.key, "PEM of another kind of key, or damaged; CallSeal's are X25519 and Ed25519 (RFC 8410)")
  }
}

extension JWK.Key {
  /// The curve it is on.
  package var curve: KeyCurve {
    switch self {
    case .recipientPublic, .recipientPrivate: .x25519
    case .senderPublic, .senderPrivate: .ed25519
    }
  }

  /// Whether it has its private half.
  package var isPrivate: Bool {
    switch self {
    case .recipientPublic, .senderPublic: false
    case .recipientPrivate, .senderPrivate: true
    }
  }

  /// The 32 bytes of its public half.
  package var publicBytes: [UInt8] {
    switch self {
    case .recipientPublic(let key): key.rawBytes
    case .recipientPrivate(let key): key.publicKey.rawBytes
    case .senderPublic(let key): key.rawBytes
    case .senderPrivate(let key): key.publicKey.rawBytes
    }
  }

  /// Its public half.
  package var publicHalf: JWK.Key {
    switch self {
    case .recipientPublic, .senderPublic: self
    case .recipientPrivate(let key): .recipientPublic(key.publicKey)
    case .senderPrivate(let key): .senderPublic(key.publicKey)
    }
  }

  /// Its JWK, one line of JSON without a newline.
  package func jwk() throws(FormatError) -> SecretBytes {
    let text: String
    switch self {
    case .recipientPrivate(let key): return try key.privateJWK()
    case .senderPrivate(let key): return try key.privateJWK()
    case .recipientPublic(let key): text = key.jwk
    case .senderPublic(let key): text = key.jwk
    }
    return try FormatError.wrapping(.key) { () throws(CryptoError) in
      try SecretBytes(copying: Array(text.utf8).memory.span)
    }
  }
}

extension Span<UInt8> {
  /// Whether the first bytes are these. Not in constant time: what is compared is public.
  func begins(with bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    for index in bytes.indices where self[index] != bytes[index] { return false }
    return true
  }
}
