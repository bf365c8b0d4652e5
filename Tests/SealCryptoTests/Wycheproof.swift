import Foundation
import TestSupport

/// A file of Wycheproof vectors (C2SP/wycheproof, `testvectors_v1`), taken only as it is known.
///
/// A loader that passes over what it does not know can run nothing at all and be green: so this one fails on a file
/// without cases, on a count that is not the file's own, and on members, results and flags that are not listed.
struct Wycheproof {
  enum Result: String { case valid, invalid, acceptable }

  struct Fault: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  struct Case {
    let id: Int
    let result: Result
    let flags: Set<String>
    /// The members that differ from algorithm to algorithm; in a group's, those of the group.
    fileprivate let members: [String: Any]
    fileprivate let group: [String: Any]

    func bytes(_ name: String) throws -> [UInt8] {
      guard let text = members[name] as? String, text.allSatisfy(\.isHexDigit), text.count.isMultiple(of: 2) else {
        throw Fault("case \(id): \(name) is not hexadecimal")
      }
      return [UInt8](hex: text)
    }

    func integer(_ name: String) throws -> Int {
      guard let value = (members[name] ?? group[name]) as? Int else {
        throw Fault("case \(id): \(name) is not an integer")
      }
      return value
    }

    /// The group's public key, a member of a member.
    func groupKey() throws -> [UInt8] {
      guard let key = group["publicKey"] as? [String: Any], let text = key["pk"] as? String else {
        throw Fault("case \(id): no public key")
      }
      return [UInt8](hex: text)
    }
  }

  let cases: [Case]

  func count(_ result: Result) -> Int { cases.count { $0.result == result } }

  /// Reads a file of the folder.
  init(_ name: String, algorithm: String, members: Set<String>, flags: Set<String>) throws {
    let data = try PublicVectors.read("wycheproof/\(name)")
    try self.init(parsing: data, algorithm: algorithm, members: members, flags: flags)
  }

  init(parsing data: Data, algorithm: String, members: Set<String>, flags known: Set<String>) throws {
    guard let file = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let count = file["numberOfTests"] as? Int, let groups = file["testGroups"] as? [[String: Any]]
    else { throw Fault("not a file of vectors") }
    guard file["algorithm"] as? String == algorithm else { throw Fault("vectors of another algorithm") }
    let expected = members.union(["tcId", "comment", "flags", "result"])
    var cases: [Case] = []
    for group in groups {
      guard let tests = group["tests"] as? [[String: Any]] else { throw Fault("a group without tests") }
      for test in tests {
        guard Set(test.keys) == expected else { throw Fault("members \(test.keys.sorted())") }
        guard let id = test["tcId"] as? Int else { throw Fault("a case without id") }
        guard let word = test["result"] as? String, let result = Result(rawValue: word) else {
          throw Fault("case \(id): an unknown result")
        }
        guard let flags = test["flags"] as? [String], known.isSuperset(of: flags) else {
          throw Fault("case \(id): an unknown flag")
        }
        cases.append(Case(id: id, result: result, flags: Set(flags), members: test, group: group))
      }
    }
    guard !cases.isEmpty else { throw Fault("no cases") }
    guard cases.count == count else { throw Fault("\(cases.count) cases, and the file says \(count)") }
    guard Set(cases.map(\.id)).count == count else { throw Fault("a case twice") }
    self.cases = cases
  }
}
