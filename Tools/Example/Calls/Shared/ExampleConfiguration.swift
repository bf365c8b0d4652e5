import FilterDevice

/// What the app and its extension are made from: the same, in both.
nonisolated extension FilterConfiguration {
  /// The example's.
  ///
  /// - Parameter serverKey: The server's public signing key, a JWK.
  /// - Returns: What app and extension are made from.
  /// - Throws: `FormatError` where the key is none, `AppGroupMissing`.
  static func example(trusting serverKey: String = serverKey) throws -> FilterConfiguration {
    FilterConfiguration(
      // The app's bundle identifier, in the extension too.
      audience: try Audience("com.example.app"),
      keys: DeviceKeyStore.example.source,
      senders: try KeySource([SenderPublicKey(parsingJWK: Array(serverKey.utf8))]),
      ledger: try .inAppGroup("group.com.example.app"))
  }

  /// The server's public signing key, as `callseal pubkey` prints it. What stands here is none: until yours does,
  /// there is no configuration and every push shows the fallback.
  static let serverKey = #"{"kty":"OKP","crv":"Ed25519","x":"PUT-YOUR-SERVERS-PUBLIC-KEY-HERE"}"#
}

nonisolated extension DeviceKeyStore {
  /// The example's: an app group is a keychain access group too.
  static let example = DeviceKeyStore(accessGroup: "group.com.example.app")
}
