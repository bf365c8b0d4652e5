// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Dispatch
public import Foundation
import Synchronization

public struct PKPushType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let voIP = PKPushType(rawValue: "voIP")
  public static let fileProvider = PKPushType(rawValue: "fileProvider")
}

open class PKPushCredentials: NSObject {
  public let type: PKPushType
  public let token: Data

  init(type: PKPushType, token: Data) {
    self.type = type
    self.token = token
  }
}

open class PKPushPayload: NSObject {
  public let type: PKPushType
  public let dictionaryPayload: [AnyHashable: Any]

  init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) {
    self.type = type
    self.dictionaryPayload = dictionaryPayload
  }
}

public final class PKVoIPPushMetadata: NSObject, Sendable {
  public let mustReport: Bool

  init(mustReport: Bool) { self.mustReport = mustReport }
}

public protocol PKPushRegistryDelegate: NSObjectProtocol {
  func pushRegistry(
    _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
    completion: @escaping @Sendable () -> Void)
  func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata,
    withCompletionHandler completion: @escaping @Sendable () -> Void)
  func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

/// Optional at Apple.
extension PKPushRegistryDelegate {
  public func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
    completion: @escaping @Sendable () -> Void
  ) {}
  public func pushRegistry(
    _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata,
    withCompletionHandler completion: @escaping @Sendable () -> Void
  ) {}
  public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {}
}

open class PKPushRegistry: NSObject {
  open weak var delegate: (any PKPushRegistryDelegate)?
  open var desiredPushTypes: Set<PKPushType>?
  private let token = Mutex<Data?>(nil)

  public init(queue: DispatchQueue?) {}

  open func pushToken(for type: PKPushType) -> Data? { token.withLock { $0 } }
}

// MARK: Not Apple's

extension PKPushRegistry {
  /// A new token, or none.
  public func updateDouble(_ new: Data?) {
    token.withLock { $0 = new }
    if let new {
      delegate?.pushRegistry(self, didUpdate: PKPushCredentials(type: .voIP, token: new), for: .voIP)
    } else {
      delegate?.pushRegistry(self, didInvalidatePushTokenFor: .voIP)
    }
  }

  /// A push, by the older method, or by the newer one where `mustReport` is given.
  public func deliverDouble(
    _ payload: [AnyHashable: Any], type: PKPushType = .voIP, mustReport: Bool? = nil,
    completion: @escaping @Sendable () -> Void
  ) {
    let payload = PKPushPayload(type: type, dictionaryPayload: payload)
    if let mustReport {
      delegate?.pushRegistry(
        self, didReceiveIncomingVoIPPushWith: payload, metadata: PKVoIPPushMetadata(mustReport: mustReport),
        withCompletionHandler: completion)
    } else {
      delegate?.pushRegistry(self, didReceiveIncomingPushWith: payload, for: type, completion: completion)
    }
  }
}
