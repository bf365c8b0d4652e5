import SealCrypto
import SealEnvelope

/// A member of JSON that we do not know, as it was written: it may be another tool's secret, and is never a `String`.
struct RawMember: Sendable {
  let name: String
  let text: SecretBytes

  /// Takes the value that `reader` stands before in `source`.
  init(_ name: String, from reader: inout JSONReader, in source: [UInt8]) throws(FormatError) {
    self.name = name
    text = try Self.copy(source, reader.extent())
  }

  /// A copy of a part of a text, kept out of a `String`.
  static func copy(_ source: [UInt8], _ range: Range<Int>) throws(FormatError) -> SecretBytes {
    do throws(CryptoError) { return try SecretBytes(copying: source.memory.span.extracting(range)) } catch {
      throw FormatError(.key, "the cryptographic library failed")
    }
  }

  /// The value in the one form it has whatever white space and order it was written with, for authentication.
  func canonicalValue() throws(FormatError) -> JSONValue {
    let text = text.withSpan { [UInt8](copying: $0) }
    return try JSONReader.document(text).canonical
  }
}

extension JSONValue {
  /// The value with the members of every object in the order of their names' bytes.
  fileprivate var canonical: JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          unique: object.members.map { JSONObject.Member(name: $0.name, value: $0.value.canonical) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
    case .array(let elements): .array(elements.map(\.canonical))
    default: self
    }
  }
}
