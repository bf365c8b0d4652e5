import SealEnvelope

/// Keys as PEM (RFC 7468, RFC 8410).
enum PEMVectors {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    var group = GroupDraft(type: .pem, comment: "PEM", members: [])
    func add(
      _ comment: String, _ meant: String, _ text: String, _ answer: [(String, JSONValue)], _ expect: VectorLayer? = nil
    ) {
      group.tests.append(
        TestDraft(
          comment: comment, flags: [.keyFile], inputs: [("meant", .string(meant)), ("pem", .string(text))],
          expect: expect, outputs: expect == nil ? answer : []))
    }
    let device = JWKVectors.answer(cast.alice.publicKey, cast.alice.thumbprint)
    let sender = JWKVectors.answer(cast.carol.publicKey, cast.carol.thumbprint)
    let devicePrivate = privateDER(0x6e, cast.alice.scalar)
    let text = pem("PRIVATE KEY", devicePrivate)
    let publicText = pem("PUBLIC KEY", publicDER(0x6e, cast.alice.publicKey))
    add("a device's private key", "device-private", text, device)
    add("a device's public key", "device-public", publicText, device)
    add("a sender's private key", "sender-private", pem("PRIVATE KEY", privateDER(0x70, cast.carol.seed)), sender)
    add("a sender's public key", "sender-public", pem("PUBLIC KEY", publicDER(0x70, cast.carol.publicKey)), sender)
    add("lines that end in CR LF", "device-private", text.map { $0 == "\n" ? "\r\n" : String($0) }.joined(), device)
    add("no line's end behind it", "device-private", String(text.dropLast()), device)
    add("white space around it", "device-private", "\n \t" + text + "\n\n", device)
    let folded = text.replacingFirst("MC", with: "M\nC").replacingFirst("\n-----END", with: " \n\n-----END")
    add("lines of any length, and white space at their ends", "device-private", folded, device)
    add(
      "a private key with its public half (RFC 5958)", "device-private",
      pem("PRIVATE KEY", privateDER(0x6e, cast.alice.scalar, cast.alice.publicKey)), device)

    func refused(_ comment: String, _ expect: VectorLayer, _ text: String, meant: String = "device-private") {
      add(comment, meant, text, [], expect)
    }
    refused("a public key where a private one is meant", .key, publicText)
    refused("a private key where a public one is meant", .key, text, meant: "device-public")
    refused("a sender's key where a device's is meant", .key, pem("PRIVATE KEY", privateDER(0x70, cast.carol.seed)))
    refused("an X448 key's identifier", .key, pem("PRIVATE KEY", privateDER(0x6f, cast.alice.scalar)))
    refused("a byte behind the key", .key, pem("PRIVATE KEY", devicePrivate + [0]))
    refused("cut by a byte", .key, pem("PRIVATE KEY", Array(devicePrivate.dropLast())))
    refused(
      "a private key's DER under a public key's label", .key, pem("PUBLIC KEY", devicePrivate), meant: "device-public")
    refused(
      "a public key of low order", .key, pem("PUBLIC KEY", publicDER(0x6e, [UInt8](repeating: 0, count: 32))),
      meant: "device-public")
    refused(
      "a public key that is not canonical", .key,
      pem("PUBLIC KEY", publicDER(0x6e, [0xf6] + [UInt8](repeating: 0xff, count: 30) + [0x7f])), meant: "device-public")
    refused(
      "a private key with another one's public half", .key,
      pem("PRIVATE KEY", privateDER(0x6e, cast.alice.scalar, cast.bob.publicKey)))
    refused("no text", .encoding, "")
    refused("no END line", .encoding, String(text.prefix(90)))
    refused("another END line than BEGIN line", .encoding, text.replacingFirst("END PRIVATE", with: "END PUBLIC"))
    refused("no base64 between the lines", .encoding, pem("PRIVATE KEY", []))
    refused("a foreign character in the base64", .encoding, text.replacingFirst("MC", with: "M*"))
    refused("base64url", .encoding, text.replacingFirst("MC", with: "_-"))
    refused("padding left out", .encoding, publicText.replacingFirst("=", with: ""), meant: "device-public")
    refused("padding where none belongs", .encoding, text.replacingFirst("\n-----END", with: "====\n-----END"))
    refused("text before it", .encoding, "key:\n" + text)
    refused("an unknown label", .encoding, text.replacingFirst("PRIVATE KEY", with: "SECRET KEY"))
    refused("a byte order mark", .encoding, "\u{feff}" + text)
    refused("two keys", .encoding, text + text)
    return [group]
  }

  private static func privateDER(_ curve: UInt8, _ secret: [UInt8]) -> [UInt8] {
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, curve, 0x04, 0x22, 0x04, 0x20] + secret
  }

  private static func privateDER(_ curve: UInt8, _ secret: [UInt8], _ publicKey: [UInt8]) -> [UInt8] {
    [0x30, 0x51, 0x02, 0x01, 0x01, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, curve, 0x04, 0x22, 0x04, 0x20] + secret
      + [0x81, 0x21, 0x00] + publicKey
  }

  private static func publicDER(_ curve: UInt8, _ key: [UInt8]) -> [UInt8] {
    [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, curve, 0x03, 0x21, 0x00] + key
  }

  private static func pem(_ label: String, _ der: [UInt8]) -> String {
    let text = Spelling.standard(JWKVectors.base64(der))
    let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    return "-----BEGIN \(label)-----\n\(padded)\n-----END \(label)-----\n"
  }
}
