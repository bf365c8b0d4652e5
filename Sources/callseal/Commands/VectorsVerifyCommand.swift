import SealEnvelope
import SealPlatform
import SealVectors

enum VectorsVerifyCommand: Command {
  private static let part = OptionDescription(
    name: "part", help: "The files are a part of the published ones, or vectors of your own.")

  static let description = CommandDescription(
    name: "vectors verify",
    summary: "runs test vectors, and fails where one fails or is missing",
    discussion: [
      "Reads files of vectors, and every .json but schema.json of folders; their format is described in Vectors/. "
        + "Prints a table by group, the vectors that failed with what was expected and what came, and the totals. "
        + "Exits with 6 where a vector fails, there is none, or not all are there that this version publishes, and with 3 "
        + "where a file is not one of vectors."
    ],
    operand: OperandDescription(
      name: "PATH", kind: .file, isRequired: true, isRepeatable: true, help: "A file of vectors, or a folder of such."),
    options: [part, CommonOptions.json, CommonOptions.output],
    examples: [
      .init(purpose: "all that there are", line: "callseal vectors verify Vectors"),
      .init(purpose: "one file", line: "callseal vectors verify --part Vectors/keys.json"),
    ])

  static func run(_ arguments: Arguments) throws(Failure) {
    var files: [VectorFile] = []
    for path in arguments.operands { files += try read(path) }
    let names = files.map(\.name)
    if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw arguments.usage("\(twice) is named twice")
    }
    let report: VectorReport
    do throws(VectorFault) { report = try VectorReport(running: files) } catch {
      throw Failure(.malformed, error.reason)
    }
    let output = Output(of: arguments, for: .everyone)
    if arguments.isGiven(CommonOptions.json) {
      let text: [UInt8]
      do throws(FormatError) { text = try JSONWriter.text(report.json) } catch {
        throw Failure(error, in: "the report")
      }
      try output.write(text + [UInt8(ascii: "\n")])
    } else {
      try output.write(Voice.printable(report.table))
    }
    guard report.ran > 0 else { throw Failure(.checkFailed, "no vectors ran") }
    guard report.failed == 0 else {
      throw Failure(.checkFailed, "\(report.failed) of \(report.ran) vectors failed")
    }
    if !arguments.isGiven(part) { try checkWhole(files) }
  }

  /// A file that lost a vector, and says so in its count, is right in itself: only whoever knows them all misses it.
  private static func checkWhole(_ files: [VectorFile]) throws(Failure) {
    let published: [String: Int]
    do { published = try VectorGenerator.counts() } catch {
      throw Failure(.inputOutput, "what is published cannot be told: \(error)")
    }
    let counts = files.map { (name: FileStore.name(of: $0.name), count: $0.count) }
    let known = counts.filter { published[$0.name] != nil }
    guard counts.count == published.count, counts.allSatisfy({ published[$0.name] == $0.count }) else {
      let ours =
        "\(Set(known.map(\.name)).count) of \(published.count) files, "
        + "\(known.reduce(0) { $0 + $1.count }) of \(published.values.reduce(0, +)) vectors"
      throw Failure(.checkFailed, "not what is published, but \(ours); --part if that is meant")
    }
  }

  private static func read(_ path: String) throws(Failure) -> [VectorFile] {
    var paths = [path]
    if System.isFolder(path) {
      do throws(FileError) { paths = try System.files(in: path) } catch { throw Failure(error) }
      paths = paths.filter { $0.hasSuffix(".json") && !$0.hasSuffix("/\(VectorFile.schema)") }
      guard !paths.isEmpty else { throw Failure(.checkFailed, "\(path): no files of vectors in it") }
    }
    var files: [VectorFile] = []
    for path in paths {
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try System.withFile(reading: path) { file throws(FileError) in
          try file.readAll(limit: VectorFile.largest)
        }
      } catch { throw Failure(error) }
      do throws(VectorFault) { files.append(try VectorFile(parsing: bytes, name: path)) } catch {
        throw Failure(.malformed, error.reason)
      }
    }
    return files
  }
}
