import SealEnvelope
import SealPlatform
import SealVectors

enum VectorsVerifyCommand: Command {
  static let description = CommandDescription(
    name: "vectors verify",
    summary: "runs test vectors, and fails where one fails or none ran",
    discussion: [
      "Reads files of vectors, and every .json but schema.json of folders; their format is described in Vectors/. "
        + "Prints a table by group, the vectors that failed with what was expected and what came, and the totals. "
        + "Exits with 6 where a vector fails or there is none, and with 3 where a file is not one of vectors."
    ],
    operand: OperandDescription(
      name: "PATH", kind: .file, isRequired: true, isRepeatable: true, help: "A file of vectors, or a folder of such."),
    options: [CommonOptions.json, CommonOptions.output],
    examples: [.init(purpose: "all that there are", line: "callseal vectors verify Vectors")])

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
