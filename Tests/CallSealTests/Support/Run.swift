import Foundation
import TestSupport

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

/// How long a run may take before it counts as hanging; sanitizers and a busy machine need some of it.
private let longestRun: TimeInterval = 120

/// Runs an executable to its end.
func run(
  _ executable: String, _ arguments: [String], in folder: URL, input: [UInt8], environment: [String: String] = [:]
) throws -> Run {
  let process = try ChildProcess(executable, arguments, in: folder.path, input: input, environment: environment)
  let ended = try process.wait(within: longestRun)
  return Run(status: ended.status, output: ended.output, errors: String(decoding: ended.errors, as: UTF8.self))
}
