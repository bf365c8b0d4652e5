import SealEnvelope

/// An object of a file of vectors, member by member: what is asked for has to be there, and what nobody has asked for
/// must not be.
struct Members {
  let object: JSONObject
  /// Where it stands, for whoever mends the file.
  let place: String
  private var asked: [String] = []

  init(_ object: JSONObject, at place: String) {
    self.object = object
    self.place = place
  }

  func fault(_ reason: String) -> VectorFault { VectorFault("\(place): \(reason)") }

  /// Every member has been asked for.
  func end() throws(VectorFault) {
    for member in object.members where !asked.contains(where: { $0.utf8.elementsEqual(member.name.utf8) }) {
      throw fault("an unknown member \"\(member.name)\"")
    }
  }

  mutating func optional(_ name: String) -> JSONValue? {
    asked.append(name)
    return object[name]
  }

  mutating func value(_ name: String) throws(VectorFault) -> JSONValue {
    guard let value = optional(name) else { throw fault("\"\(name)\" is missing") }
    return value
  }

  mutating func string(_ name: String) throws(VectorFault) -> String {
    guard case .string(let text) = try value(name) else { throw fault("\"\(name)\" is not a string") }
    return text
  }

  mutating func optionalString(_ name: String) throws(VectorFault) -> String? {
    object[name] == nil ? nil : try string(name)
  }

  mutating func bool(_ name: String) throws(VectorFault) -> Bool {
    guard case .bool(let value) = try value(name) else { throw fault("\"\(name)\" is not true or false") }
    return value
  }

  mutating func integer(_ name: String) throws(VectorFault) -> Int64 {
    guard case .integer(let value) = try value(name) else { throw fault("\"\(name)\" is not an integer") }
    return value
  }

  mutating func object(_ name: String) throws(VectorFault) -> JSONObject {
    guard case .object(let value) = try value(name) else { throw fault("\"\(name)\" is not an object") }
    return value
  }

  mutating func array(_ name: String) throws(VectorFault) -> [JSONValue] {
    guard case .array(let value) = try value(name) else { throw fault("\"\(name)\" is not an array") }
    return value
  }

  mutating func objects(_ name: String) throws(VectorFault) -> [JSONObject] {
    var objects: [JSONObject] = []
    for element in try array(name) {
      guard case .object(let object) = element else { throw fault("\"\(name)\" holds something but objects") }
      objects.append(object)
    }
    return objects
  }

  mutating func strings(_ name: String) throws(VectorFault) -> [String] {
    var strings: [String] = []
    for element in try array(name) {
      guard case .string(let string) = element else { throw fault("\"\(name)\" holds something but strings") }
      strings.append(string)
    }
    return strings
  }

  /// A member that is one of a few words.
  mutating func word<Word: RawRepresentable<String>>(_ name: String) throws(VectorFault) -> Word {
    let text = try string(name)
    guard let word = Word(rawValue: text) else { throw fault("an unknown \"\(name)\", \"\(text)\"") }
    return word
  }

  /// Bytes in hexadecimal, lower case.
  mutating func hexadecimal(_ name: String) throws(VectorFault) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(try string(name)) else { throw fault("\"\(name)\" is not hexadecimal") }
    return bytes
  }
}
