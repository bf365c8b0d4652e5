public import FilterDevice

/// What the app and its extension are made from: the same, in both.
extension FilterConfiguration {
  /// The example's.
  public static func example() throws -> FilterConfiguration {
    FilterConfiguration(
      // The app's bundle identifier, in the extension too.
      audience: try Audience("com.example.app"),
      keys: DeviceKeyStore.example.source,
      senders: try KeySource([SenderPublicKey(parsingJWK: Array(serverKey.utf8))]),
      ledger: try .inAppGroup("group.com.example.app"))
  }

  /// The server's public signing key, as `callseal pubkey` prints it. The private half is the test vector of RFC 8032
  /// §7.1, so it protects nothing: put your own here.
  public static let serverKey =
    #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
}

extension DeviceKeyStore {
  /// The example's: an app group is a keychain access group too.
  public static let example = DeviceKeyStore(accessGroup: "group.com.example.app")
}
