import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a run of the command line gave back.
struct Run {
  /// The exit code, or 128 and the signal that ended it.
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Each line on standard error that a person reads.
  var messages: [String] { errors.split(separator: "\n").map(String.init) }
}

/// The built binary.
enum Binary {
  /// Beside the test bundle, or, on Apple systems, beside the bundle that holds the running code.
  static let path: String = {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let folders = (bundles + [executable]).map { $0.deletingLastPathComponent() }
    let found = folders.map { $0.appendingPathComponent("callseal").path }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let found else { fatalError("no callseal beside \(folders.map(\.path)); build it first") }
    return found
  }()
}

/// How long a run may take before it counts as hanging; sanitizers and a busy machine need some of it.
private let longestRun: TimeInterval = 60

struct SpawnFailure: Error {
  let code: Int32
}

/// Runs an executable to its end.
///
/// By posix_spawn(2): Foundation's `Process` crashes now and then on Linux where several threads start one at once. The
/// standard streams are files and not pipes, so nothing can fill up.
func run(
  _ executable: String, _ arguments: [String], in folder: URL, input: [UInt8], environment: [String: String] = [:]
) throws -> Run {
  let streams = FileManager.default.temporaryDirectory.appendingPathComponent("callseal-run-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: streams) }
  let files = ["input", "output", "errors"].map { streams.appendingPathComponent($0) }
  try Data(input).write(to: files[0])
  let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
  // The shell changes the folder; there is no portable way to do it in a spawn.
  let command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path, executable] + arguments
  let child = try spawn(command, variables, streams: files.map(\.path))
  let watchdog = DispatchWorkItem { kill(child, SIGKILL) }
  DispatchQueue.global().asyncAfter(deadline: .now() + longestRun, execute: watchdog)
  var status: Int32 = 0
  while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
  watchdog.cancel()
  let signal = status & 0x7f
  return Run(
    status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: Array(try Data(contentsOf: files[1])),
    errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
}

private func spawn(
  _ arguments: [String], _ variables: [String], streams: [String]
) throws(SpawnFailure) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t = nil
  #else
    var actions = unsafe posix_spawn_file_actions_t()
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (descriptor, path) in streams.enumerated() {
    let flags = descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT
    unsafe posix_spawn_file_actions_addopen(&actions, Int32(descriptor), path, flags, 0o600)
  }
  let argv = unsafe (arguments.map { unsafe strdup($0) }) + [nil]
  let envp = unsafe (variables.map { unsafe strdup($0) }) + [nil]
  defer { unsafe (argv + envp).forEach { unsafe free($0) } }
  var child: pid_t = 0
  let code = unsafe posix_spawn(&child, arguments[0], &actions, nil, argv, envp)
  guard code == 0 else { throw SpawnFailure(code: code) }
  return child
}
