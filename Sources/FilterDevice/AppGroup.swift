#if CALLSEAL_DOUBLES || (canImport(CallKit) && (os(iOS) || os(visionOS)))
  import Foundation
  public import Filter
  #if CALLSEAL_DOUBLES
    import AppGroups
  #endif

  extension Ledger {
    /// The ledger in an app group's container, shared by the app and its extension: the file `CallSeal/ledger`.
    ///
    /// The folder is protected until the first unlock and no longer, which what is made in it inherits: a push that comes
    /// to a locked phone is still remembered. Before that the ledger cannot be read and acts as empty.
    ///
    /// - Parameter group: The app group's identifier, in the entitlements of both.
    /// - Returns: The ledger.
    /// - Throws: `AppGroupMissing` where this process does not belong to the group.
    public static func inAppGroup(_ group: String) throws(AppGroupMissing) -> Ledger {
      guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
        throw AppGroupMissing(group: group)
      }
      let folder = container.appendingPathComponent("CallSeal", isDirectory: true)
      // A folder that cannot be made now, as before the first unlock, makes a ledger that says it is unavailable, and no
      // call is lost by that.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication], ofItemAtPath: folder.path)
      return .file(folder.appendingPathComponent("ledger").path)
    }
  }

  /// This process does not belong to the app group: it is missing from its entitlements, or misspelt.
  public struct AppGroupMissing: Error, CustomStringConvertible {
    /// The group's identifier.
    public let group: String

    /// One sentence for a developer.
    public var description: String { "this process does not belong to the app group \(group)" }
  }
#endif
