#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's wall clock.
package enum WallClock {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// Nanoseconds since then; 64 bits of them last until 2262.
  package static var nanoseconds: Int64 {
    var now = timespec()
    // CLOCK_REALTIME with a valid pointer has no way to fail on the systems we run on (POSIX clock_gettime).
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  /// Milliseconds since some fixed moment, for waiting: nobody sets this clock.
  static var steadyMilliseconds: Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)  // As above, it cannot fail.
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
