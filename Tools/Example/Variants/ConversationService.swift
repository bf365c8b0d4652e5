#if canImport(LiveCommunicationKit)
  import FilterExtension
  import LiveCommunicationKit

  /// An extension that hands calls to LiveCommunicationKit, for an app that uses it instead of CallKit. Before iOS 17.4 they
  /// go to CallKit.
  nonisolated final class ConversationService: FilterService {
    override func makeConfiguration() throws -> FilterConfiguration { try .existing() }

    override func report(
      _ payload: CallReportPayload, completion: @escaping @Sendable (CallReport.Outcome) -> Void
    ) {
      guard #available(iOS 17.4, macCatalyst 17.4, visionOS 1.1, *) else {
        return super.report(payload, completion: completion)
      }
      Task {
        do {
          try await ConversationManager.reportNewIncomingVoIPPushPayload(payload.dictionary)
          completion(.accepted)
        } catch { completion(CallReport.Outcome(answer: error)) }
      }
    }
  }
#endif
