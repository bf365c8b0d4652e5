import Filter
import SealCrypto
import SealEnvelope
import SealPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// A second process on a ledger, for tests. It is given the ledger's path, and a device's scalar and a trusted sender's
// public key in hexadecimal; then it does what each line of standard input says, and answers with one line.
//
//   decide NOW TEXT    decides on a push with this envelope
//   settle OUTCOME     settles the last report
//   churn PAUSE        settles it again and again, each time a write, with so many microseconds between; one character
//                      for each that is done
//   hold               takes the ledger's lock and keeps it
//   limit BYTES        lets no file grow beyond that

/// Nothing here is worth going on after: the test sees the process go.
func fail(_ reason: String) -> Never {
  say("failed: \(reason)")
  exit(2)
}

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  guard write(1, bytes, bytes.count) == bytes.count else { exit(3) }
}

func bytes(hex text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

func configuration(_ arguments: [String]) -> FilterConfiguration {
  do {
    guard arguments.count == 4 else { fail("usage: LedgerProbe LEDGER SCALAR SENDER") }
    return FilterConfiguration(
      audience: try Audience("com.example.app"),
      keys: try KeySource([RecipientPrivateKey(rawBytes: bytes(hex: arguments[2]).memory.span)]),
      senders: try KeySource([SenderPublicKey(rawBytes: bytes(hex: arguments[3]))]),
      ledger: .file(arguments[1]))
  } catch { fail("\(error)") }
}

func word(_ decision: Decision) -> String {
  let action =
    switch decision.action {
    case .report: "report"
    case .notify: "notify"
    case .suppress: "suppress"
    case .passThrough: "pass-through"
    }
  return "\(action) \(decision.reason)\(decision.ledgerIsAvailable ? "" : " without-ledger")"
}

func run() {
  let filter = PushFilter(configuration(CommandLine.arguments))
  var report: CallReport?
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "decide":
      guard words.count == 3, let now = Int64(words[1]) else { fail("decide NOW TEXT") }
      let decision = filter.decide(["sealed": words[2]], now: UnixTime(milliseconds: now))
      if case .report(let new) = decision.action { report = new }
      say(word(decision))
    case "settle":
      guard words.count == 2, let outcome = CallReport.Outcome(rawValue: words[1]), let report else {
        fail("settle OUTCOME")
      }
      let settlement = filter.settle(report, outcome)
      say("\(settlement.content?.title ?? "nothing")\(settlement.ledgerIsAvailable ? "" : " without-ledger")")
    case "churn":
      guard words.count == 2, let wait = UInt32(words[1]), let report else { fail("churn PAUSE") }
      var outcome = CallReport.Outcome.refused
      while filter.settle(report, outcome).ledgerIsAvailable {
        outcome = outcome == .refused ? .failed : .refused
        guard write(1, ".", 1) == 1 else { exit(3) }
        usleep(wait)
      }
      fail("the ledger went away")
    case "hold":
      let lock: FileLock
      do { lock = try FileLock(CommandLine.arguments[1] + ".lock", within: 0) } catch { fail("\(error)") }
      say("held")
      // A loop that could end, or the compiler lets go of the lock before it.
      withExtendedLifetime(lock) { while pause() != 0 {} }
    case "limit":
      guard words.count == 2, let count = UInt64(words[1]) else { fail("limit BYTES") }
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
      #if canImport(Glibc)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { fail("no limit") }
      #else
        guard setrlimit(RLIMIT_FSIZE, &limit) == 0 else { fail("no limit") }
      #endif
      say("limited")
    default: fail("unknown: \(line)")
    }
  }
}

run()
