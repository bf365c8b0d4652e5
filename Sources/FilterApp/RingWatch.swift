#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  public import Dispatch
  public import Filter
  import SealEnvelope
  import SealPlatform

  /// Watches a call that rings, and says when it has to stop: when its end is in the ledger, where the extension puts it,
  /// or when its time is over, which is when the reader would not let it ring any more.
  ///
  /// It looks once a second, which is a small file read, and ends with the one who holds it.
  public final class RingWatch: Sendable {
    private let call: IncomingCall
    private let reader: PayloadReader
    private let queue: DispatchQueue
    private let interval: Int
    /// Emptied by whoever comes first: the end, or `stop`.
    private let ended: Locked<(@Sendable (PhantomCall.EndReason) -> Void)?>

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - call: A call that rings.
    ///   - reader: The reader that gave it.
    ///   - queue: Where `ended` is called.
    ///   - interval: Between two looks, in milliseconds.
    ///   - ended: Called once, with the reason for CallKit, unless the watch is stopped before.
    public init(
      _ call: IncomingCall, reader: PayloadReader, queue: DispatchQueue = .main, interval: Int = 1000,
      ended: @escaping @Sendable (PhantomCall.EndReason) -> Void
    ) {
      self.call = call
      self.reader = reader
      self.queue = queue
      self.interval = max(1, interval)
      self.ended = Locked(ended)
      schedule()
    }

    /// Stops watching, as when the call is answered.
    public func stop() { ended.withLock { $0 = nil } }

    private func schedule() {
      queue.asyncAfter(deadline: .now() + .milliseconds(interval)) { [weak self] in self?.look() }
    }

    private func look() {
      guard ended.withLock({ $0 }) != nil else { return }
      guard let reason = reader.end(of: call) ?? (reader.isOver(call) ? .unanswered : nil) else {
        schedule()
        return
      }
      let callback = ended.withLock { ended in
        defer { ended = nil }
        return ended
      }
      callback?(reason)
    }
  }
#endif
