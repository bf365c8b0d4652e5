import Foundation
import SealCrypto
import SealEnvelope
import TestSupport
import Testing

/// Keys as PEM, with OpenSSL as the judge.
struct PEMTests {
  private static let algorithms = ["X25519", "ED25519"]

  private func generate(_ algorithm: String) throws -> JWK.Key {
    algorithm == "X25519" ? .recipientPrivate(try .generate()) : .senderPrivate(try .generate())
  }

  @Test(arguments: algorithms)
  func readsWhatOpenSSLWrites(algorithm: String) throws {
    let scratch = try Scratch()
    let (privatePath, publicPath) = (scratch.path("private.pem"), scratch.path("public.pem"))
    #expect(try openssl("genpkey", "-algorithm", algorithm, "-out", privatePath).status == 0)
    #expect(try openssl("pkey", "-in", privatePath, "-pubout", "-out", publicPath).status == 0)
    let privateText = try [UInt8](Data(contentsOf: URL(fileURLWithPath: privatePath)))
    let publicText = try [UInt8](Data(contentsOf: URL(fileURLWithPath: publicPath)))
    let privateKey = try #require(KeyText.keys(parsing: privateText).first)
    let publicKey = try #require(KeyText.keys(parsing: publicText).first)
    #expect(privateKey.isPrivate && !publicKey.isPrivate)
    #expect(privateKey.curve == (algorithm == "X25519" ? .x25519 : .ed25519))
    #expect(privateKey.publicHalf.publicBytes == publicKey.publicBytes)
    // And writes the same bytes.
    #expect(try PEM.text(of: privateKey).bytes == privateText)
    #expect(try PEM.text(of: publicKey).bytes == publicText)
  }

  @Test(arguments: algorithms)
  func openSSLReadsWhatIsWritten(algorithm: String) throws {
    let scratch = try Scratch()
    let key = try generate(algorithm)
    let path = try scratch.write("private.pem", PEM.text(of: key).bytes)
    let publicPath = try scratch.write("public.pem", PEM.text(of: key.publicHalf).bytes)
    let text = try openssl("pkey", "-in", path, "-pubout")
    #expect(text.status == 0)
    #expect(try text.output == PEM.text(of: key.publicHalf).bytes)
    let read = try openssl("pkey", "-pubin", "-in", publicPath, "-pubout")
    #expect(read.status == 0 && read.output == text.output)
  }

  /// OpenSSL computes the public half of scalars and seeds that begin and end with zeros, and so do we.
  @Test(arguments: algorithms, [(0, 1), (0, 8), (31, 1), (24, 8), (0, 31), (1, 31)])
  func keepsZerosAtTheEnds(algorithm: String, zeros: (start: Int, count: Int)) throws {
    let scratch = try Scratch()
    var bytes = (1...32).map { UInt8($0 * 7) }
    for index in zeros.start..<zeros.start + zeros.count { bytes[index] = 0 }
    let key: JWK.Key =
      algorithm == "X25519"
      ? .recipientPrivate(try RecipientPrivateKey(rawBytes: bytes.memory.span))
      : .senderPrivate(try SenderPrivateKey(seed: bytes.memory.span))
    let path = try scratch.write("key.pem", PEM.text(of: key).bytes)
    #expect(try openssl("pkey", "-in", path, "-pubout").output == PEM.text(of: key.publicHalf).bytes)
    for text in [try PEM.text(of: key).bytes, try key.jwk().bytes] {
      let again = try #require(KeyText.keys(parsing: text).first)
      #expect(again.publicBytes == key.publicBytes && again.isPrivate)
      #expect(try again.jwk().bytes == key.jwk().bytes)
    }
  }

  @Test(arguments: [
    "\r\n crlf", "\n\n\n trailing newlines", " \n\t leading space", "\n  indented", "\n narrow",
  ])
  func takesHarmlessWhiteSpace(form: String) throws {
    let key = try generate("X25519")
    let text = try PEM.text(of: key).string
    let changed: String =
      switch form.split(separator: " ").last {
      case "crlf": text.replacingOccurrences(of: "\n", with: "\r\n")
      case "newlines": text + "\n\n\n"
      case "space": " \n\t" + text
      case "narrow": text.replacingOccurrences(of: "MC4C", with: "MC\n4C")
      default: text.replacingOccurrences(of: "\n", with: "\n  ")
      }
    #expect(changed != text)
    #expect(try KeyText.keys(parsing: Array(changed.utf8)).first?.publicBytes == key.publicBytes)
  }

