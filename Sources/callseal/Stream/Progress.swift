import SealCrypto
import SealEnvelope
import SealPlatform

/// How far a stream is, on standard error where a person is looking: one line, written over a few times a second.
final class Progress: Sendable {
  private struct State: Sendable {
    var lines = 0
    var errors = 0
    var shown: Int64 = 0
  }

  private let state = Locked(State())
  private let isShown = System.isTerminal(.error)
  private let start = UnixTime.now.milliseconds

  func addError() { if isShown { state.withLock { $0.errors += 1 } } }

  func add(lines: Int) {
    guard isShown else { return }
    let now = UnixTime.now.milliseconds
    let line: String? = state.withLock { state in
      state.lines += lines
      guard now - state.shown >= 200 else { return nil }
      state.shown = now
      return text(state, now)
    }
    if let line { write("\r\(line)") }
  }

  func finish() { if isShown { write("\r\(state.withLock { text($0, UnixTime.now.milliseconds) })\n") } }

  private func text(_ state: State, _ now: Int64) -> String {
    let rate = now > start ? Int64(state.lines) * 1000 / (now - start) : 0
    return "callseal: \(state.lines) lines, \(state.errors) errors, \(rate) a second  "
  }

  private func write(_ text: String) { try? System.write(Array(text.utf8).memory.span, to: .error) }
}
