import Foundation

/// A program that a test runs, with files for its streams: nothing can fill up, and nobody has to be read while another
/// one is written.
///
/// Not Foundation's `Process`: on Linux it crashes now and then where hundreds are started in one test run, even one
/// after another (inside `run`, Swift 6.3).
package final class ChildProcess: @unchecked Sendable {
  // Unchecked: one test starts it and waits for it; only `ended` changes, under the lock.
  /// How it ended.
  package struct Ended: Sendable {
    /// The exit code; 128 and the signal's number where one killed it.
    package let status: Int32
    package let wasKilled: Bool
    package let output: [UInt8]
    package let errors: [UInt8]

    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// It could not be started.
  package struct StartError: Error, CustomStringConvertible {
    package let description: String
  }

  private let identifier: pid_t
  private let folder = NSTemporaryDirectory() + "/callseal-run-" + UUID().uuidString
  private let lock = NSLock()
  private var status: Int32?

  /// Starts `executable` with the environment of the test and `environment` over it.
  package init(
    _ executable: String, _ arguments: [String], in directory: String? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(input).write(to: URL(fileURLWithPath: folder + "/input"))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, folder + "/input", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder + "/output", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder + "/errors", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    // The working directory is the whole process's, so a shell changes its own.
    let command = directory.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0, executable] } ?? [executable]
    var words = (command + arguments).map { strdup($0) } + [nil]
    var variables = merged.map { strdup($0) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, command[0], &actions, nil, &words, &variables)
    guard failure == 0 else { throw StartError(description: "\(executable): \(String(cString: strerror(failure)))") }
    identifier = child
  }

  /// Whether it still runs.
  package var isRunning: Bool { poll() == nil }

  /// Waits for its end; kills it after `seconds`.
  package func wait(within seconds: Double = 120) throws -> Ended {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      if let status = poll() {
        let signal = status & 0x7f
        let read = { (name: String) in
          Array((try? Data(contentsOf: URL(fileURLWithPath: self.folder + name))) ?? Data())
        }
        let ended = Ended(
          status: signal == 0 ? status >> 8 & 0xff : 128 + signal, wasKilled: signal != 0, output: read("/output"),
          errors: read("/errors"))
        try? FileManager.default.removeItem(atPath: folder)
        return ended
      }
      if Date() > deadline { kill(identifier, SIGKILL) }
      usleep(1000)
    }
  }

  /// The status of waitpid(2), once there is one.
  private func poll() -> Int32? {
    lock.withLock {
      if status == nil {
        var value: Int32 = 0
        if waitpid(identifier, &value, WNOHANG) == identifier { status = value }
      }
      return status
    }
  }
}
