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

  /// A digest of a value in whatever form it is written, which never stands as a `String` for it: SHA-256 of its kind
  /// and its text, or the digests of its parts; those of an object's members in their own order.
  static func digest(of value: SecretBytes) throws(FormatError) -> [UInt8] {
    var text = value.withSpan { [UInt8](copying: $0) }
    // Once the reader, which holds the same memory, is gone.
    defer { text.wipe() }
    return try digest(in: text)
  }

  private static func digest(in text: [UInt8]) throws(FormatError) -> [UInt8] {
    var reader = JSONReader(text)
    let digest = try digest(from: &reader, in: text)
    try reader.end()
    return digest
  }

  private static func digest(from reader: inout JSONReader, in text: [UInt8]) throws(FormatError) -> [UInt8] {
    var ahead = reader
    let extent = try ahead.extent()
    switch text[extent.lowerBound] {
    case UInt8(ascii: "{"):
      var members: [[UInt8]] = []
      try reader.object { reader, name throws(FormatError) in
        let value = try digest(from: &reader, in: text)
        members.append(try hash("name", Array(name.utf8).memory.span) + value)
      }
      members.sort { $0.lexicographicallyPrecedes($1) }
      return try hash("object", Array(members.joined()).memory.span)
    case UInt8(ascii: "["):
      var elements: [UInt8] = []
      try reader.array { reader throws(FormatError) in elements += try digest(from: &reader, in: text) }
      return try hash("array", elements.memory.span)
    case UInt8(ascii: "\""):
      guard let string = try reader.secret() else { throw FormatError(.json, "not a string") }
      return try string.withSpan { string throws(FormatError) in try hash("string", string) }
    default:
      try reader.skip()
      return try hash("other", Array(text[extent]).memory.span)
    }
  }

  private static func hash(_ kind: String, _ bytes: Span<UInt8>) throws(FormatError) -> [UInt8] {
    do throws(CryptoError) {
      let content = try SHA256.hash(bytes)
      return try SHA256.hash((Array(kind.utf8) + content).memory.span)
    } catch { throw FormatError(.key, "the cryptographic library failed") }
  }

  /// Members in the one form they have whatever white space and order they were written with, for authentication.
  static func canonical(_ members: [RawMember]) throws(FormatError) -> JSONValue {
    var pairs: [JSONObject.Member] = []
    for member in members {
      pairs.append(JSONObject.Member(name: member.name, value: try member.canonicalValue()))
    }
    return .object(JSONObject(unique: pairs.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }))
  }

  /// The value in the one form that `canonical` gives.
  private func canonicalValue() throws(FormatError) -> JSONValue {
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
