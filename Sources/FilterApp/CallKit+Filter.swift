#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  public import CallKit
  public import FilterDevice

  extension CXHandle.HandleType {
    /// The kind as CallKit names it.
    ///
    /// - Parameter kind: What a call's handle is.
    public init(_ kind: Handle.Kind) {
      switch kind {
      case .phone: self = .phoneNumber
      case .email: self = .emailAddress
      case .generic: self = .generic
      }
    }
  }

  extension CXCallEndedReason {
    /// The reason as CallKit names it.
    ///
    /// - Parameter reason: Why a call ended.
    public init(_ reason: PhantomCall.EndReason) {
      switch reason {
      case .failed: self = .failed
      case .remoteEnded: self = .remoteEnded
      case .unanswered: self = .unanswered
      case .answeredElsewhere: self = .answeredElsewhere
      case .declinedElsewhere: self = .declinedElsewhere
      }
    }
  }
#endif
