/// A JSON value in the I-JSON profile (RFC 7493), numbers kept apart by how they were written.
///
/// Strings are compared as their UTF-8 bytes, never by Unicode equivalence.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction and exponent, within ±(2^53 − 1).
  case integer(Int64)
  /// Any other number that a double holds.
  case number(Double)
  /// A string without surrogates and noncharacters.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object with unique names.
  case object(JSONObject)

  /// The integers that every JSON implementation carries unharmed (RFC 7493 §2.2).
  public static let integers: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991
}

extension JSONValue: Equatable {
  /// The same value to the byte and written as the same kind of number.
  public static func == (a: JSONValue, b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number that is not an integer, even where it is whole.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of members with the same name the last one stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}
