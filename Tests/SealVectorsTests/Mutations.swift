import SealEnvelope

/// JSON, changed in one place.
enum Mutations {
  /// A step from a value to one that it holds.
  enum Step: Equatable {
    case member(String)
    case element(Int)
  }

  typealias Path = [Step]

  /// Every way to change one leaf, take one member or element away, or put one in; with the place of the change.
  static func all(of value: JSONValue) -> [(path: Path, value: JSONValue)] { all(of: value, at: []) }

  private static func all(of value: JSONValue, at path: Path) -> [(path: Path, value: JSONValue)] {
    switch value {
    case .null: return [(path, "null")]
    case .bool(let value): return [(path, .bool(!value))]
    case .integer(let value): return [(path, .integer(value ^ 1))]
    case .number(let value): return [(path, .number(value + 0.25))]
    case .string(let text): return [(path, .string(changing(text)))]
    case .array(let elements):
      var changed: [(Path, JSONValue)] = [(path, .array(elements + [.null]))]
      for (index, element) in elements.enumerated() {
        var without = elements
        without.remove(at: index)
        changed.append((path + [.element(index)], .array(without)))
        for (place, value) in all(of: element, at: path + [.element(index)]) {
          var copy = elements
          copy[index] = value
          changed.append((place, .array(copy)))
        }
      }
      return changed
    case .object(let object):
      var more = object
      more["unknown"] = 1
      var changed: [(Path, JSONValue)] = [(path + [.member("unknown")], .object(more))]
      for member in object.members {
        var without = object
        without[member.name] = nil
        changed.append((path + [.member(member.name)], .object(without)))
        for (place, value) in all(of: member.value, at: path + [.member(member.name)]) {
          var copy = object
          copy[member.name] = value
          changed.append((place, .object(copy)))
        }
      }
      return changed
    }
  }

  /// The text with a character in its middle changed.
  private static func changing(_ text: String) -> String {
    var characters = Array(text.unicodeScalars)
    guard !characters.isEmpty else { return "x" }
    let middle = characters.count / 2
    characters[middle] = characters[middle] == "B" ? "C" : "B"
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: characters)
    return String(scalars)
  }
}
