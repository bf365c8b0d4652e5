import SealPlatform

/// An instant: milliseconds since 1970-01-01T00:00:00Z.
///
/// Sums saturate, so that no time from a push or a clock can trap.
public struct UnixTime: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970. In an event never negative and at most 2^53 − 1.
  public let milliseconds: Int64

  /// The instant `milliseconds` after 1970.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// What the system's clock says.
  public static var now: UnixTime { UnixTime(milliseconds: WallClock.milliseconds) }

  /// Earlier than.
  public static func < (a: UnixTime, b: UnixTime) -> Bool { a.milliseconds < b.milliseconds }

  /// The number of milliseconds.
  public var description: String { String(milliseconds) }

  /// The instant `milliseconds` later, or the last there is.
  package func adding(_ milliseconds: Int64) -> UnixTime {
    let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
    return UnixTime(milliseconds: overflows ? (milliseconds < 0 ? .min : .max) : sum)
  }

  /// How far apart two instants are, either way round.
  package func distance(to other: UnixTime) -> UInt64 {
    // The difference of any two 64-bit numbers fits 64 bits without a sign.
    UInt64(bitPattern: max(self, other).milliseconds) &- UInt64(bitPattern: min(self, other).milliseconds)
  }
}
