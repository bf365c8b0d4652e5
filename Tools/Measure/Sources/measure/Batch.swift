import Seal
import Subjects

/// Many events, one after the other on one core, and in a batch on all.
enum Batch {
  static func run(_ parties: Parties, count: Int, rounds: Int) async throws {
    let subject = Case(bucket: .bytes2560, isSigned: true, isFull: false)
    let sealer = parties.sealer(subject)
    let work = try SealWork(parties, subject)
    let recipient = parties.device.publicKey
    var one: [Double] = []
    var all: [Double] = []
    for _ in 0..<rounds {
      var start = Clock.wall
      for _ in 0..<count { keep(try sealer.seal(work.draft(), to: recipient)) }
      one.append(Double(Clock.wall - start) / Double(count) / 1000)
      start = Clock.wall
      try await sealer.sealAll((0..<count).lazy.map { _ in BatchItem(work.draft(), to: recipient) }) { result in
        keep(try result.envelope.get())
      }
      all.append(Double(Clock.wall - start) / Double(count) / 1000)
    }
    let ratio = zip(one, all).map { $0 / $1 }.median
    print(#"{"operation":"batch","one":\#(one.median),"all":\#(all.median),"times":\#(ratio)}"#)
  }
}
