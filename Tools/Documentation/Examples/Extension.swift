import FilterExtension

final class LoggingService: FilterService {
  private func log(_ line: String) {}

  override func decided(_ decision: Decision) { log(decision.reason.rawValue) }
  override func failed(_ error: any Error) { log("\(error)") }
}

func showIncomingCalls(_ configuration: inout FilterConfiguration) {
  configuration.policy.refusal = .incomingCall
}

func trust(_ newSender: SenderPublicKey, _ oldSender: SenderPublicKey) throws -> KeySource<SenderPublicKey> {
  let senders = try KeySource([newSender, oldSender])
  return senders
}
