#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Time in nanoseconds.
enum Clock {
  /// Spent by this thread on a core: what others do on the machine meanwhile is not in it.
  static var thread: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }
  /// On the wall.
  static var wall: Int64 { read(CLOCK_MONOTONIC) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension [Double] {
  /// The middle one; of an even number the upper of the two.
  var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}
