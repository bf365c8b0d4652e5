import SealEnvelope
import SealPlatform

extension Sealer {
  /// Items sealed in one go, so that starting a task costs little beside its work.
  private static let chunk = 32

  /// Seals many events for many devices on all cores.
  ///
  /// Items are pulled as there is room for them, and no more are under way than a few for each core, so memory does not
  /// depend on how many there are. While `deliver` runs no further items are taken: it holds everything back as long as
  /// it likes. An item that cannot be sealed is an error in its place, and the others go on.
  ///
  /// ```swift
  /// try await sealer.sealAll(devices.lazy.map { BatchItem(event, to: $0) }) { result in
  ///   try await send(template.alertPush(result.envelope.get()), to: result.index)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - items: The events and their devices.
  ///   - order: Whether results are given in the order of the items or as they come.
  ///   - now: What `sent` is where a draft does not say; the clock's time for each where it is absent.
  ///   - isolation: Where `deliver` runs: the caller's own isolation.
  ///   - deliver: Gets each result once.
  /// - Throws: `CancellationError` where the task is cancelled, and what `deliver` throws. Nothing is sealed after that.
  public func sealAll(
    _ items: some Sequence<BatchItem>, order: BatchOrder = .asGiven, now: UnixTime? = nil,
    isolation: isolated (any Actor)? = #isolation,
    deliver: (BatchResult) async throws -> Void
  ) async throws {
    // Twice the cores keeps every one busy while the results of another are given.
    let most = 2 * Processors.count
    try await withThrowingTaskGroup(of: (start: Int, results: [BatchResult]).self) { group in
      var iterator = items.makeIterator()
      var taken = 0
      var given = 0
      var underWay = 0
      // Chunks that are done and wait for an earlier one; together with those under way at most `most`.
      var waiting: [Int: [BatchResult]] = [:]

      func start() -> Bool {
        var chunk: [BatchItem] = []
        while chunk.count < Self.chunk, let item = iterator.next() { chunk.append(item) }
        guard !chunk.isEmpty else { return false }
        let start = taken
        taken += chunk.count
        group.addTask { [chunk] in
          var results: [BatchResult] = []
          results.reserveCapacity(chunk.count)
          for (offset, item) in chunk.enumerated() {
            try Task.checkCancellation()
            results.append(BatchResult(index: start + offset, envelope: self.result(of: item, now: now)))
          }
          return (start, results)
        }
        return true
      }

      var hasMore = true
      while true {
        try Task.checkCancellation()
        while hasMore, underWay + waiting.count < most {
          hasMore = start()
          if hasMore { underWay += 1 }
        }
        guard let done = try await group.next() else { return }
        underWay -= 1
        waiting[done.start] = done.results
        while let next = order == .asGiven ? waiting.removeValue(forKey: given) : waiting.popFirst()?.value {
          try Task.checkCancellation()
          for result in next { try await deliver(result) }
          given += next.count
        }
      }
    }
  }

  private func result(of item: BatchItem, now: UnixTime?) -> Result<Envelope, SealError> {
    Result { () throws(SealError) in
      switch item.content {
      case .draft(let draft): try seal(draft, to: item.recipient, now: now ?? .now)
      case .encoded(let event): try seal(event, to: item.recipient)
      }
    }
  }
}
