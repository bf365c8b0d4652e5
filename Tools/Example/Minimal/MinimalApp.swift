import CallKit
import FilterApp

final class Pushes: CallPushHandler {
  override func makeConfiguration() throws -> FilterConfiguration {
    FilterConfiguration(
      audience: try Audience("com.example.app"), keys: DeviceKeyStore(accessGroup: "group.com.example.app").source,
      senders: try KeySource([SenderPublicKey(parsingJWK: Array(serverKey.utf8))]),
      ledger: try .inAppGroup("group.com.example.app"))
  }
}

func applicationDidFinishLaunching(_ delegate: any CXProviderDelegate) throws -> Pushes {
  let provider = CXProvider(configuration: CXProviderConfiguration())
  provider.setDelegate(delegate, queue: nil)
  let pushes = Pushes(provider: provider)  // the app keeps it
  pushes.start()
  return pushes
}
