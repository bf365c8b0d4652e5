import SealEnvelope

/// The envelope's text in what somebody has at hand: the text itself with a line's end behind it, or a push.
struct SealedText {
  let text: String

  /// - Throws: what is no JSON, or JSON without a `sealed` that is a string, as malformed.
  init(_ input: Input, explains: Bool) throws(Failure) {
    guard input.bytes.first == UInt8(ascii: "{") else {
      let line = input.bytes.last == UInt8(ascii: "\n") ? input.bytes.dropLast() : input.bytes[...]
      text = String(decoding: line, as: UTF8.self)
      return
    }
    let sealed: JSONValue?
    do throws(FormatError) { sealed = try JSONReader.member("sealed", of: input.bytes) } catch {
      throw Self.failure("not a push: \(error.reason)", input, explains)
    }
    switch sealed {
    case .string(let text): self.text = text
    case nil: throw Self.failure("a push without \"sealed\"; it is not CallSeal's", input, explains)
    default: throw Self.failure("a push whose \"sealed\" is not a string", input, explains)
    }
  }

  /// Whether it is an envelope's text at all is the first thing that a reader looks at.
  private static func failure(_ message: String, _ input: Input, _ explains: Bool) -> Failure {
    if explains { Voice.say("stage: encoding") }
    return Failure(.malformed, "\(input.name): \(message)")
  }
}
