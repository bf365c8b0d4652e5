import Foundation

/// What a run of the command line gave back.
struct Run {
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

private let starting = NSLock()

/// How long a run may take before it counts as hanging; sanitizers and a busy machine need some of it.
private let longestRun: TimeInterval = 60

/// Runs an executable to its end.
func run(
  _ executable: String, _ arguments: [String], in folder: URL, input: [UInt8], environment: [String: String] = [:]
) throws -> Run {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: executable)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  // Files and not pipes: nothing can fill up, and nobody has to be read while another one is written.
  let streams = try Streams(input: input)
  process.standardInput = streams.input
  process.standardOutput = streams.output
  process.standardError = streams.errors
  // One after another: many at once have been seen to crash inside Foundation's `run`.
  try starting.withLock { try process.run() }
  let watchdog = DispatchWorkItem { process.terminate() }
  DispatchQueue.global().asyncAfter(deadline: .now() + longestRun, execute: watchdog)
  process.waitUntilExit()
  watchdog.cancel()
  let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  return Run(
    status: status, output: try streams.read(.output),
    errors: String(decoding: try streams.read(.errors), as: UTF8.self))
}

/// Three files that stand for the standard streams.
private struct Streams {
  enum Name: String { case input, output, errors }

  private let folder: URL
  let input: FileHandle
  let output: FileHandle
  let errors: FileHandle

  init(input bytes: [UInt8]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("callseal-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, content) in [(Name.input, bytes), (.output, []), (.errors, [])] {
      try Data(content).write(to: folder.appendingPathComponent(name.rawValue))
    }
    input = try FileHandle(forReadingFrom: folder.appendingPathComponent(Name.input.rawValue))
    output = try FileHandle(forWritingTo: folder.appendingPathComponent(Name.output.rawValue))
    errors = try FileHandle(forWritingTo: folder.appendingPathComponent(Name.errors.rawValue))
  }

  func read(_ name: Name) throws -> [UInt8] {
    let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name.rawValue)))
    if name == .errors { try FileManager.default.removeItem(at: folder) }
    return bytes
  }
}
