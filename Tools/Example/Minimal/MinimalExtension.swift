import FilterExtension

nonisolated final class NotificationService: FilterService {
  override func makeConfiguration() throws -> FilterConfiguration {
    FilterConfiguration(
      audience: try Audience("com.example.app"), keys: DeviceKeyStore(accessGroup: "group.com.example.app").source,
      senders: try KeySource([SenderPublicKey(parsingJWK: Array(serverKey.utf8))]),
      ledger: try .inAppGroup("group.com.example.app"))
  }
}
