import Filter
import Seal
import Subjects

/// One operation, many times, and nothing else that would be counted with it but the preparations.
enum Repetition {
  static func run(_ operation: String, _ subject: Case, _ parties: Parties, count: Int) throws {
    let work = try SealWork(parties, subject)
    let reference = try Reference(parties, subject)
    switch operation {
    case "seal": for _ in 0..<count { keep(try work.push()) }
    case "seal-reference": for _ in 0..<count { try reference.seal() }
    case "open-reference": for _ in 0..<count { try reference.open() }
    case "push":
      // As `decide`, without deciding: what has to be taken off its count.
      let filter = try parties.filter()
      for _ in 0..<count { keep(parties.userInfo(try work.push())) }
      keep(filter)
    case "decide":
      let filter = try parties.filter()
      for _ in 0..<count { keep(filter.decide(parties.userInfo(try work.push()))) }
    default: throw UnknownOperation()
    }
  }
}

struct UnknownOperation: Error {}
