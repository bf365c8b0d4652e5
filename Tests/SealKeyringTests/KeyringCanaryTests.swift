import Foundation
import SealCrypto
import SealEnvelope
import SealKeyring
import TestSupport
import Testing

/// Secrets leave memory: a process uses a key whose bytes we know, lets go of it, and looks for them in all it has.
struct KeyringCanaryTests {
  @Test(
    .disabled(if: Sanitizer.isOn, "its shadow of the memory has terabytes"),
    arguments: ["read", "write", "export", "import", "locked"])
  func leavesNoSecretBehind(kind: String) throws {
    let scratch = try Scratch()
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: 0xa8 ^ ($0 &* 37)) }
    let key = JWK.Key.recipientPrivate(try RecipientPrivateKey(rawBytes: bytes.memory.span))
    var keyring = Keyring()
    // In the middle of a large file, whose memory is not used again at once.
    for number in 0..<40 {
      if number == 20 { try keyring.importKey(key, label: label("canary"), now: now) }
      try keyring.trust(SenderPrivateKey.fresh(), label: label("sender \(number)"), now: now)
    }
    let text = kind == "import" ? try PEM.text(of: key) : try keyring.text()
    // What the child looks for is there to be found. PEM is base64 from two bytes further on, since DER stands before.
    let pattern =
      kind == "import"
      ? Base64URL.encode(Array(bytes[2...]).memory.span).replacingOccurrences(of: "-", with: "+")
        .replacingOccurrences(of: "_", with: "/")
      : Base64URL.encode(bytes.memory.span)
    #expect(text.string.contains(pattern))
    let path = try scratch.write("ring", text.bytes)
    let ended = try child("canary", path, kind)
    #expect(ended.status == 0)
    #expect(ended.text == "baits 1 secrets 0 texts 0 pems 0\n")
  }
}
