/// What of JSON a property list, and so CallKit's XPC connection, can carry: no null, and no number but integers.
extension JSONObject {
  /// The same object without the members and elements that a property list has no form for, at any depth.
  package func droppingWhatPropertyListsLack() -> JSONObject {
    JSONObject(
      unique: members.compactMap { member in
        member.value.droppingWhatPropertyListsLack().map { JSONObject.Member(name: member.name, value: $0) }
      })
  }

  /// The same object with one member of each name as Unicode compares names, the first: a Swift dictionary, and so a
  /// property list made from one, knows no more.
  package func keepingFirstOfEqualNames() -> JSONObject {
    var names: Set<String> = []
    return JSONObject(
      unique: members.compactMap { member in
        guard names.insert(member.name).inserted else { return nil }
        return JSONObject.Member(name: member.name, value: member.value.keepingFirstOfEqualNames())
      })
  }

  /// Whether there is nothing such in it.
  package var hasOnlyWhatPropertyListsHold: Bool { members.allSatisfy { $0.value.hasOnlyWhatPropertyListsHold } }
}

extension JSONValue {
  fileprivate func droppingWhatPropertyListsLack() -> JSONValue? {
    switch self {
    case .null, .number: nil
    case .bool, .integer, .string: self
    case .array(let elements): .array(elements.compactMap { $0.droppingWhatPropertyListsLack() })
    case .object(let object): .object(object.droppingWhatPropertyListsLack())
    }
  }

  fileprivate func keepingFirstOfEqualNames() -> JSONValue {
    switch self {
    case .null, .number, .bool, .integer, .string: self
    case .array(let elements): .array(elements.map { $0.keepingFirstOfEqualNames() })
    case .object(let object): .object(object.keepingFirstOfEqualNames())
    }
  }

  fileprivate var hasOnlyWhatPropertyListsHold: Bool {
    switch self {
    case .null, .number: false
    case .bool, .integer, .string: true
    case .array(let elements): elements.allSatisfy(\.hasOnlyWhatPropertyListsHold)
    case .object(let object): object.hasOnlyWhatPropertyListsHold
    }
  }

  /// The value as a property list holds it: `String`, `Int`, `Bool`, `Double`, arrays and dictionaries of them.
  ///
  /// Of names that Unicode holds equal a dictionary keeps the first, since a Swift dictionary knows only one of them.
  /// A null becomes nothing, and is dropped from what holds it.
  package var propertyList: Any? {
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

extension JSONObject {
  /// The object as a property list's dictionary.
  package var propertyList: [String: Any] {
    var dictionary: [String: Any] = [:]
    for member in members where dictionary[member.name] == nil {
      dictionary[member.name] = member.value.propertyList
    }
    return dictionary
  }
}
