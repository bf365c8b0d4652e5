import SealCrypto
import SealPlatform
import SealVectors

enum VectorsGenerateCommand: Command {
  private static let output = OptionDescription(
    name: "output", letter: "o", value: .init(name: "DIR", kind: .file), requirement: .always,
    help: "The folder to write them to. It is made where there is none; files of the same names are replaced.")

  static let description = CommandDescription(
    name: "vectors generate",
    summary: "makes the test vectors, the same bytes each time",
    discussion: [
      "Every key, id and ephemeral key in them comes from a name by SHA-256: they are for tests, everybody has them, and "
        + "no other command takes them. Nothing is written before all is made."
    ],
    options: [output],
    examples: [.init(purpose: "to compare them with the published ones", line: "callseal vectors generate -o out")])

  static func run(_ arguments: Arguments) throws(Failure) {
    let folder = try arguments.required(output)
    let files: [(name: String, bytes: [UInt8])]
    do { files = try VectorGenerator.files() } catch {
      throw Failure(.inputOutput, "the vectors could not be made: \(error)")
    }
    do throws(FileError) { try System.makeFolder(folder) } catch { throw Failure(error) }
    let outputs = files.map { Output(named: "\(folder)/\($0.name)", of: arguments) }
    for output in outputs { try output.check() }
    for (output, file) in zip(outputs, files) { try output.write(file.bytes.memory.span) }
    Voice.say("wrote \(files.map(\.name).joined(separator: ", ")) to \(folder)")
  }
}
