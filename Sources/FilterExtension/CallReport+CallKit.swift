#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import CallKit
  import Foundation

  extension CallReport.Outcome {
    /// What CallKit's answer to a report means: that the call was taken, that it never will be, or that something broke.
    ///
    /// Codes are compared as numbers, since older SDKs lack the names of newer ones. Only the two that say what this
    /// process is are final; every other error may be gone at the next copy.
    ///
    /// - Parameter error: What CallKit's completion was given.
    public init(answer error: (any Error)?) {
      guard let error = error as NSError? else {
        self = .accepted
        return
      }
      let invalidClientProcess = 1
      let missingEntitlement = 2
      let isFinal =
        error.domain == CXErrorCodeNotificationServiceExtensionError.errorDomain
        && [invalidClientProcess, missingEntitlement].contains(error.code)
      self = isFinal ? .refused : .failed
    }
  }
#endif
