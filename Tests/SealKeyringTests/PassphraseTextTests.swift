import Foundation
import SealCrypto
import SealEnvelope
import SealKeyring
import TestSupport
import Testing

struct PassphraseTextTests {
  /// Texts that are one to a person, and several to the byte.
  @Test(arguments: [
    ["caf\u{e9}", "cafe\u{301}"], ["\u{1ec7}", "e\u{323}\u{302}", "e\u{302}\u{323}", "\u{ea}\u{323}"],
    ["\u{ac01}", "\u{1100}\u{1161}\u{11a8}"], ["\u{212b}", "\u{c5}", "A\u{30a}"],
  ])
  func oneTextInAnyForm(forms: [String]) throws {
    for set in forms {
      var keyring = Keyring()
      try keyring.add(.x25519, label: label("phone"), now: now)
      try keyring.lock(with: secret(set), cost: cheapest)
      let lock = try #require(try keyring.roundTripped().lock)
      for typed in forms {
        let key = try lock.key(for: secret(typed))
        var opened = try keyring.roundTripped()
        try opened.open(with: key)
      }
      #expect(throws: KeyringError(.notOpened, "")) { _ = try lock.key(for: secret("cafe")) }
    }
  }

  /// Bytes that are no text open what they locked.
  @Test func takesBytesAsTheyAre() throws {
    let bytes = try SecretBytes(copying: [0xff, 0x00, 0x65, 0xcc].memory.span)
    var keyring = Keyring()
    try keyring.lock(with: bytes, cost: cheapest)
    _ = try #require(try keyring.roundTripped().lock).key(for: bytes)
    #expect(PassphraseText.fault(bytes) != nil)
  }

  @Test(arguments: [" ", "\t \t", "\u{3000}\u{a0}", "\u{2003}"])
  func refusesABlankOne(text: String) throws {
    var keyring = Keyring()
    #expect(throws: KeyringError(.invalid, "")) { try keyring.lock(with: secret(text), cost: cheapest) }
    #expect(keyring.lock == nil)
  }

  @Test(
    arguments: [
      ([0xef, 0xbb, 0xbf, 0x61], "byte order mark"), ([0x61, 0, 0x62], "NUL"), ([0x61, 0xff], "UTF-8"),
      ([0xc3], "UTF-8"), ([0xed, 0xa0, 0x80], "UTF-8"), ([0xc3, 0xa9], nil), ([0x61], nil),
    ] as [([UInt8], String?)])
  func saysWhatNobodyCanType(bytes: [UInt8], word: String?) throws {
    let fault = PassphraseText.fault(try SecretBytes(copying: bytes.memory.span))
    #expect((fault == nil) == (word == nil))
    if let fault, let word { #expect(fault.contains(word)) }
  }

  @Test func countsAsAPersonDoes() throws {
    #expect(PassphraseText.characterCount(try secret("caf\u{e9}")) == 4)
    #expect(PassphraseText.characterCount(try secret("correct horse")) > PassphraseText.shortest)
  }
}
