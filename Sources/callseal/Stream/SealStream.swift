import SealCrypto
import SealPlatform

/// `seal --stream`: lines in, answers out, until the input ends, the reader of the output goes, or SIGTERM comes.
enum SealStream {
  /// The lines that are worked on in one go, so that a burst is spread over the cores.
  private static let chunk = 16

  static func run(_ sealer: StreamSealer, input path: String?) throws(Failure) {
    do throws(FileError) {
      let progress = Progress()
      let pipeline = Pipeline { line, number, output in
        if !sealer.answer(line, number: number, onto: &output) { progress.addError() }
      } write: { output, lines throws(FileError) in
        do throws(FileError) { try System.write(output.memory.span, to: .output) } catch {
          StreamInput.end()
          throw error
        }
        progress.add(lines: lines)
      }
      let input = try StreamInput(path)
      for _ in 0..<Processors.count { try WorkerThread.start { pipeline.runWorker() } }
      var failure: FileError?
      do throws(FileError) { try feed(pipeline, from: input) } catch { failure = error }
      // What was read is answered, whatever became of the rest.
      try pipeline.finish()
      progress.finish()
      if let failure { throw failure }
    } catch { throw Failure(error) }
  }

  private static func feed(_ pipeline: Pipeline, from input: borrowing StreamInput) throws(FileError) {
    var cutter = LineCutter()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var number = 1
    func add(_ lines: [Line]) throws(FileError) {
      for start in stride(from: 0, to: lines.count, by: chunk) {
        let lines = Array(lines[start..<min(start + chunk, lines.count)])
        try pipeline.add(lines, first: number)
        number += lines.count
      }
    }
    while true {
      switch try input.read(into: &buffer) {
      case .bytes(let count): try add(cutter.lines(in: buffer[..<count]))
      // Half a line is no JSON object, and so is an error in its place, whichever way the input ended.
      case .end, .stopped:
        if let line = cutter.lastLine() { try add([line]) }
        return
      }
    }
  }
}
