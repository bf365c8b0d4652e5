/// What of JSON a property list, and so a notification's `userInfo` or CallKit's XPC connection, can carry.
extension JSONObject {
  /// The part of the object that a property list holds, at every depth: no null, and of names that are equal by Unicode
  /// canonical equivalence the first alone, since a dictionary knows only one of them.
  ///
  /// With `integersOnly` no other number either: a call's data crosses into CallKit, where a whole double and an integer
  /// are not told apart.
  package func propertyListPart(integersOnly: Bool) -> JSONObject {
    var names: Set<String> = []
    return JSONObject(
      unique: members.compactMap { member in
        guard let value = member.value.propertyListPart(integersOnly: integersOnly), names.insert(member.name).inserted
        else { return nil }
        return JSONObject.Member(name: member.name, value: value)
      })
  }

  /// Whether it holds neither null nor any number but integers.
  package var hasOnlyWhatCallsHold: Bool { members.allSatisfy { $0.value.hasOnlyWhatCallsHold } }

  /// The object as a property list's dictionary: `String`, `Int`, `Bool`, `Double`, arrays and dictionaries of them.
  package var propertyList: [String: Any] {
    var dictionary: [String: Any] = [:]
    for member in members where dictionary[member.name] == nil {
      dictionary[member.name] = member.value.propertyList
    }
    return dictionary
  }
}

extension JSONValue {
  fileprivate func propertyListPart(integersOnly: Bool) -> JSONValue? {
    switch self {
    case .null: nil
    case .number: integersOnly ? nil : self
    case .bool, .integer, .string: self
    case .array(let elements): .array(elements.compactMap { $0.propertyListPart(integersOnly: integersOnly) })
    case .object(let object): .object(object.propertyListPart(integersOnly: integersOnly))
    }
  }

  fileprivate var hasOnlyWhatCallsHold: Bool {
    switch self {
    case .null, .number: false
    case .bool, .integer, .string: true
    case .array(let elements): elements.allSatisfy(\.hasOnlyWhatCallsHold)
    case .object(let object): object.hasOnlyWhatCallsHold
    }
  }

  fileprivate var propertyList: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .number(let value): value
    case .string(let value): value
    case .array(let elements): elements.compactMap(\.propertyList)
    case .object(let object): object.propertyList
    }
  }
}
