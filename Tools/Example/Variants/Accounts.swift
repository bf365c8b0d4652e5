import FilterDevice

/// Several accounts on one device: each has keys of its own, which its server seals to, and that server's key is trusted
/// for that account alone.
nonisolated struct Account: Sendable {
  let name: String
  let keys: DeviceKeyStore
  let server: SenderPublicKey

  init(name: String, server: SenderPublicKey) {
    self.name = name
    self.server = server
    keys = DeviceKeyStore(accessGroup: "group.com.example.app", service: "callseal.device-keys.\(name)")
  }

  /// Whether an event came for this account: sealed to one of its keys, and signed by its server. Keys that cannot be
  /// read now are nobody's, and the push shows the fallback.
  func owns(_ event: OpenedEvent) -> Bool {
    guard event.sender == server.thumbprint, let keys = try? keys.keys() else { return false }
    return keys.contains { $0.key.publicKey.thumbprint == event.recipient }
  }
}

nonisolated extension FilterConfiguration {
  /// One configuration for all accounts, in app and extension: a push says by its key whose it is.
  static func accounts(_ accounts: [Account]) throws -> FilterConfiguration {
    var configuration = FilterConfiguration(
      audience: try Audience("com.example.app"), keys: KeySource(anyOf: accounts.map(\.keys.source)),
      senders: try KeySource(accounts.map(\.server)), ledger: try .inAppGroup("group.com.example.app"))
    // Else one account's server could ring as another one's.
    configuration.policy.accepts = { event in accounts.contains { $0.owns(event) } }
    return configuration
  }
}
