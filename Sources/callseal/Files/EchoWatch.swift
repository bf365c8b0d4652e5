#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// As long as it lasts, a signal that ends the process first gives the terminal its echo back.
struct EchoWatch {
  private static let signals = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  // For the handler, which is given nothing but its number. One question is asked at a time.
  nonisolated(unsafe) private static var terminal: Int32 = -1
  nonisolated(unsafe) private static var settings = termios()

  private let former: [(@convention(c) (Int32) -> Void)?]

  /// What is restored to `terminal`: `settings`.
  init(_ terminal: Int32, _ settings: termios) {
    unsafe Self.terminal = terminal
    unsafe Self.settings = settings
    former = Self.signals.map { number in
      let former = signal(number) { number in
        // Both may be called in a handler (POSIX). What was typed so far is no answer to anyone else's question.
        unsafe tcsetattr(EchoWatch.terminal, TCSAFLUSH, &EchoWatch.settings)
        signal(number, SIG_DFL)
        raise(number)
      }
      // Whoever started us with a signal ignored, as nohup does, meant it.
      if unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
      return former
    }
  }

  /// Signals do again what they did before.
  func end() { for (number, handler) in zip(Self.signals, former) { signal(number, handler) } }
}
