import CallKit
import Foundation

/// The Call Directory extension's principal class. It runs when the app asks for a reload, not at each call.
final class CallDirectoryHandler: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate {
  /// Where the app left its entries: at a real app in the app group.
  var entries = DirectoryUpdate.Entries()
  /// What was told last.
  private(set) var told: DirectoryUpdate.Entries?

  override func beginRequest(with context: CXCallDirectoryExtensionContext) {
    context.delegate = self
    DirectoryUpdate(before: told, now: entries).tell(context)
    told = entries
    context.completeRequest()
  }

  func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
    // What the system has now is not known: the next incremental request begins anew.
    told = nil
  }
}
