/// The steps of a change to a file, each one system call, and the seam where a test takes one of them away.
///
/// A test that kills a process "at some moment" proves little; with this it names the moment. Not public: nobody
/// outside the package can reach it, and without a probe a step is one look at a task-local value.
package enum FileStep: Hashable, Sendable {
  /// open(2) of a file that is not there yet, or has no name.
  case create
  /// fchmod(2) or fchown(2) of a file just made.
  case protect
  /// write(2).
  case write
  /// fsync(2) of a file or a folder.
  case synchronize
  /// link(2).
  case link
  /// rename(2).
  case rename
  /// unlink(2).
  case remove

  /// What becomes of a step.
  package enum Outcome: Equatable, Sendable {
    /// The system call is made.
    case proceed
    /// It is not made, and fails with this `errno`.
    case fail(Int32)
    /// A write puts down half of its bytes, as on a full disk; any other step proceeds.
    case half
  }

  /// Asked before each step of the task it is set in. It may also not return: that is a process killed just there.
  package static let probe = TaskLocal<(@Sendable (FileStep) -> Outcome)?>(wrappedValue: nil)

  /// What becomes of this step here and now.
  var outcome: Outcome { Self.probe.get()?(self) ?? .proceed }

  /// The `errno` that a test gives this step instead of its system call.
  var injectedFailure: Int32? {
    if case .fail(let number) = outcome { number } else { nil }
  }
}
