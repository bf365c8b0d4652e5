/// A JSON object: members in their order, names unique as UTF-8 bytes.
public struct JSONObject: Sendable {
  /// A name and its value.
  public struct Member: Sendable {
    /// The name, unescaped.
    public let name: String
    /// The value.
    public let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members in their order.
  public private(set) var members: [Member]

  /// An object without members.
  public init() { members = [] }

  /// Takes members in order; of those with the same name the last value stays, in the first one's place.
  public init(_ members: [(String, JSONValue)]) {
    self.init()
    self.members.reserveCapacity(members.count)
    for (name, value) in members { self[name] = value }
  }

  /// Takes members whose names are known to be unique.
  package init(unique members: [Member]) { self.members = members }

  /// The value of a member; setting `nil` removes it. Names are compared as bytes.
  public subscript(name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      let index = index(of: name)
      switch (index, newValue) {
      case (let index?, let value?): members[index] = Member(name: name, value: value)
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? { members.firstIndex { $0.name.hasSameUTF8(as: name) } }
}

extension JSONObject: Equatable {
  /// The same members in the same order, to the byte.
  public static func == (a: JSONObject, b: JSONObject) -> Bool {
    a.members.count == b.members.count
      && zip(a.members, b.members).allSatisfy { $0.name.hasSameUTF8(as: $1.name) && $0.value == $1.value }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Takes members in order; of those with the same name the last value stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
