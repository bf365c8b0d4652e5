import CallKit
import FilterDevice
import Foundation
import os

/// The log of app and extension. Public in it are words of the format, numbers and error domains: what tells why a call did
/// not ring. An id is hashed, since whoever knows it might end the call; a name, a handle, a text, a key or an error's
/// description is never an argument.
nonisolated enum CallLog {
  private static var logger: Logger { Logger(subsystem: "com.example.app", category: "calls") }

  /// What the extension does with a push, and why.
  static func decided(_ decision: Decision) {
    let (reason, kind) = (decision.reason.rawValue, decision.event?.kind.rawValue ?? "none")
    let (id, hasLedger) = (decision.event?.event?.id.description ?? "none", decision.ledgerIsAvailable)
    logger.notice(
      "push: \(reason, privacy: .public), \(kind, privacy: .public) \(id, privacy: .private(mask: .hash)), ledger \(hasLedger)"
    )
  }

  /// What the app does with a push.
  static func received(_ push: IncomingPush) {
    switch push {
    case .ring(let call):
      let id = call.id.description
      logger.notice("rings: \(id, privacy: .private(mask: .hash))")
    case .reportAndEnd(let phantom):
      let reason = phantom.reason.rawValue
      logger.notice("reported and ended: \(reason)")
    case .nothingToReport: logger.notice("nothing to report")
    case .notOurs: logger.notice("not CallSeal's")
    }
  }

  /// Why a call rings no more.
  static func stoppedRinging(_ reason: CXCallEndedReason?, _ error: (any Error)?) {
    let reason = reason?.rawValue ?? 0
    logger.notice("stopped ringing: \(reason)")
    if let error { failed(error) }
  }

  /// Domain and code, and for a key store what it says itself, which holds no byte of a key.
  static func failed(_ error: any Error) {
    let (domain, code) = ((error as NSError).domain, (error as NSError).code)
    let detail = (error as? KeyStoreError)?.description ?? ""
    logger.error("\(domain, privacy: .public) \(code) \(detail, privacy: .public)")
  }
}
