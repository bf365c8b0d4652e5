// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation
import Synchronization

// Unchecked: what changes is under a mutex.
open class CXCallDirectoryManager: NSObject, @unchecked Sendable {
  public enum EnabledStatus: Int, Sendable {
    case unknown = 0
    case disabled = 1
    case enabled = 2
  }

  private static let shared = CXCallDirectoryManager()
  private let state = Mutex(CallDirectoryManagerDouble())

  open class var sharedInstance: CXCallDirectoryManager { shared }

  open func reloadExtension(
    withIdentifier identifier: String, completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error = state.withLock { state -> (any Error)? in
      state.reloaded.append(identifier)
      return state.refusal.map { CXErrorCodeCallDirectoryManagerError($0) }
    }
    DispatchQueue.global().async { completion?(error) }
  }

  open func getEnabledStatusForExtension(
    withIdentifier identifier: String,
    completionHandler completion: @escaping @Sendable (EnabledStatus, (any Error)?) -> Void
  ) {
    let status = state.withLock { $0.status }
    let error: CXErrorCodeCallDirectoryManagerError? = status == .unknown ? .init(.noExtensionFound) : nil
    DispatchQueue.global().async { completion(status, error) }
  }

  open func openSettings(completionHandler completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    state.withLock { $0.settingsOpened += 1 }
    DispatchQueue.global().async { completion?(nil) }
  }
}

// MARK: Not Apple's

/// What the manager was asked, and what it answers.
public struct CallDirectoryManagerDouble: Sendable {
  public var status = CXCallDirectoryManager.EnabledStatus.enabled
  public var refusal: CXErrorCodeCallDirectoryManagerError.Code?
  public var reloaded: [String] = []
  public var settingsOpened = 0

  public init() {}
}

extension CXCallDirectoryManager {
  /// The state, to look at or to change.
  public func withDouble<Result>(_ body: (inout sending CallDirectoryManagerDouble) -> sending Result) -> sending Result
  {
    state.withLock(body)
  }
}
