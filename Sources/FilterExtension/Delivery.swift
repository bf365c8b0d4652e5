#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Filter
  import SealPlatform

  /// One push on its way through the extension: its handler, given away once, and what is due should time run out first.
  final class Delivery: Sendable {
    /// What is shown when the time runs out.
    enum Due {
      /// Nothing is decided yet: the fallback.
      case fallback
      /// CallKit has not answered: the report has failed.
      case settlement(CallReport, Decision)
      /// Nothing is to be shown; what is waited for is not worth a notification.
      case nothing
    }

    /// What a thread that wants to finish gets.
    enum Turn {
      /// It is the one that finishes.
      case finish(ContentHandler)
      /// Time ran out before there was a decision, so what it has to show has not been seen by anyone.
      case postpone
      /// Another one has finished.
      case none
    }

    private struct State {
      var handler: ContentHandler?
      var due = Due.fallback
      var expiredUndecided = false
    }

    private let state: Locked<State>
    private let settling = Locked(false)

    init(_ handler: ContentHandler) { state = Locked(State(handler: handler)) }

    /// Says what is due should time run out from now on.
    func expect(_ due: Due) { state.withLock { $0.due = due } }

    /// Takes a turn and settles, as one: were time to run out between the two, the ledger might give what is to be shown to
    /// whoever has no handler.
    func settle<Result>(_ body: () -> Result) -> Result { settling.withLock { _ in body() } }

    /// The turn of whoever has an answer.
    func take() -> Turn {
      state.withLock { state in
        if let handler = state.handler {
          state.handler = nil
          return .finish(handler)
        }
        return state.expiredUndecided ? .postpone : .none
      }
    }

    /// The turn of time running out; nothing where it is finished, or where what is due needs the ledger and that is to
    /// be left for later.
    func expire(settling: Bool) -> (ContentHandler, Due)? {
      state.withLock { state in
        if !settling, case .settlement = state.due { return nil }
        guard let handler = state.handler else { return nil }
        state.handler = nil
        if case .fallback = state.due { state.expiredUndecided = true }
        return (handler, state.due)
      }
    }
  }
#endif
