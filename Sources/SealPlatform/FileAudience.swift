/// Who may read a file that is made. A file that is replaced keeps its rights, as far as they are not too wide.
package enum FileAudience: Sendable {
  /// The owner alone.
  case owner
  /// Whoever the umask lets.
  case everyone

  /// The permission bits that such a file may have at most.
  var widest: UInt32 { self == .owner ? 0o600 : 0o777 }
  /// Those of a new one, before the umask.
  var new: UInt32 { self == .owner ? 0o600 : 0o666 }
}
