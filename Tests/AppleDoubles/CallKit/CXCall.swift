// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Dispatch
public import Foundation
import Synchronization

open class CXCall: NSObject {
  public let uuid: UUID
  public let isOutgoing: Bool
  public let isOnHold: Bool
  public let hasConnected: Bool
  public let hasEnded: Bool

  /// Not Apple's: a call as a test wants it.
  public init(
    double uuid: UUID, isOutgoing: Bool = false, isOnHold: Bool = false, hasConnected: Bool = false,
    hasEnded: Bool = false
  ) {
    self.uuid = uuid
    self.isOutgoing = isOutgoing
    self.isOnHold = isOnHold
    self.hasConnected = hasConnected
    self.hasEnded = hasEnded
  }
}

public protocol CXCallObserverDelegate: NSObjectProtocol {
  func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

open class CXCallObserver: NSObject {
  public private(set) weak var delegateDouble: (any CXCallObserverDelegate)?
  private static let connected = Mutex<Set<UUID>>([])
  open var calls: [CXCall] { Self.connected.withLock { $0 }.map { CXCall(double: $0, hasConnected: true) } }

  public override init() { super.init() }

  /// Not Apple's: a call that is answered, as every observer sees it.
  public static func connectDouble(_ uuid: UUID) { _ = connected.withLock { $0.insert(uuid) } }

  open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) { delegateDouble = delegate }
}

open class CXCallController: NSObject {
  public let callObserver = CXCallObserver()
  /// Not Apple's: the actions that were requested.
  public private(set) var requestedDouble: [CXAction] = []
  /// Not Apple's: what requests are answered with.
  public var refusalDouble: (any Error)?

  public override init() { super.init() }
  public init(queue: DispatchQueue) {}

  open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
    requestedDouble += transaction.actions
    let error = refusalDouble
    DispatchQueue.global().async { completion(error) }
  }
}
