package import SealEnvelope

/// The JSON of a push as the dictionary that an extension gets.
package enum UserInfo {
  /// What a null becomes: on Apple's systems an `NSNull`, so a member that is there and no string.
  private struct Null: Sendable {}

  package static func dictionary(_ object: JSONObject) -> [AnyHashable: Any] {
    var dictionary: [AnyHashable: Any] = [:]
    for member in object.members where dictionary[member.name] == nil {
      dictionary[member.name] = value(member.value)
    }
    return dictionary
  }

  private static func value(_ value: JSONValue) -> Any {
    switch value {
    case .null: Null()
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .number(let value): value
    case .string(let value): value
    case .array(let elements): elements.map { Self.value($0) }
    case .object(let object): dictionary(object)
    }
  }
}
