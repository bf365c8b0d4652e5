import SealEnvelope

/// A line of `seal --stream`: `{"to":…,"event":{…},"token":"…","context":…}`.
struct StreamLine {
  enum Recipient {
    /// Whatever `--to` says.
    case usual
    /// A name in the keyring of `--to`.
    case named(String)
    /// The text of a JWK.
    case key(ArraySlice<UInt8>)
  }

  private(set) var recipient = Recipient.usual
  private(set) var event: JSONObject?
  private(set) var token: String?
  /// What the caller wants back, as it was written.
  private(set) var context: ArraySlice<UInt8>?

  /// Reads as much of a line as there is right of it, and tells what is wrong.
  mutating func read(_ text: [UInt8]) throws(StreamError) {
    do throws(FormatError) {
      var reader = JSONReader(text)
      var unknown = false
      try reader.object { reader, name throws(FormatError) in
        switch name {
        case "to":
          let extent = try reader.extent()
          switch text[extent.lowerBound] {
          case UInt8(ascii: "n"): break  // null, which reads as absent
          case UInt8(ascii: "\""): recipient = .named(try Self.string(text[extent]))
          default: recipient = .key(text[extent])
          }
        case "event":
          guard case .object(let object) = try reader.value() else {
            throw FormatError(.json, "\"event\" is an object")
          }
          event = object
        case "token":
          switch try reader.value() {
          case .null: break
          case .string(let text): token = text
          default: throw FormatError(.json, "\"token\" is a string of hexadecimal digits")
          }
        case "context": context = text[try reader.extent()]
        default:
          unknown = true
          try reader.skip()
        }
      }
      try reader.end()
      guard !unknown else {
        throw FormatError(.json, "a member that is none of \"to\", \"event\", \"token\" and \"context\"")
      }
      guard event != nil else { throw FormatError(.json, "\"event\" is missing") }
    } catch { throw StreamError("malformed-line", "not a line to seal: \(error.reason)") }
  }

  private static func string(_ text: ArraySlice<UInt8>) throws(FormatError) -> String {
    var reader = JSONReader(Array(text))
    return try reader.string()
  }
}

/// Why there is nothing for a line.
struct StreamError: Error {
  /// A word for programs.
  let code: String
  /// A sentence for people.
  let message: String

  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }
}
