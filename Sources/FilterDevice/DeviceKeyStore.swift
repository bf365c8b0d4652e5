#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Foundation
  public import Filter
  import SealCrypto
  public import SealEnvelope
  import SealPlatform
  import Security

  /// The device's keys in the keychain, shared by an app and its extension.
  ///
  /// The item can be read after the first unlock, stays on this device, and is never synchronised. A keychain that does
  /// not answer is not an empty one: nothing is made, replaced or forgotten then.
  ///
  /// The app makes and rotates keys; the extension only reads. There is no copy in memory between two uses.
  public struct DeviceKeyStore: Sendable {
    /// How long a key that was replaced still opens, in milliseconds, unless a store is told otherwise: 35 days, since
    /// APNs keeps a push for 30 at most.
    public static let usualGrace: Int64 = 35 * 24 * 3600 * 1000

    /// The keychain access group; an app group's identifier is one too.
    public let accessGroup: String
    /// The item's service; another one for each account that has keys of its own.
    public let service: String
    /// How long a key that was replaced still opens, in milliseconds.
    public let grace: Int64
    private let clock: @Sendable () -> UnixTime

    /// Names the place; the keychain is asked when a key is needed, and not before.
    ///
    /// - Parameters:
    ///   - accessGroup: A group that app and extension both have in their entitlements.
    ///   - service: The item's service; another one for each account that has keys of its own.
    ///   - grace: How long a key that was replaced still opens, in milliseconds.
    ///   - clock: The clock.
    public init(
      accessGroup: String, service: String = "callseal.device-keys", grace: Int64 = DeviceKeyStore.usualGrace,
      clock: @escaping @Sendable () -> UnixTime = { .now }
    ) {
      self.accessGroup = accessGroup
      self.service = service
      self.grace = grace
      self.clock = clock
    }

    /// The keys that open, the current one first; none where none was made yet.
    ///
    /// - Returns: The keys.
    /// - Throws: `KeyStoreError`: `unavailable` where it cannot be known now, `damaged`.
    public func keys() throws(KeyStoreError) -> [DeviceKey] {
      let now = clock()
      return try read().filter { $0.isOfUse(at: now, grace: grace) }
    }

    /// The public half of the current key, which is made where there is none: upload its `jwk`.
    ///
    /// - Returns: The key that senders seal to.
    /// - Throws: `KeyStoreError`: `unavailable` where it cannot be known now, and `damaged`, and then none is made;
    ///   `cryptography`.
    public func publicKey() throws(KeyStoreError) -> RecipientPublicKey {
      try Self.writing.withLock { _ in Result { () throws(KeyStoreError) in try publicKeyAlone() } }.get()
    }

    /// Makes a new key. The one it replaces opens for the grace time yet; what is older is destroyed.
    ///
    /// - Returns: The new key's public half: upload its `jwk`.
    /// - Throws: `KeyStoreError`: `unavailable`, `damaged`, `tooManyKeys`, `cryptography`; the old key then stays the
    ///   current one.
    public func rotate() throws(KeyStoreError) -> RecipientPublicKey {
      try Self.writing.withLock { _ in Result { () throws(KeyStoreError) in try rotateAlone() } }.get()
    }

    /// Destroys all keys, as when the user logs out. What was sealed to them will never open. It waits for a rotation that
    /// runs.
    ///
    /// - Throws: `KeyStoreError` with code `unavailable`.
    public func removeAll() throws(KeyStoreError) {
      let status = Self.writing.withLock { _ in SecItemDelete(query as CFDictionary) }
      guard status == errSecSuccess || status == errSecItemNotFound else {
        throw KeyStoreError(.unavailable, status: status)
      }
    }

    /// The keys as a filter and an app's reader look them up. The keychain is asked for each push: a key that the app has
    /// just made is there, and one that cannot be read now is not missing.
    public var source: KeySource<RecipientPrivateKey> {
      KeySource { id in
        do throws(KeyStoreError) {
          return .found(try keys().map(\.key).filter { $0.keyID == id })
        } catch { return .unavailable() }
      }
    }

    // MARK: The keychain

    /// One thread of the app at a time reads and writes; extensions do not write. The value says nothing: an empty one
    /// would share its address with the object's head, which the thread sanitizer takes for a race.
    private static let writing = Locked(false)

    private func publicKeyAlone() throws(KeyStoreError) -> RecipientPublicKey {
      if let current = try read().first { return current.key.publicKey }
      let key = try Self.makeKey()
      let status = Self.withItem([DeviceKey(key, created: clock())]) { data in
        var item = query
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        item[kSecValueData as String] = data
        return SecItemAdd(item as CFDictionary, nil)
      }
      // Somebody else was faster: that key counts, and this one has never been seen by anyone.
      if status == errSecDuplicateItem, let current = try read().first { return current.key.publicKey }
      guard status == errSecSuccess else { throw KeyStoreError(.unavailable, status: status) }
      return key.publicKey
    }

    private func rotateAlone() throws(KeyStoreError) -> RecipientPublicKey {
      let now = clock()
      let old = try read().map { $0.retired(at: now) }.filter { $0.isOfUse(at: now, grace: grace) }
      guard !old.isEmpty else { return try publicKeyAlone() }
      guard old.count < DeviceKeyList.mostKeys else { throw KeyStoreError(.tooManyKeys) }
      let key = try Self.makeKey()
      let status = Self.withItem([DeviceKey(key, created: now)] + old) { data in
        SecItemUpdate(query as CFDictionary, [kSecValueData as String: data] as CFDictionary)
      }
      guard status == errSecSuccess else { throw KeyStoreError(.unavailable, status: status) }
      return key.publicKey
    }

    private static func makeKey() throws(KeyStoreError) -> RecipientPrivateKey {
      do throws(FormatError) { return try RecipientPrivateKey.generate() } catch { throw KeyStoreError(.cryptography) }
    }

    /// Lends the item's bytes for one call of the keychain's, and wipes them. An object that is changed in place: what still
    /// refers to it, such as a dictionary that waits to be released, would make a value copy itself and stay.
    static func withItem(_ keys: [DeviceKey], _ body: (NSMutableData) -> OSStatus) -> OSStatus {
      var bytes = DeviceKeyList.encode(keys)
      let data = unsafe NSMutableData(bytes: bytes, length: bytes.count)
      defer {
        data.resetBytes(in: NSRange(location: 0, length: data.length))
        bytes.wipe()
      }
      return body(data)
    }

    private var query: [String: Any] {
      [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: "device",
        kSecAttrAccessGroup as String: accessGroup,
        kSecAttrSynchronizable as String: false,
      ]
    }

    /// All keys, those past their grace time too. Every status but "found" and "not found" is "not now".
    private func read() throws(KeyStoreError) -> [DeviceKey] {
      var query = query
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return [] }
      guard status == errSecSuccess else { throw KeyStoreError(.unavailable, status: status) }
      guard let data = result as? Data else { throw KeyStoreError(.damaged) }
      // Our copy goes; the keychain's answer is the system's, which gives no way to overwrite it.
      var bytes = [UInt8](data)
      defer { bytes.wipe() }
      guard let keys = DeviceKeyList.decode(bytes) else { throw KeyStoreError(.damaged) }
      return keys
    }
  }
#endif
