import Filter
import Seal
import Subjects

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let options = Options()
let parties = try Parties()
if let operation = options.value(of: "--repeat") {
  // For callgrind, and for a profiler: one operation, so many times.
  let count = options.number("--count", or: 1000)
  let bucket = Bucket(rawValue: options.number("--bucket", or: 2560)) ?? .bytes2560
  try Repetition.run(
    operation, Case(bucket: bucket, isSigned: !options.isGiven("--unsigned"), isFull: options.isGiven("--full")),
    parties, count: count)
  exit(0)
}
let rounds = options.number("--rounds", or: 201)
for operation in Comparison.Operation.allCases {
  for (isSigned, isFull) in [(true, false), (true, true), (false, false)] {
    for bucket in Bucket.allCases.reversed() {
      let subject = Case(bucket: bucket, isSigned: isSigned, isFull: isFull)
      let comparison = try Comparison(operation, subject, parties, rounds: rounds, repetitions: 8)
      print(operation.rawValue, subject.name, comparison.callseal, comparison.reference, comparison.ratio)
    }
  }
}
