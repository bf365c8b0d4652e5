import SealEnvelope
import Testing

struct UnixTimeTests {
  @Test(
    arguments: [
      (0, 0, 0), (1, 2, 3), (5, -7, -2), (.max, 1, .max), (.max, .max, .max), (.max - 1, 1, .max), (.min, -1, .min),
      (.min, .min, .min), (.min, .max, -1), (.max, .min, -1),
    ] as [(Int64, Int64, Int64)])
  func saturatesSums(_ time: Int64, _ milliseconds: Int64, _ sum: Int64) {
    #expect(UnixTime(milliseconds: time).adding(milliseconds).milliseconds == sum)
  }

  @Test(
    arguments: [
      (0, 0, 0), (3, 10, 7), (-5, 5, 10), (.min, 0, 1 << 63), (.min, .max, .max), (-1, .max, 1 << 63),
      (.min, .min, 0), (.max, .max, 0), (.min, -1, UInt64(Int64.max)),
    ] as [(Int64, Int64, UInt64)])
  func measuresAnyDistance(_ a: Int64, _ b: Int64, _ distance: UInt64) {
    #expect(UnixTime(milliseconds: a).distance(to: UnixTime(milliseconds: b)) == distance)
    #expect(UnixTime(milliseconds: b).distance(to: UnixTime(milliseconds: a)) == distance)
  }

  @Test func comparesAndPrintsMilliseconds() {
    #expect(UnixTime(milliseconds: -1) < UnixTime(milliseconds: 0))
    #expect(UnixTime(milliseconds: 1_700_000_000_000).description == "1700000000000")
    let now = UnixTime.now
    #expect(now > UnixTime(milliseconds: 1_600_000_000_000) && now < UnixTime(milliseconds: 9_000_000_000_000))
  }
}
