import Filter
import Seal
import Subjects

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a process holds after ten thousand pushes, and after all: sealed, decided on, and let go.
enum Growth {
  static func run(_ parties: Parties, count: Int) throws {
    let work = try SealWork(parties, Case(bucket: .bytes2560, isSigned: true, isFull: false))
    let filter = try parties.filter()
    var early = 0
    for number in 1...count {
      keep(filter.decide(parties.userInfo(try work.push())))
      if number == min(10_000, count) { early = resident }
    }
    print(#"{"operation":"growth","pushes":\#(count),"early":\#(early),"late":\#(resident)}"#)
  }

  /// Kilobytes in memory now.
  private static var resident: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let fields = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1024 : 0
  }
}
