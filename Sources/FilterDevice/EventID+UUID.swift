public import Foundation
public import SealEnvelope

extension EventID {
  /// The same identity as CallKit knows it.
  public var uuid: UUID {
    // The text of an id is a UUID's; another one could only come from a fault of Foundation's.
    UUID(uuidString: description) ?? UUID()
  }
}
