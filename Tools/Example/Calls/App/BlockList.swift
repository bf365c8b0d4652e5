import CallKit
import Foundation

/// The app's side of Call Directory: it keeps the entries where the extension finds them, and asks the system to read them.
@MainActor final class BlockList {
  /// What the system says about the extension.
  enum Status: Equatable { case enabled, disabled, unknown }

  private let store: DirectoryStore
  private let identifier: String
  private var manager: CXCallDirectoryManager { .sharedInstance }

  init(store: DirectoryStore, identifier: String = "com.example.app.directory") {
    self.store = store
    self.identifier = identifier
  }

  /// Keeps entries and has them read. Numbers that are no E.164 are left out.
  ///
  /// - Throws: What kept them from being kept; or the system's error: 6 of `CXErrorDomainCallDirectoryManager` is an
  ///   extension that the user has not enabled, 7 one that is being read already, which is no harm.
  func set(blocked: [String], labels: [String: String]) async throws {
    var entries = DirectoryEntries()
    entries.blocked = Set(blocked.compactMap(DirectoryEntries.number))
    for (handle, label) in labels { if let number = DirectoryEntries.number(handle) { entries.labels[number] = label } }
    try store.setEntries(entries)
    try await reload()
  }

  /// Has the system read the entries again.
  func reload() async throws {
    let alreadyLoading = 7
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      manager.reloadExtension(withIdentifier: identifier) { error in
        let error = error as NSError?
        let isLoading = error?.domain == CXErrorDomainCallDirectoryManager && error?.code == alreadyLoading
        if let error, !isLoading { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Whether the user has enabled the extension, in the system's settings.
  func status() async -> Status {
    await withCheckedContinuation { (continuation: CheckedContinuation<Status, Never>) in
      manager.getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
        if let error { CallLog.failed(error) }
        switch status {
        case .enabled: continuation.resume(returning: .enabled)
        case .disabled: continuation.resume(returning: .disabled)
        default: continuation.resume(returning: .unknown)
        }
      }
    }
  }

  /// Opens the settings in which the user enables it.
  func openSettings() {
    manager.openSettings { error in if let error { CallLog.failed(error) } }
  }
}
