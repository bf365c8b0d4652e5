package import SealCrypto

/// Keys as PEM (RFC 7468), as `openssl genpkey` and `openssl pkey` write and read them: one block, nothing but white
/// space around it, lines of any length that end in LF or CRLF.
package enum PEM {
  /// Whether a text is meant as PEM.
  package static func begins(_ text: ArraySlice<UInt8>) -> Bool { text.starts(with: "-----BEGIN ".utf8) }

  /// Reads one key.
  ///
  /// - Throws: `encoding` where it is not PEM of one block, `key` for another kind of key or one that must not be used.
  package static func key(
    parsing text: ArraySlice<UInt8>, allowsTestKeys: Bool = false
  ) throws(FormatError) -> JWK.Key {
    var lines = text.trimmed.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard lines.count >= 3, let kind = Kind(line: lines.removeFirst()) else { throw try Self.fault(text) }
    guard lines.removeLast().elementsEqual("-----END \(kind.rawValue)-----".utf8) else {
      throw FormatError(.encoding, "PEM without the END line that belongs to its BEGIN line")
    }
    let der = try decode(lines)
    let key = kind == .privateKey ? try RFC8410.privateKey(der) : try RFC8410.publicKey(der)
    if !allowsTestKeys { try TestKeys.refuse(key) }
    return key
  }

  /// The PEM of a key: PKCS#8 of a private one, SubjectPublicKeyInfo of a public one. Ends in a newline.
  package static func text(of key: JWK.Key) throws(FormatError) -> SecretBytes {
    let kind: Kind = key.isPrivate ? .privateKey : .publicKey
    let der = try RFC8410.der(of: key)
    let head = Array("-----BEGIN \(kind.rawValue)-----\n".utf8)
    let tail = Array("\n-----END \(kind.rawValue)-----\n".utf8)
    // 48 or 44 bytes: 64 characters at most, the one line that RFC 7468 §2 wants.
    let room = Base64URL.encodedCount(der.count)
    let padding = (4 - room % 4) % 4
    return try FormatError.wrapping(.key) { () throws(CryptoError) in
      try SecretBytes(count: head.count + room + padding + tail.count) { text throws(CryptoError) in
        for index in head.indices { text[index] = head[index] }
        text.withSlice(head.count..<head.count + room) { line in
          der.withSpan { SecretBase64.encode($0, .standard, into: &line) }
        }
        for index in 0..<padding { text[head.count + room + index] = UInt8(ascii: "=") }
        for index in tail.indices { text[head.count + room + padding + index] = tail[index] }
      }
    }
  }

  private enum Kind: String {
    case privateKey = "PRIVATE KEY"
    case publicKey = "PUBLIC KEY"

    init?(line: ArraySlice<UInt8>) {
      switch line {
      case let line where line.elementsEqual("-----BEGIN PRIVATE KEY-----".utf8): self = .privateKey
      case let line where line.elementsEqual("-----BEGIN PUBLIC KEY-----".utf8): self = .publicKey
      default: return nil
      }
    }
  }

  /// What a person who gave us some other PEM wants to hear.
  private static func fault(_ text: ArraySlice<UInt8>) throws(FormatError) -> FormatError {
    let known: [(String, String)] = [
      ("ENCRYPTED PRIVATE KEY", "an encrypted PEM key; decrypt it with openssl pkey, then lock the keyring"),
      ("OPENSSH PRIVATE KEY", "an OpenSSH key, not PKCS#8"),
      ("RSA ", "an RSA key; CallSeal's are X25519 and Ed25519"),
      ("EC ", "a key on another curve; CallSeal's are X25519 and Ed25519"),
      ("CERTIFICATE", "a certificate, not a key"),
    ]
    for (label, reason) in known where text.starts(with: "-----BEGIN \(label)".utf8) {
      return FormatError(.key, reason)
    }
    return FormatError(.encoding, "not PEM of one private or public key (RFC 7468)")
  }

  /// The bytes of base64 lines (RFC 4648 §4: the standard alphabet, exact padding).
  private static func decode(_ lines: [ArraySlice<UInt8>]) throws(FormatError) -> SecretBytes {
    let count = lines.reduce(0) { $0 + $1.count }
    guard count > 0, count % 4 == 0 else { throw damaged }
    var decoded = 0
    let (text, bytes) = try FormatError.wrapping(.encoding) { () throws(CryptoError) in
      let text = try SecretBytes(count: count) { text throws(CryptoError) in
        var index = 0
        for line in lines {
          for byte in line {
            text[index] = byte
            index += 1
          }
        }
      }
      return (
        text,
        try SecretBytes(count: Base64URL.largestDecodedCount(count)) { bytes throws(CryptoError) in
          decoded = text.withSpan { text in
            var end = text.count
            while text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
            return SecretBase64.decode(text.extracting(0..<end), .standard, into: &bytes) ?? 0
          }
        }
      )
    }
    _ = text
    guard decoded > 0 else { throw damaged }
    // Padding makes the bytes fewer than there was room for.
    return try bytes.withSpan { bytes throws(FormatError) in
      try FormatError.wrapping(.encoding) { () throws(CryptoError) in
        try SecretBytes(copying: bytes.extracting(0..<decoded))
      }
    }
  }

  private static var damaged: FormatError { FormatError(.encoding, "PEM whose base64 is damaged") }
}

extension ArraySlice<UInt8> {
  /// Without the white space at its ends. By its indices: to shrink a slice in place may copy what it holds.
  fileprivate var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isWhiteSpace }), let last = lastIndex(where: { !$0.isWhiteSpace }) else {
      return self[endIndex..<endIndex]
    }
    return self[first...last]
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { self == 0x20 || 0x09...0x0d ~= self }
}
