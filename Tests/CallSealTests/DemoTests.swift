import SealEnvelope
import Testing

@testable import callseal

/// `callseal demo`: the first thing that a newcomer sees.
struct DemoTests {
  @Test func tellsTheWholeStoryOnAPage() throws {
    let scratch = try Scratch()
    let page = try scratch.output("demo")
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.count > 100 || $0.hasSuffix(" ") } == [])
    for row in [
      "2 s    a call                  report    call              the phone rings: Ada Lovelace",
      "4 s    the same call, anew     suppress  duplicate         nothing",
      "5 s    a second call's end     notify    missed            Missed call: Alan Turing",
      "6 s    that call, overtaken    suppress  ended             nothing",
      "7 s    a message               notify    notification      Ada: See you at eight",
      "8 s    data for the app        suppress  data              nothing; the app gets {\"sync\":\"all\"}",
      "9 s    a stranger's call       notify    untrusted-sender  New activity: Open the app to see it.",
      "10 s   a call, one bit wrong   notify    open-failed       New activity: Open the app to see it.",
      "75 s   a third call, too late  notify    expired           Missed call: Grace Hopper",
      "different lengths  1 (3564 bytes)",
      "different headers  1 (besides 9 random apns-ids)",
    ] { #expect(lines.contains("    \(row)"), "\(row)") }
    #expect(try scratch.files() == [])
  }

  /// Nothing that should be made up for each run is written in by hand.
  @Test func everyRunIsAnother() throws {
    let scratch = try Scratch()
    let (first, second) = (try scratch.output("demo"), try scratch.output("demo"))
    let (a, b) = (first.split(separator: "\n"), second.split(separator: "\n"))
    #expect(a.count == b.count)
    for name in ["the phone's", "the server's", "a stranger's", "apns-id ", "id ", "sender ", "recipient ", "sealed "] {
      let pairs = zip(a, b).filter { $0.0.drop { $0 == " " }.hasPrefix(name) }
      #expect(!pairs.isEmpty && pairs.allSatisfy { $0.0 != $0.1 }, "\(name)")
    }
  }

  /// At any time, and at the ends of time the page says what is wrong instead of trapping.
  @Test(arguments: [0, 1_760_000_000_000, 9_000_000_000_000_000])
  func holdsAtAnyTime(_ now: Int64) throws {
    let (page, faults) = try Demo.play(now: UnixTime(milliseconds: now))
    #expect(faults == [])
    #expect(page.contains("the phone rings: Ada Lovelace"))
  }
}
