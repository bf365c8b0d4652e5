package import SealCrypto

/// A key as a JWK (RFC 7517, RFC 8037): `{"kty":"OKP","crv":…,"x":…,"d":…,"kid":…}`.
///
/// Reading: an absent `kid` is computed, an `x` or `kid` that does not match is refused, other members are ignored.
package struct JWK {
  /// The four kinds of key there are, so that one can not stand for another.
  package enum Key: Sendable {
    case recipientPublic(RecipientPublicKey)
    case recipientPrivate(RecipientPrivateKey)
    case senderPublic(SenderPublicKey)
    case senderPrivate(SenderPrivateKey)

    package var thumbprint: Thumbprint {
      switch self {
      case .recipientPublic(let key): key.thumbprint
      case .recipientPrivate(let key): key.publicKey.thumbprint
      case .senderPublic(let key): key.thumbprint
      case .senderPrivate(let key): key.publicKey.thumbprint
      }
    }
  }

  package let key: Key

  /// Reads one JWK; with `allowsTestKeys` also one of the published vectors.
  ///
  /// - Throws: `json`, `testKey`, or `key` for another kind of key or one that must not be used.
  package init(parsing text: [UInt8], allowsTestKeys: Bool = false) throws(FormatError) {
    var reader = JSONReader(text)
    let members = try Members(from: &reader)
    try reader.end()
    guard let key = try members.key(allowsTestKeys: allowsTestKeys) else {
      throw FormatError(.key, "a JWK of another kind; CallSeal's are of \"kty\":\"OKP\" on X25519 or Ed25519")
    }
    self.key = key
  }

  /// Reads a JWK or a JWK Set (RFC 7517 §5); in a set, other kinds of key are passed over.
  ///
  /// - Throws: As `init(parsing:)`, and `key` for a set with none left.
  package static func keys(parsing text: [UInt8], allowsTestKeys: Bool = false) throws(FormatError) -> [Key] {
    var reader = JSONReader(text)
    var set: [Key]?
    var fault: FormatError?
    try reader.object { reader, name throws(FormatError) in
      guard name == "keys" else {
        try reader.skip()
        return
      }
      var keys: [Key] = []
      try reader.array { reader throws(FormatError) in
        let members = try Members(from: &reader)
        // A fault of one key is told after the text is known to be JSON at all.
        do throws(FormatError) {
          if let key = try members.key(allowsTestKeys: allowsTestKeys) { keys.append(key) }
        } catch { fault = fault ?? error }
      }
      set = keys
    }
    try reader.end()
    if let fault { throw fault }
    guard let set else { return [try JWK(parsing: text, allowsTestKeys: allowsTestKeys).key] }
    guard !set.isEmpty else { throw FormatError(.key, "a JWK Set without a key that CallSeal uses") }
    return set
  }

  // MARK: Writing

  /// The public JWK: one line, members in a fixed order.
  package static func publicText(curve: KeyCurve, x: [UInt8], thumbprint: Thumbprint) -> String {
    let x = Base64URL.encode(x.memory.span)
    return #"{"kty":"OKP","crv":"\#(curve.rawValue)","x":"\#(x)","kid":"\#(thumbprint)"}"#
  }

  /// The private JWK, in the owner of secrets and never in a string.
  package static func privateText(
    curve: KeyCurve, x: [UInt8], thumbprint: Thumbprint, secret: Span<UInt8>
  ) throws(FormatError) -> SecretBytes {
    let x = Base64URL.encode(x.memory.span)
    let head = Array(#"{"kty":"OKP","crv":"\#(curve.rawValue)","x":"\#(x)","d":""#.utf8)
    let tail = Array(#"","kid":"\#(thumbprint)"}"#.utf8)
    let middle = Base64URL.encodedCount(secret.count)
    do throws(CryptoError) {
      return try SecretBytes(count: head.count + middle + tail.count) { text throws(CryptoError) in
        for index in head.indices { text[index] = head[index] }
        text.withSlice(head.count..<head.count + middle) { SecretBase64.encode(secret, .url, into: &$0) }
        for index in tail.indices { text[head.count + middle + index] = tail[index] }
      }
    } catch { throw FormatError(.key, "the cryptographic library failed") }
  }
}

extension JWK {
  /// The members that matter, as they stand.
  package struct Members {
    private var kty: String?
    private var crv: String?
    private var x: String?
    private var kid: String?
    /// The text of `d`, kept out of a `String`.
    private var d: SecretBytes?
    private var isMarkedForTests = false
    /// Those of the five that are no strings. They are told of once it is known that the key is one of ours.
    private var notStrings: [String] = []

    /// Reads an object. `other` is given each further member by name, and has to read its value; skipped by default.
    package init(
      from reader: inout JSONReader,
      other: (inout JSONReader, String) throws(FormatError) -> Void = {
        reader, _ throws(FormatError) in try reader.skip()
      }
    ) throws(FormatError) {
      var members = Members()
      try reader.object { reader, name throws(FormatError) in
        switch name {
        case "kty": members.kty = try members.text(&reader, name)
        case "crv": members.crv = try members.text(&reader, name)
        case "x": members.x = try members.text(&reader, name)
        case "kid": members.kid = try members.text(&reader, name)
        case "d":
          members.d = try reader.secret()
          if members.d == nil { members.notStrings.append(name) }
        case TestKeys.mark:
          members.isMarkedForTests = true
          try reader.skip()
        default: try other(&reader, name)
        }
      }
      self = members
    }

    private init() {}

    private mutating func text(_ reader: inout JSONReader, _ name: String) throws(FormatError) -> String? {
      guard case .string(let text) = try reader.value() else {
        notStrings.append(name)
        return nil
      }
      return text
    }

    /// The key, or nothing where it is one of another kind, whatever its members are then.
    package func key(allowsTestKeys: Bool = false) throws(FormatError) -> Key? {
      // What is not said in a string is no other kind either.
      if let name = notStrings.first(where: { $0 == "kty" || $0 == "crv" }) { throw Self.notAString(name) }
      // To the byte: `==` would take a Kelvin sign for the K.
      guard let kty, kty.utf8.elementsEqual("OKP".utf8), let crv, let curve = KeyCurve(rawValue: crv) else {
        return nil
      }
      if let name = notStrings.first { throw Self.notAString(name) }
      guard let x else { throw FormatError(.key, "a JWK without \"x\"") }
      let publicBytes: [UInt8]
      do throws(FormatError) { publicBytes = try Base64URL.decode(Array(x.utf8).memory.span, .exact) } catch {
        throw Self.notBase64URL("x")
      }
      let secret = try self.secret()
      let key: Key
      switch curve {
      case .x25519:
        let publicKey = try RecipientPublicKey(rawBytes: publicBytes)
        if let secret {
          let privateKey = try secret.withSpan { scalar throws(FormatError) in try RecipientPrivateKey(rawBytes: scalar)
          }
          guard privateKey.publicKey == publicKey else { throw Self.mismatch }
          key = .recipientPrivate(privateKey)
        } else {
          key = .recipientPublic(publicKey)
        }
      case .ed25519:
        let publicKey = try SenderPublicKey(rawBytes: publicBytes)
        if let secret {
          let privateKey = try secret.withSpan { seed throws(FormatError) in try SenderPrivateKey(seed: seed) }
          guard privateKey.publicKey == publicKey else { throw Self.mismatch }
          key = .senderPrivate(privateKey)
        } else {
          key = .senderPublic(publicKey)
        }
      }
      if let kid, !kid.utf8.elementsEqual(key.thumbprint.description.utf8) {
        throw FormatError(.key, "a JWK whose \"kid\" is not its thumbprint (RFC 7638)")
      }
      if !allowsTestKeys { try TestKeys.refuse(key, isMarked: isMarkedForTests) }
      return key
    }

    private static var mismatch: FormatError {
      FormatError(.key, "a JWK whose private and public halves do not belong together")
    }

    /// The bytes of `d`: 32, of a scalar or a seed.
    private func secret() throws(FormatError) -> SecretBytes? {
      guard let d else { return nil }
      var fault: FormatError?
      let count = 32
      let secret = try FormatError.wrapping(.key) { () throws(CryptoError) in
        try SecretBytes(count: max(count, Base64URL.largestDecodedCount(d.count))) { bytes throws(CryptoError) in
          d.withSpan { text in
            switch SecretBase64.decode(text, .url, into: &bytes) {
            case nil: fault = Self.notBase64URL("d")
            case count: break
            default: fault = FormatError(.key, "a private key of the wrong length; it has 32 bytes")
            }
          }
        }
      }
      if let fault { throw fault }
      return secret
    }

    private static func notAString(_ member: String) -> FormatError {
      FormatError(.key, "a JWK whose \"\(member)\" is not a string")
    }

    private static func notBase64URL(_ member: String) -> FormatError {
      FormatError(.key, "a JWK whose \"\(member)\" is not base64url without padding")
    }
  }
}

extension JSONReader {
  /// A string's bytes, kept out of a `String`: counted first, so that they are written to one place only. Nothing for
  /// a value that is no string, which is skipped.
  package mutating func secret() throws(FormatError) -> SecretBytes? {
    var count = 0
    var ahead = self
    do throws(FormatError) { try ahead.stringBytes { _ in count += 1 } } catch {
      // No string, or one that is broken: then this fails in the same way.
      try skip()
      return nil
    }
    var fault: FormatError?
    let secret = try FormatError.wrapping(.key) { () throws(CryptoError) in
      try SecretBytes(count: count) { bytes throws(CryptoError) in
        var index = 0
        do throws(FormatError) {
          try stringBytes { byte in
            bytes[index] = byte
            index += 1
          }
        } catch { fault = error }
      }
    }
    if let fault { throw fault }
    return secret
  }
}
