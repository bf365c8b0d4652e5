import Filter
import Seal
import Subjects

/// An operation of CallSeal beside its reference, in microseconds.
struct Comparison {
  enum Operation: String, CaseIterable {
    case seal, decide
  }

  let operation: Operation
  let subject: Case
  let callseal: Double
  let reference: Double
  /// The median of the rounds' own ratios: both sides of one met the same weather.
  let ratio: Double

  var json: String {
    #"{"operation":"\#(operation.rawValue)","bucket":\#(subject.bucket.rawValue),"signed":\#(subject.isSigned),"#
      + #""full":\#(subject.isFull),"callseal":\#(callseal),"reference":\#(reference),"ratio":\#(ratio)}"#
  }

  /// Runs the two in turn, `rounds` times, each `repetitions` in a row, and takes medians.
  init(_ operation: Operation, _ subject: Case, _ parties: Parties, rounds: Int, repetitions: Int) throws {
    self.operation = operation
    self.subject = subject
    let reference = try Reference(parties, subject)
    let work = try SealWork(parties, subject)
    let filter = try parties.filter()
    var ours: [Double] = []
    var theirs: [Double] = []
    for round in 0..<rounds + 2 {
      // A push is decided once: it is a duplicate afterwards.
      let pushes =
        operation == .decide ? try (0..<repetitions).map { _ in parties.userInfo(try work.push()) } : []
      func runOurs() throws -> Double {
        let start = Clock.thread
        switch operation {
        case .seal: for _ in 0..<repetitions { keep(try work.push()) }
        case .decide: for push in pushes { keep(filter.decide(push)) }
        }
        return Double(Clock.thread - start) / Double(repetitions) / 1000
      }
      func runTheirs() throws -> Double {
        let start = Clock.thread
        switch operation {
        case .seal: for _ in 0..<repetitions { try reference.seal() }
        case .decide: for _ in 0..<repetitions { try reference.open() }
        }
        return Double(Clock.thread - start) / Double(repetitions) / 1000
      }
      // Who goes first changes each round.
      let pair: (Double, Double)
      if round % 2 == 0 {
        let first = try runOurs()
        pair = (first, try runTheirs())
      } else {
        let first = try runTheirs()
        pair = (try runOurs(), first)
      }
      guard round >= 2 else { continue }  // The first ones warm up.
      ours.append(pair.0)
      theirs.append(pair.1)
    }
    callseal = ours.median
    self.reference = theirs.median
    ratio = zip(ours, theirs).map { $0 / $1 }.median
  }
}

/// Keeps the optimiser from leaving out what makes `value`.
@inline(never) func keep<Value>(_ value: Value) {}
