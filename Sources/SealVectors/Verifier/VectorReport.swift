package import SealEnvelope

/// What came of running vectors.
package struct VectorReport: Sendable {
  /// A vector that failed.
  package struct Failure: Sendable {
    package let file: String
    package let id: Int64
    package let comment: String
    package let expected: String
    package let got: String
  }

  /// A group, in numbers.
  package struct Group: Sendable {
    package let file: String
    package let type: VectorType
    package let comment: String
    package let ran: Int
    package let failed: Int

    package var passed: Int { ran - failed }
  }

  package private(set) var groups: [Group] = []
  package private(set) var failures: [Failure] = []

  package var ran: Int { groups.reduce(0) { $0 + $1.ran } }
  package var failed: Int { failures.count }
  package var passed: Int { ran - failed }
  /// Whether something ran and nothing failed.
  package var isGood: Bool { ran > 0 && failed == 0 }

  /// Runs all vectors of `files`.
  ///
  /// - Throws: For a vector that is not what its type has to be.
  package init(running files: [VectorFile]) throws(VectorFault) {
    for file in files {
      for group in file.groups {
        let before = failures.count
        let check = try VectorCheck(group)
        for test in group.tests {
          guard case .failed(let expected, let got) = try check.outcome(of: test) else { continue }
          failures.append(
            Failure(file: file.name, id: test.id, comment: test.comment, expected: expected, got: got))
        }
        groups.append(
          Group(
            file: file.name, type: group.type, comment: group.comment, ran: group.tests.count,
            failed: failures.count - before))
      }
    }
  }

  /// For a program: one object.
  package var json: JSONObject {
    [
      "ran": .integer(Int64(ran)), "passed": .integer(Int64(passed)), "failed": .integer(Int64(failed)),
      "groups": .array(
        groups.map {
          .object([
            "file": .string($0.file), "type": .string($0.type.rawValue), "comment": .string($0.comment),
            "ran": .integer(Int64($0.ran)), "passed": .integer(Int64($0.passed)), "failed": .integer(Int64($0.failed)),
          ])
        }),
      "failures": .array(
        failures.map {
          .object([
            "file": .string($0.file), "tcId": .integer($0.id), "comment": .string($0.comment),
            "expected": .string($0.expected), "got": .string($0.got),
          ])
        }),
    ]
  }

  /// For a person: a table by group, the vectors that failed, and the totals.
  package var table: String {
    let width = max(4, groups.map(\.file.count).max() ?? 0) + 2
    var text = Self.pad("file", width) + "    ran  passed  failed  group\n"
    for group in groups {
      text += Self.pad(group.file, width) + Self.number(group.ran, 7) + Self.number(group.passed, 8)
      text += Self.number(group.failed, 8) + "  \(group.comment)\n"
    }
    for failure in failures {
      text += "\n\(failure.file) \(failure.id): \(failure.comment)\n"
      text += "  expected \(failure.expected)\n  got      \(failure.got)\n"
    }
    return text + "\n\(ran) ran, \(passed) passed, \(failed) failed\n"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func number(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
