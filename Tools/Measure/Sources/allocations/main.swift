import CCountedMalloc
import Seal
import Subjects

// What a seal and a decision ask of malloc, on average; one line of JSON for each.
let parties = try Parties()
let subject = Case(bucket: .bytes2560, isSigned: true, isFull: false)
let work = try SealWork(parties, subject)
let filter = try parties.filter()
let pushes = try (0..<1000).map { _ in parties.userInfo(try work.push()) }

func count(_ operation: String, _ number: Int, _ body: (Int) throws -> Void) rethrows {
  let before = counted_malloc_now()
  for index in 0..<number { try body(index) }
  let after = counted_malloc_now()
  let calls = (after.calls - before.calls) / UInt64(number)
  let bytes = (after.bytes - before.bytes) / UInt64(number)
  print(#"{"operation":"allocations of \#(operation)","calls":\#(calls),"bytes":\#(bytes)}"#)
}

try count("seal", pushes.count) { _ in _ = try work.push() }
count("decide", pushes.count) { _ = filter.decide(pushes[$0]) }
