import SealCrypto
import SealKeyring
import SealPlatform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal that the process belongs to, whatever its standard streams are.
enum Terminal {
  /// Asks for a passphrase and reads it without echo.
  ///
  /// - Throws: `usage` at once where there is no terminal.
  static func ask(_ question: String) throws(Failure) -> SecretBytes {
    try ask(question, on: try terminal())
  }

  private static func terminal() throws(Failure) -> OpenFile {
    do throws(FileError) { return try OpenFile("/dev/tty", flags: O_RDWR | O_NOCTTY) } catch { throw noTerminal }
  }

  private static var noTerminal: Failure {
    Failure(.usage, "a passphrase is needed and there is no terminal; --passphrase-file or --passphrase-fd")
  }

  private static func ask(_ question: String, on terminal: borrowing OpenFile) throws(Failure) -> SecretBytes {
    var before = termios()
    guard unsafe tcgetattr(terminal.descriptor, &before) == 0 else { throw noTerminal }
    var silent = before
    // No echo; and no signals from keys: ctrl-c ends the line instead.
    silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
    silent.c_lflag |= tcflag_t(ICANON | ECHONL)
    unsafe withUnsafeMutableBytes(of: &silent.c_cc) { unsafe $0[Int(VEOL)] = interrupt }
    let watch = EchoWatch(terminal.descriptor, before)
    defer { watch.end() }
    guard unsafe tcsetattr(terminal.descriptor, TCSAFLUSH, &silent) == 0 else {
      throw Failure(.inputOutput, "the terminal's echo cannot be turned off")
    }
    defer { unsafe tcsetattr(terminal.descriptor, TCSAFLUSH, &before) }
    do throws(FileError) { try terminal.writeAll(Array(Voice.printable(question).utf8).memory.span) } catch {
      throw Failure(error)
    }
    return try readLine(terminal)
  }

  /// Ctrl-c.
  private static let interrupt: UInt8 = 3

  private static func readLine(_ terminal: borrowing OpenFile) throws(Failure) -> SecretBytes {
    let room = KeyringLock.longestPassphrase + 1
    var count = 0
    let line: SecretBytes
    do throws(CryptoError) {
      line = try SecretBytes(count: room) { bytes throws(CryptoError) in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          // A canonical terminal gives a line at a time.
          count = unsafe read(terminal.descriptor, bytes.baseAddress, bytes.count)
        }
      }
      guard count >= 0 else { throw CryptoError(.failed) }
      let end = line.withSpan { bytes in
        count > 0 && (bytes[count - 1] == UInt8(ascii: "\n") || bytes[count - 1] == interrupt) ? count - 1 : count
      }
      let isGivenUp = line.withSpan { count == 0 || $0[count - 1] == interrupt }
      guard !isGivenUp, end < room, end > 0 else {
        throw CryptoError(.wrongLength)
      }
      return try line.withSpan { bytes throws(CryptoError) in try SecretBytes(copying: bytes.extracting(0..<end)) }
    } catch { throw Failure(.usage, "no passphrase was given; nothing is changed") }
  }
}
