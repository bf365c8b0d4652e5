package import SealCrypto

#if canImport(Darwin)
  import Foundation
#else
  // The standard library's own normal forms, which it does not publish yet. Foundation's would make a static build
  // 12 MB larger for this.
  @_spi(_Unicode) import Swift
#endif

/// A passphrase as text. Keyboards and systems differ in how they put accents together: the same one typed on two
/// machines may be two texts to the byte. So it is composed (Unicode's NFC) before it is set; and it opens a lock in
/// whichever form it was set, since earlier versions took it as it came.
package enum PassphraseText {
  /// The fewest characters that are not warned about: five words of a list, or a dozen characters at random.
  package static let shortest = 12

  /// What is wrong with it as text, for a message; nothing where it can be typed as it is.
  package static func fault(_ passphrase: SecretBytes) -> String? {
    let (startsWithMark, hasNul) = passphrase.withSpan { bytes in
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      var hasNul = false
      for index in 0..<bytes.count where bytes[index] == 0 { hasNul = true }
      return (bytes.count >= 3 && mark.indices.allSatisfy { bytes[$0] == mark[$0] }, hasNul)
    }
    if startsWithMark { return "begins with a byte order mark, which nobody can type" }
    if hasNul { return "holds a NUL byte; it may be UTF-16, and nobody can type that" }
    return isUTF8(passphrase) ? nil : "is not UTF-8"
  }

  /// Whether it is nothing but white space.
  static func isBlank(_ passphrase: SecretBytes) -> Bool {
    withText(passphrase) { $0?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? false }
  }

  /// Its length as a person counts it, roughly.
  package static func characterCount(_ passphrase: SecretBytes) -> Int {
    withText(passphrase) { $0?.unicodeScalars.count } ?? passphrase.count
  }

  /// The form in which it is set: composed; what is not UTF-8 stays as it is.
  static func composed(_ passphrase: SecretBytes) throws(CryptoError) -> SecretBytes {
    try normalized(passphrase, isComposed: true)
  }

  /// The forms in which it may have been set, the likeliest first, each once. Of ASCII there is one.
  static func forms(of passphrase: SecretBytes) throws(CryptoError) -> [SecretBytes] {
    var forms = [try composed(passphrase)]
    for form in [passphrase, try normalized(passphrase, isComposed: false)] where !forms.contains(form) {
      forms.append(form)
    }
    return forms
  }

  private static func normalized(_ passphrase: SecretBytes, isComposed: Bool) throws(CryptoError) -> SecretBytes {
    if passphrase.withSpan({ bytes in (0..<bytes.count).allSatisfy { bytes[$0] < 0x80 } }) { return passphrase }
    var bytes: [UInt8] = []
    // At most three times as long in either form (UAX 15): the array never grows and leaves a copy behind.
    bytes.reserveCapacity(3 * passphrase.count + 8)
    withText(passphrase) { text in
      guard let text else { return }
      #if canImport(Darwin)
        let form = isComposed ? text.precomposedStringWithCanonicalMapping : text.decomposedStringWithCanonicalMapping
        bytes += form.utf8
      #else
        if isComposed {
          for scalar in text._nfc { bytes += UTF8.encode(scalar) ?? .init() }
        } else {
          for scalar in text._nfd { bytes += UTF8.encode(scalar) ?? .init() }
        }
      #endif
    }
    defer { bytes.wipe() }
    return bytes.isEmpty ? passphrase : try SecretBytes(copying: bytes.memory.span)
  }

  private static func isUTF8(_ passphrase: SecretBytes) -> Bool { withText(passphrase) { $0 != nil } }

  /// Lends it as a string, which is overwritten afterwards; nothing where it is not UTF-8.
  private static func withText<Result>(_ passphrase: SecretBytes, _ body: (String?) -> Result) -> Result {
    passphrase.withSpan { bytes in
      var text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
      defer {
        // Nobody else has this string's memory: it was made above, and what is lent is not kept.
        text.withUTF8 { text in
          let memory = unsafe UnsafeMutableBufferPointer(mutating: text)
          var span = unsafe memory.mutableSpan
          Backend.wipe(&span)
        }
      }
      // What is no UTF-8 was repaired, and is another text then.
      let isSame = text.utf8.count == bytes.count && zip(text.utf8, 0..<bytes.count).allSatisfy { $0 == bytes[$1] }
      return body(isSame ? text : nil)
    }
  }
}
