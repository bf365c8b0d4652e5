package import SealEnvelope

/// Two JSON values that should be the same; the order of members is none of JSON's business.
package enum JSONDifference {
  /// What a vector comes to whose output is `got`.
  package static func outcome(expected: JSONValue, got: JSONValue) -> VectorOutcome {
    guard let (place, expected, got) = first(expected, got, at: "") else { return .passed }
    let name = place.isEmpty ? "" : "\(place) "
    return .failed(expected: name + word(expected), got: name + word(got))
  }

  /// The first place at which they differ, and what stands there.
  private static func first(
    _ a: JSONValue, _ b: JSONValue, at place: String
  ) -> (place: String, a: JSONValue?, b: JSONValue?)? {
    switch (a, b) {
    case (.object(let a), .object(let b)):
      for member in a.members {
        let place = place.isEmpty ? member.name : "\(place).\(member.name)"
        guard let other = b[member.name] else { return (place, member.value, nil) }
        if let difference = first(member.value, other, at: place) { return difference }
      }
      return b.members.first { a[$0.name] == nil }.map {
        (place.isEmpty ? $0.name : "\(place).\($0.name)", nil, $0.value)
      }
    case (.array(let a), .array(let b)) where a.count == b.count:
      for (index, pair) in zip(a, b).enumerated() {
        if let difference = first(pair.0, pair.1, at: "\(place)[\(index)]") { return difference }
      }
      return nil
    default: return a == b ? nil : (place, a, b)
    }
  }

  /// A value, or its beginning.
  private static func word(_ value: JSONValue?) -> String {
    guard let value else { return "absent" }
    let text = (try? JSONWriter.text(["": value])).map { String(decoding: $0, as: UTF8.self) } ?? "…"
    let inner = text.dropFirst(4).dropLast()
    return inner.count > 100 ? inner.prefix(100) + "…" : String(inner)
  }
}
