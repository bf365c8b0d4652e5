import Seal
import Subjects

// What `Tools/benchmark` runs; one line of JSON for each result.
let options = Options()
let parties = try Parties()
if let operation = options.value(of: "--repeat") {
  // For callgrind, and for a profiler: one operation, so many times.
  let subject = Case(
    bucket: Bucket(rawValue: options.number("--bucket", or: 2560)) ?? .bytes2560,
    isSigned: !options.isGiven("--unsigned"), isFull: options.isGiven("--full"))
  try Repetition.run(operation, subject, parties, count: options.number("--count", or: 1000))
} else if options.isGiven("--batch") {
  try await Batch.run(parties, count: options.number("--count", or: 10_000), rounds: options.number("--rounds", or: 7))
} else if options.isGiven("--growth") {
  try Growth.run(parties, count: options.number("--count", or: 100_000))
} else {
  for operation in Comparison.Operation.allCases {
    for (isSigned, isFull) in [(true, false), (true, true), (false, false)] {
      for bucket in Bucket.allCases.reversed() {
        let subject = Case(bucket: bucket, isSigned: isSigned, isFull: isFull)
        print(
          try Comparison(
            operation, subject, parties, rounds: options.number("--rounds", or: 201), repetitions: 8
          ).json)
      }
    }
  }
}
