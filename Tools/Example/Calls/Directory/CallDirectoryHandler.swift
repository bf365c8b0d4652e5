import CallKit
import Foundation

/// The Call Directory extension's principal class. It runs when the app asks for a reload, not at each call, and in a
/// process of its own each time.
///
/// Unchecked: the system calls it for one request, one thing after another.
nonisolated final class CallDirectoryHandler: CXCallDirectoryProvider, CXCallDirectoryExtensionContextDelegate,
  @unchecked Sendable
{
  /// Where the app left its entries.
  var makeStore: () throws -> DirectoryStore = { try DirectoryStore() }
  private var hasFailed = false

  override func beginRequest(with context: CXCallDirectoryExtensionContext) {
    context.delegate = self
    do {
      let store = try makeStore()
      let entries = try store.entries()
      let update = DirectoryUpdate(before: store.told(), now: entries)
      // Whoever is stopped from here on does not know what the system has, and the next request begins anew.
      try store.setTold(nil)
      update.tell(context)
      context.completeRequest { [self] hasExpired in
        if !hasExpired && !hasFailed { try? store.setTold(entries) }
      }
    } catch {
      // What cannot be read is not an empty list, which would unblock everybody: the system keeps what it has.
      context.cancelRequest(withError: error)
    }
  }

  func requestFailed(for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error) {
    // What the system has now is not known.
    hasFailed = true
    try? makeStore().setTold(nil)
  }
}
