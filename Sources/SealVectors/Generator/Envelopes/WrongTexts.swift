import SealCrypto
import SealEnvelope

/// Texts that are not the one spelling of an envelope's bytes, each of which a careless decoder turns into an envelope
/// that opens.
enum WrongTexts {
  static func groups(_ cast: Cast) throws -> [GroupDraft] {
    var group = EnvelopeGroup(cast, "Texts that are not base64url")
    for (bucket, pad) in [(512, "="), (1024, "==")] {
      let text = try self.text(cast, bucket)
      let name = "an envelope of \(bucket + 57) bytes"
      func add(_ comment: String, _ text: String) {
        group.invalid("\(name): \(comment)", [.spelling], .encoding, text: text)
      }
      add("a line feed behind it", text + "\n")
      add("a space before it", " " + text)
      add("a line feed after 64 characters", text.prefix(64) + "\n" + text.dropFirst(64))
      add("a carriage return and a line feed in the middle", text.prefix(76) + "\r\n" + text.dropFirst(76))
      add("a tab in the middle", text.prefix(100) + "\t" + text.dropFirst(100))
      add("both alphabets", Spelling.standard(String(text.prefix(300))) + text.dropFirst(300))
      add("a padding character too many", text + pad + "=")
      add("three padding characters too many", text + pad + "====")
      add("padding in the middle", text.prefix(200) + "==" + text.dropFirst(200))
      add("padding before it", pad + text)
      add("a percent escape", text.dropLast() + "%41")
      add("a comma in place of a character", text.prefix(30) + "," + text.dropFirst(31))
      add("a full-width letter in place of a character", text.prefix(30) + "\u{ff21}" + text.dropFirst(31))
      add("a zero byte behind it", text + "\0")
      add("a byte order mark before it", "\u{feff}" + text)
      add("a bit set behind the last byte", WrongTexts.settingSpareBit(text))
      add("bits set behind the last byte, exact padding", WrongTexts.settingSpareBit(text) + pad)
      add("a quotation mark around it", "\"\(text)\"")
    }
    let long = try text(cast, 1024)
    group.invalid("one padding character where two belong", [.spelling], .encoding, text: long + "=")
    let short = try text(cast, 512)
    group.invalid("two padding characters where one belongs", [.spelling], .encoding, text: short + "==")
    group.invalid("two characters more, a length that no bytes have", [.spelling], .encoding, text: short + "AA")
    group.invalid("no characters", [.spelling], .encoding, text: "")
    group.invalid("padding alone", [.spelling], .encoding, text: "====")
    group.invalid("one character", [.spelling], .encoding, text: "A")
    group.invalid("hexadecimal digits of 570 bytes", [.spelling], .version, text: String(repeating: "01", count: 570))
    let most = Envelope.largestText
    group.invalid(
      "5120 characters, of which one is foreign: short enough to be decoded", [.boundary, .precedence], .encoding,
      text: String(repeating: "A", count: most - 1) + "!")
    group.invalid(
      "5121 characters, of which one is foreign: too long to be decoded at all", [.boundary, .precedence], .length,
      text: String(repeating: "A", count: most) + "!")
    group.invalid(
      "5121 characters of base64url", [.boundary], .length, text: String(repeating: "A", count: most + 1))
    group.invalid(
      "an envelope behind 5121 spaces", [.boundary, .precedence], .length,
      text: String(repeating: " ", count: most + 1) + short)
    return [group.draft]
  }

  /// An envelope that opens, chosen so that its text has characters that only one of the alphabets has, early and late.
  static func text(_ cast: Cast, _ bucket: Int) throws -> String {
    for attempt in 0..<100 {
      let envelope = try signed(cast, "wrong texts \(bucket) \(attempt)", bucket: bucket)
      let text = Base64URL.encode(envelope.memory.span)
      let isMixed = [text.prefix(300), text.dropFirst(300)].allSatisfy { $0.contains("-") && $0.contains("_") }
      if isMixed { return text }
    }
    throw VectorFault("no envelope with all characters")
  }

  /// A call from Carol to Alice, as it should be.
  static func signed(_ cast: Cast, _ name: String, bucket: Int = 512) throws -> [UInt8] {
    let body = try Spoken.call(name).text
    let signature = try cast.carol.sign(Plaintext.statement(body, to: cast.alice))
    return try Forge(to: cast.alice).envelope(
      Plaintext.pad(Plaintext.signed(body, id: cast.carol.id, signature: signature), to: bucket), ephemeral: name)
  }

  /// The same bytes, written with a last character that has one more bit.
  private static func settingSpareBit(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard let last = text.last, let value = alphabet.firstIndex(of: last) else { return text }
    return text.dropLast() + String(alphabet[value | 1])
  }
}
