// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation

public typealias CXCallDirectoryPhoneNumber = Int64
public let CXCallDirectoryPhoneNumberMax: CXCallDirectoryPhoneNumber = Int64.max - 1

/// Foundation's at Apple.
open class NSExtensionContext: NSObject {
  /// Not Apple's: what the request was cancelled with.
  public internal(set) var cancelDouble: (any Error)?

  open func cancelRequest(withError error: any Error) { cancelDouble = error }
}
/// Foundation's at Apple.
public protocol NSExtensionRequestHandling: NSObjectProtocol {
  func beginRequest(with context: NSExtensionContext)
}

public protocol CXCallDirectoryExtensionContextDelegate: NSObjectProtocol {
  func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error)
}

open class CXCallDirectoryExtensionContext: NSExtensionContext {
  open weak var delegate: (any CXCallDirectoryExtensionContextDelegate)?
  private let incremental: Bool
  private var wasAsked = false

  /// Not Apple's.
  public private(set) var logDouble = CallDirectoryLogDouble()

  /// Not Apple's: a context as the system makes it.
  public init(incrementalDouble: Bool) { incremental = incrementalDouble }

  open var isIncremental: Bool {
    wasAsked = true
    return incremental
  }

  open func addBlockingEntry(withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
    logDouble.add(phoneNumber, to: \.blocked)
  }

  open func removeBlockingEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
    remove { $0.unblocked.append(phoneNumber) }
  }

  open func removeAllBlockingEntries() { remove { $0.unblockedAll = true } }

  open func addIdentificationEntry(
    withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
  ) {
    logDouble.add(phoneNumber, to: \.identified)
    logDouble.labels.append(label)
  }

  open func removeIdentificationEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
    remove { $0.unidentified.append(phoneNumber) }
  }

  open func removeAllIdentificationEntries() { remove { $0.unidentifiedAll = true } }

  /// The handler is told whether the extension's time had run out, and the delegate what was wrong.
  open func completeRequest(completionHandler: ((Bool) -> Void)? = nil) {
    logDouble.isComplete = true
    if let error = logDouble.error {
      delegate?.requestFailed(for: self, withError: CXErrorCodeCallDirectoryManagerError(error))
    }
    completionHandler?(hasExpiredDouble)
  }

  /// Not Apple's: whether the extension's time runs out.
  public var hasExpiredDouble = false

  /// Removals are for a request that is incremental and whose extension has looked.
  private func remove(_ body: (inout CallDirectoryLogDouble) -> Void) {
    if !incremental || !wasAsked { logDouble.error = .unexpectedIncrementalRemoval }
    body(&logDouble)
  }
}

open class CXCallDirectoryProvider: NSObject, NSExtensionRequestHandling {
  public override init() { super.init() }
  open func beginRequest(with context: NSExtensionContext) {
    if let context = context as? CXCallDirectoryExtensionContext { beginRequest(with: context) }
  }
  open func beginRequest(with context: CXCallDirectoryExtensionContext) {}
}

/// Not Apple's: what a context was told.
public struct CallDirectoryLogDouble: Sendable {
  public var blocked: [Int64] = []
  public var identified: [Int64] = []
  public var labels: [String] = []
  public var unblocked: [Int64] = []
  public var unidentified: [Int64] = []
  public var unblockedAll = false
  public var unidentifiedAll = false
  public var isComplete = false
  /// The first error that Apple's would give.
  public var error: CXErrorCodeCallDirectoryManagerError.Code?

  mutating func add(_ number: Int64, to numbers: WritableKeyPath<CallDirectoryLogDouble, [Int64]>) {
    if let last = self[keyPath: numbers].last, error == nil {
      if number == last { error = .duplicateEntries } else if number < last { error = .entriesOutOfOrder }
    }
    self[keyPath: numbers].append(number)
  }
}
