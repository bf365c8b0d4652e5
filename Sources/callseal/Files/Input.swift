import SealPlatform

/// What a command reads: a file, or standard input.
struct Input {
  /// The most bytes that are read of anything. Events, pushes and keys are far smaller.
  static let largest = 1 << 20

  let bytes: [UInt8]
  /// As messages call it.
  let name: String

  /// Reads `path`, or standard input where that is `-` or nothing.
  init(_ path: String?, what: String) throws(Failure) {
    do throws(FileError) {
      if let path, path != "-" {
        name = path
        bytes = try System.withFile(reading: path) { file throws(FileError) in try file.readAll(limit: Self.largest) }
        return
      }
      name = System.Stream.input.name
      if System.isTerminal(.input) { Voice.say("reading \(what) from the terminal; ctrl-d ends it") }
      bytes = try System.withStream(.input) { file throws(FileError) in try file.readAll(limit: Self.largest) }
    } catch { throw Failure(error) }
  }
}
