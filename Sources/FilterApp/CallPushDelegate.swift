#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  public import CallKit
  public import FilterDevice
  public import Foundation

  /// An object beside a `CallPushHandler` that hears of calls on the main actor: an app's call manager, which may be
  /// `@MainActor` and the provider's delegate too.
  ///
  /// Each method is called before the handler goes on, whatever queue it is on. So the main thread must not wait for the
  /// registry's or the provider's queue; with the main queue for both, as is usual, there is nothing to wait for.
  @MainActor public protocol CallPushDelegate: AnyObject, Sendable {
    /// The app's own knowledge of a call begins: before it is reported, so that the first action finds it.
    ///
    /// - Parameter call: The call.
    func willRing(_ call: IncomingCall)

    /// A call has not rung, or rings no more: it ended, or its time is over, or CallKit said no.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - reason: What CallKit was told; nothing where CallKit itself said no.
    ///   - error: CallKit's error, where there was one: 3 of `CXErrorDomainIncomingCall` is "do not disturb".
    func stoppedRinging(_ call: IncomingCall, _ reason: CXCallEndedReason?, error: (any Error)?)

    /// The VoIP token is new or gone: upload it, at every call, if the server sends plain VoIP pushes.
    ///
    /// - Parameter token: The token, of any length; nothing where it is no longer valid.
    func tokenChanged(_ token: Data?)

    /// A push that is CallSeal's, before it is acted on: the place for a log.
    ///
    /// - Parameter push: What is to be done.
    func received(_ push: IncomingPush)

    /// What should not happen: a configuration that could not be made.
    ///
    /// - Parameter error: The error.
    func failed(_ error: any Error)
  }

  extension CallPushDelegate {
    /// Does nothing, for an app that sends no plain VoIP pushes.
    public func tokenChanged(_ token: Data?) {}
    /// Does nothing.
    public func received(_ push: IncomingPush) {}
    /// Does nothing.
    public func failed(_ error: any Error) {}
  }
#endif
