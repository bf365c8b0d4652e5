import CallKit
import FilterApp

@MainActor func applicationDidFinishLaunching(
  _ calls: any CXProviderDelegate & CallPushDelegate
) -> CallPushHandler {
  let provider = CXProvider(configuration: CXProviderConfiguration())
  provider.setDelegate(calls, queue: nil)
  let pushes = CallPushHandler(provider: provider) {
    FilterConfiguration(
      audience: try Audience("com.example.app"), keys: DeviceKeyStore(accessGroup: "group.com.example.app").source,
      senders: try KeySource([SenderPublicKey(parsingJWK: Array(serverKey.utf8))]),
      ledger: try .inAppGroup("group.com.example.app"))
  }
  pushes.delegate = calls
  pushes.start()
  return pushes  // the app keeps it
}
