import FilterApp
import Synchronization

/// Something that a test switches while others look.
final class Flag: Sendable {
  private let value = Mutex(false)
  var isOn: Bool { value.withLock { $0 } }
  func set(_ on: Bool) { value.withLock { $0 = on } }

  /// Keys that are known later.
  final class Keys: Sendable {
    private let value = Mutex<[RecipientPrivateKey]>([])
    var all: [RecipientPrivateKey] { value.withLock { $0 } }
    func set(_ keys: [RecipientPrivateKey]) { value.withLock { $0 = keys } }
  }
}
