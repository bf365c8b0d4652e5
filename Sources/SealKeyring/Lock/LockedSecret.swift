import SealCrypto
import SealEnvelope

/// A private half under a keyring's lock: the nonce, and the 32 bytes with their tag.
package struct LockedSecret: Sendable {
  let nonce: [UInt8]
  let text: [UInt8]

  var members: JSONObject {
    ["nonce": .string(Base64URL.encode(nonce.memory.span)), "text": .string(Base64URL.encode(text.memory.span))]
  }

  init(nonce: [UInt8], text: [UInt8]) {
    self.nonce = nonce
    self.text = text
  }

  init(_ members: JSONObject) throws(FormatError) {
    guard members.members.count == 2 else { throw FormatError(.key, "a locked key of another kind") }
    nonce = try members.bytes("nonce", XChaChaPoly.nonceByteCount)
    text = try members.bytes("text", 32 + XChaChaPoly.tagByteCount)
  }
}

extension JSONObject {
  /// The bytes of a member in base64url, that many.
  func bytes(_ name: String, _ count: Int) throws(FormatError) -> [UInt8] {
    guard case .string(let text) = self[name] else { throw FormatError(.key, "a lock without \"\(name)\"") }
    let bytes = try Base64URL.decode(Array(text.utf8).memory.span, .exact)
    guard bytes.count == count else { throw FormatError(.key, "a lock whose \"\(name)\" has not \(count) bytes") }
    return bytes
  }
}
