public import Foundation
import Synchronization

/// Not Apple's: the keychain behind the functions, driven by tests. A test keeps to an access group of its own.
public enum KeychainDouble {
  /// An item as it was stored.
  public struct Item: Sendable {
    /// `kSecAttrService`.
    public var service: String
    /// `kSecAttrAccount`.
    public var account: String
    /// `kSecAttrAccessible`; a value the default of which is "when unlocked".
    public var accessible: String
    /// Whether it goes to other devices.
    public var isSynchronizable: Bool
    /// Whether the data protection keychain was asked for.
    public var usesDataProtection: Bool
    /// `kSecValueData`.
    public var data: Data
  }

  /// The four functions.
  public enum Function: Hashable, Sendable { case add, copy, update, delete }

  private struct State {
    var items: [String: [Item]] = [:]
    var faults: [String: [Function: OSStatus]] = [:]
    var calls: [String: [Function]] = [:]
  }

  private static let state = Mutex(State())

  /// The items of an access group.
  public static func items(_ group: String) -> [Item] { state.withLock { $0.items[group] ?? [] } }

  /// Puts an item's value, as another version of the app may have left it.
  public static func setData(_ data: Data, group: String) {
    state.withLock { for index in ($0.items[group] ?? []).indices { $0.items[group]?[index].data = data } }
  }

  /// Makes a function answer with a status, or as it should again.
  public static func fail(_ function: Function, with status: OSStatus?, group: String) {
    state.withLock { $0.faults[group, default: [:]][function] = status }
  }

  /// The calls that were made for an access group.
  public static func calls(_ group: String) -> [Function] { state.withLock { $0.calls[group] ?? [] } }

  /// What the functions were asked, read out of the dictionary.
  private struct Query: Sendable {
    let group: String
    let service: String?
    let account: String?
    let accessible: String?
    let isSynchronizable: Bool
    let usesDataProtection: Bool
    let returnsData: Bool
    let data: Data?

    init?(_ dictionary: CFDictionary) {
      guard let query = dictionary as? [String: Any], query[kSecClass] as? String == kSecClassGenericPassword,
        let group = query[kSecAttrAccessGroup] as? String, !group.isEmpty
      else { return nil }
      self.group = group
      service = query[kSecAttrService] as? String
      account = query[kSecAttrAccount] as? String
      accessible = query[kSecAttrAccessible] as? String
      isSynchronizable = query[kSecAttrSynchronizable] as? Bool ?? false
      usesDataProtection = query[kSecUseDataProtectionKeychain] as? Bool ?? false
      returnsData = query[kSecReturnData] as? Bool ?? false
      data = query[kSecValueData] as? Data
    }

    func matches(_ item: Item) -> Bool {
      (service.map { $0 == item.service } ?? true) && (account.map { $0 == item.account } ?? true)
    }
  }

  private static func run(
    _ function: Function, _ query: CFDictionary, _ body: @Sendable (inout [Item], Query) -> (OSStatus, Data?)
  ) -> (OSStatus, Data?) {
    guard let query = Query(query) else { return (errSecParam, nil) }
    return state.withLock { state in
      state.calls[query.group, default: []].append(function)
      if let fault = state.faults[query.group]?[function] { return (fault, nil) }
      return body(&state.items[query.group, default: []], query)
    }
  }

  static func add(_ attributes: CFDictionary) -> OSStatus {
    run(.add, attributes) { items, query in
      let item = Item(
        service: query.service ?? "", account: query.account ?? "",
        accessible: query.accessible ?? kSecAttrAccessibleWhenUnlocked, isSynchronizable: query.isSynchronizable,
        usesDataProtection: query.usesDataProtection, data: query.data ?? Data())
      guard !items.contains(where: query.matches) else { return (errSecDuplicateItem, nil) }
      items.append(item)
      return (errSecSuccess, nil)
    }.0
  }

  static func copy(_ query: CFDictionary) -> (OSStatus, Data?) {
    run(.copy, query) { items, query in
      guard let item = items.first(where: query.matches) else { return (errSecItemNotFound, nil) }
      return (errSecSuccess, query.returnsData ? item.data : nil)
    }
  }

  static func update(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
    guard let data = (attributes as? [String: Any])?[kSecValueData] as? Data else { return errSecParam }
    return run(.update, query) { items, query in
      let found = items.indices.filter { query.matches(items[$0]) }
      for index in found { items[index].data = data }
      return (found.isEmpty ? errSecItemNotFound : errSecSuccess, nil)
    }.0
  }

  static func delete(_ query: CFDictionary) -> OSStatus {
    run(.delete, query) { items, query in
      let count = items.count
      items.removeAll(where: query.matches)
      return (items.count == count ? errSecItemNotFound : errSecSuccess, nil)
    }.0
  }
}
