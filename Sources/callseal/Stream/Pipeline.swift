import SealPlatform

/// Lines in, lines out: worked on by every core, written in the order they came, and no more under way than a few
/// chunks for each core. A reader of the output that is slow holds back the input.
final class Pipeline: Sendable {
  private struct Chunk: Sendable {
    let number: Int
    let first: Int
    let lines: [Line]
  }

  private struct State: Sendable {
    var waiting: [Chunk] = []
    var done: [Int: (output: [UInt8], lines: Int)] = [:]
    /// Taken in and not yet written.
    var underWay = 0
    var taken = 0
    var written = 0
    var isWriting = false
    var isClosed = false
    var failure: FileError?
  }

  private let state = Monitor(State())
  private let most = 4 * Processors.count
  private let work: @Sendable (_ line: Line, _ number: Int, _ output: inout [UInt8]) -> Void
  private let write: @Sendable (_ output: [UInt8], _ lines: Int) throws(FileError) -> Void

  /// - Parameters:
  ///   - work: What a line, with its number from 1, becomes: appended to the output, its line's end too.
  ///   - write: Puts out what a number of lines have become. Never called twice at once.
  init(
    work: @escaping @Sendable (Line, Int, inout [UInt8]) -> Void,
    write: @escaping @Sendable ([UInt8], Int) throws(FileError) -> Void
  ) {
    self.work = work
    self.write = write
  }

  /// Takes in lines, of which the first has the number `first`; waits while there is no room.
  ///
  /// - Throws: What went wrong in writing; nothing more is written then.
  func add(_ lines: [Line], first: Int) throws(FileError) {
    let failure: FileError? = state.wait { state in
      if let failure = state.failure { return .some(failure) }
      guard state.underWay < self.most else { return nil }
      state.waiting.append(Chunk(number: state.taken, first: first, lines: lines))
      state.taken += 1
      state.underWay += 1
      return .some(nil)
    }
    if let failure { throw failure }
  }

  /// Nothing more will come. Waits until all is written.
  func finish() throws(FileError) {
    let failure: FileError? = state.wait { state in
      state.isClosed = true
      if let failure = state.failure { return .some(failure) }
      return state.underWay == 0 ? .some(nil) : nil
    }
    if let failure { throw failure }
  }

  /// Runs on one of the threads until all is done.
  func runWorker() {
    while true {
      let next: Chunk?? = state.wait { state in
        if state.failure != nil { return .some(nil) }
        if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
        return state.isClosed ? .some(nil) : nil
      }
      guard let chunk = next ?? nil else { return }
      var output: [UInt8] = []
      for (offset, line) in chunk.lines.enumerated() { work(line, chunk.first + offset, &output) }
      state.change { $0.done[chunk.number] = (output, chunk.lines.count) }
      writeWhatIsNext()
    }
  }

  /// Writes in order as far as there is something; one thread does while the others work on.
  private func writeWhatIsNext() {
    while true {
      let next: (output: [UInt8], lines: Int)? = state.change { state in
        guard !state.isWriting, state.failure == nil, let next = state.done.removeValue(forKey: state.written) else {
          return nil
        }
        state.isWriting = true
        return next
      }
      guard let next else { return }
      var failure: FileError?
      do throws(FileError) { try write(next.output, next.lines) } catch { failure = error }
      state.change { state in
        state.isWriting = false
        state.written += 1
        state.underWay -= 1
        state.failure = failure
      }
    }
  }
}
