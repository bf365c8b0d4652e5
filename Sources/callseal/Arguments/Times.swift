import SealEnvelope
import SealKeyring

/// Dates and spans as people write and read them; everything in UTC.
enum Times {
  /// `2027-01-31`, `2027-01-31T12:00:00Z`, or milliseconds since 1970; nothing for anything else.
  static func instant(_ text: String) -> UnixTime? {
    if let milliseconds = Int64(text) {
      return milliseconds >= 0 && milliseconds <= JSONValue.integers.upperBound
        ? UnixTime(milliseconds: milliseconds) : nil
    }
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let date = numbers(parts[0], "-", [4, 2, 2])
    guard let date, (1970...9999).contains(date[0]), (1...12).contains(date[1]), date[2] >= 1,
      date[2] <= days(inMonth: date[1], of: date[0])
    else { return nil }
    var seconds = days(since1970: date) * 86_400
    if parts.count == 2 {
      guard parts[1].last == "Z", let time = numbers(parts[1].dropLast(), ":", [2, 2, 2]), time[0] < 24, time[1] < 60,
        time[2] < 60
      else { return nil }
      seconds += time[0] * 3600 + time[1] * 60 + time[2]
    }
    return UnixTime(milliseconds: Int64(seconds) * 1000)
  }

  /// `31d`, `12h`, `90m`, `30s`, in milliseconds; nothing for anything else, or for more than a thousand years.
  static func span(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), text.first != "+",
      (0...365_250).contains(count)
    else { return nil }
    return count * unit
  }

  /// `2027-01-31T12:00:00Z`, without the time where it is midnight.
  static func text(_ time: UnixTime) -> String {
    let seconds = Int(time.milliseconds / 1000)
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = date(daysSince1970: days)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    guard rest != 0 else { return date }
    return "\(date)T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z"
  }

  /// What a state means for a person, at `now`.
  static func phrase(for state: KeyringEntry.State, at now: UnixTime) -> String {
    switch state {
    case .active: "is active"
    case .retiring(let until): now < until ? "is retiring until \(text(until))" : "opened until \(text(until))"
    case .retired(let at): "is retired since \(text(at))"
    }
  }

  private static func numbers(_ text: Substring, _ separator: Character, _ widths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == widths, parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
      return nil
    }
    return parts.compactMap { Int($0) }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The days from 1970 to the first of a year: one for each of its own, and one for each leap year between.
  private static func daysBefore(year: Int) -> Int {
    func leapYears(before year: Int) -> Int { (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 }
    return (year - 1970) * 365 + leapYears(before: year) - leapYears(before: 1970)
  }

  private static func days(since1970 date: [Int]) -> Int {
    (1..<date[1]).reduce(daysBefore(year: date[0])) { $0 + days(inMonth: $1, of: date[0]) } + date[2] - 1
  }

  private static func date(daysSince1970 days: Int) -> (Int, Int, Int) {
    var year = 1970 + days / 366
    while daysBefore(year: year + 1) <= days { year += 1 }
    var left = days - daysBefore(year: year)
    var month = 1
    while left >= self.days(inMonth: month, of: year) {
      left -= self.days(inMonth: month, of: year)
      month += 1
    }
    return (year, month, left + 1)
  }
}