  @Test func tellsWhatIsWrongWithAFile() throws {
    let key = try generate("X25519")
    let pem = try PEM.text(of: key).string
    let body = pem.split(separator: "\n")[1]
    let cases: [(String, [UInt8], FormatError.Code, String)] = [
      ("bom", [0xef, 0xbb, 0xbf] + Array(pem.utf8), .encoding, "byte order mark"),
      ("bom-jwk", try [0xef, 0xbb, 0xbf] + key.jwk().bytes, .encoding, "byte order mark"),
      ("utf16-le", [0xff, 0xfe] + pem.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, .encoding, "UTF-16"),
      (
        "utf32-le", [0xff, 0xfe, 0, 0] + pem.unicodeScalars.flatMap { [UInt8($0.value), 0, 0, 0] }, .encoding, "UTF-32"
      ), ("utf32-be-unmarked", pem.unicodeScalars.flatMap { [0, 0, 0, UInt8($0.value)] }, .encoding, "UTF-32"),
      ("utf16-be-unmarked", pem.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }, .encoding, "UTF-16"),
      ("empty", [], .encoding, "empty"), ("blank", Array(" \r\n".utf8), .encoding, "empty"),
      ("text", Array("hello".utf8), .encoding, "neither"),
      ("two", Array((pem + pem).utf8), .encoding, "base64"),
      ("cut", Array(pem.dropLast(20).utf8), .encoding, "END"),
      ("end-of-another", Array(pem.replacingOccurrences(of: "END PRIVATE", with: "END PUBLIC").utf8), .encoding, "END"),
      (
        "url-alphabet", Array("-----BEGIN PRIVATE KEY-----\n\(body.dropLast(4))-_-_\n-----END PRIVATE KEY-----\n".utf8),
        .encoding, "base64"
      ),
      ("short", Array(pem.replacingOccurrences(of: body, with: body.dropLast(4)).utf8), .key, "RFC 8410"),
      ("public-label", Array(pem.replacingOccurrences(of: "PRIVATE", with: "PUBLIC").utf8), .key, "RFC 8410"),
      ("rsa", Array("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n".utf8), .key, "RSA"),
      ("openssh", Array("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END".utf8), .key, "OpenSSH"),
      ("certificate", Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END".utf8), .key, "certificate"),
    ]
    for (name, text, code, word) in cases {
      let error = #expect(throws: FormatError.self, "\(name)") { try KeyText.keys(parsing: text) }
      #expect(error?.code == code && error?.reason.contains(word) == true, "\(name): \(error?.reason ?? "")")
    }
  }

  @Test(arguments: ["rsa", "ec", "ed448", "encrypted"])
  func refusesOtherKeysOfOpenSSL(kind: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("key.pem")
    let arguments =
      switch kind {
      case "rsa": ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"]
      case "ec": ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
      case "ed448": ["genpkey", "-algorithm", "ED448"]
      default: ["genpkey", "-algorithm", "X25519", "-aes256", "-pass", "pass:test"]
      }
    #expect(try run("/usr/bin/openssl", arguments + ["-out", path]).status == 0)
    let text = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(throws: FormatError(.key, "")) { try KeyText.keys(parsing: text) }
  }

  /// RFC 8410 §10.3: a private key with its public half and an attribute, and one with neither.
  @Test func readsRFC8410Examples() throws {
    let plain = """
      -----BEGIN PRIVATE KEY-----
      MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      -----END PRIVATE KEY-----
      """
    let publicHalf = """
      -----BEGIN PUBLIC KEY-----
      MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
      -----END PUBLIC KEY-----
      """
    let key = try #require(KeyText.keys(parsing: Array(plain.utf8)).first)
    #expect(try KeyText.keys(parsing: Array(publicHalf.utf8)).first?.publicBytes == key.publicBytes)
  }

  /// RFC 5958's second version carries the public half, which has to be the right one.
  @Test(arguments: algorithms)
  func readsVersion2AndChecksItsPublicHalf(algorithm: String) throws {
    let key = try generate(algorithm)
    var der = try RFC8410.der(of: key).bytes
    der[1] = 0x51
    der[4] = 0x01
    der += [0x81, 0x21, 0x00] + key.publicBytes
    let read = try RFC8410.privateKey(SecretBytes(copying: der.memory.span))
    #expect(read.isPrivate && read.publicBytes == key.publicBytes)
    for index in der.indices where !(16..<48).contains(index) {
      var changed = der
      changed[index] ^= 0x01
      #expect(throws: FormatError(.key, ""), "byte \(index)") {
        try RFC8410.privateKey(SecretBytes(copying: changed.memory.span))
      }
    }
  }
}
