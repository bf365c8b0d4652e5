// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Apple documents what is declared here.

public import Foundation
import Synchronization

/// Not Apple's own module: on Linux, Foundation lacks the app group's container.
private let containers = Mutex<[String: URL]>([:])

extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    containers.withLock { $0[groupIdentifier] }
  }
}

/// Not Apple's: gives an app group a folder.
public enum AppGroupDouble {
  public static func set(_ url: URL, for group: String) { containers.withLock { $0[group] = url } }
}
