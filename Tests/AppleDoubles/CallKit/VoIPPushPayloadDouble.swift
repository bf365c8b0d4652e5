import Foundation
import Synchronization

/// Not Apple's: how the system takes an extension's payload, driven by tests, call by call: a payload's `id` tells whose
/// test it is.
public enum VoIPPushPayloadDouble {
  /// How it answers.
  public struct Script: Sendable {
    /// When it answers.
    public enum Timing: Sendable {
      /// Before the call returns.
      case atOnce
      /// From another queue, after some milliseconds.
      case later(Int)
      /// Twice, from another queue.
      case twice
      /// When the test says so, or never.
      case byHand
    }

    /// The error; nothing where it takes the call.
    public var domain: String?
    /// The error's code.
    public var code = 0
    /// When it answers.
    public var timing = Timing.later(0)

    /// Takes the call, from another queue.
    public init(domain: String? = nil, code: Int = 0, timing: Timing = .later(0)) {
      self.domain = domain
      self.code = code
      self.timing = timing
    }

    var error: NSError? { domain.map { NSError(domain: $0, code: code) } }
  }

  private struct Call {
    var script = Script()
    /// What came over the connection: copies, as property lists.
    var payloads: [Data] = []
    var held: [@Sendable ((any Error)?) -> Void] = []
  }

  private static let calls = Mutex<[String: Call]>([:])
  /// The private serial queue that Apple's documentation speaks of.
  private static let queue = DispatchQueue(label: "CallKit double")

  /// Says how the payload of a call is answered.
  public static func expect(_ id: String, _ script: Script) {
    calls.withLock { calls in
      var call = calls[id] ?? Call()
      call.script = script
      calls[id] = call
    }
  }

  /// What was reported for a call, in order.
  public static func payloads(_ id: String) -> [[String: Any]] {
    (calls.withLock { $0[id]?.payloads } ?? []).map {
      unsafe (try? PropertyListSerialization.propertyList(from: $0, format: nil)) as? [String: Any] ?? [:]
    }
  }

  /// Forgets a call, so that a test of memory measures what is tested.
  public static func forget(_ id: String) { calls.withLock { $0[id] = nil } }

  /// Answers everything held for a call; how many there were.
  @discardableResult
  public static func answer(_ id: String, _ error: (any Error)? = nil) -> Int {
    let held = calls.withLock { calls -> [@Sendable ((any Error)?) -> Void] in
      defer { calls[id]?.held = [] }
      return calls[id]?.held ?? []
    }
    for completion in held { completion(error) }
    return held.count
  }

  static func take(_ payload: [AnyHashable: Any], _ completion: (@Sendable ((any Error)?) -> Void)?) {
    // What is no property list does not survive the connection: apps have seen this error then.
    guard let copy = try? PropertyListSerialization.data(fromPropertyList: payload, format: .binary, options: 0) else {
      queue.async { completion?(NSError(domain: NSCocoaErrorDomain, code: 4097)) }
      return
    }
    let id = payload["id"] as? String ?? ""
    let script = calls.withLock { calls -> Script in
      calls[id, default: Call()].payloads.append(copy)
      if case .byHand = calls[id]?.script.timing, let completion { calls[id]?.held.append(completion) }
      return calls[id]?.script ?? Script()
    }
    switch script.timing {
    case .atOnce: completion?(script.error)
    case .later(let milliseconds):
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { completion?(script.error) }
    case .twice:
      queue.async {
        completion?(script.error)
        completion?(script.error)
      }
    case .byHand: break
    }
  }
}
