#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Threads of the system's, for work that blocks and so has no place among tasks.
package enum WorkerThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that runs `body` and goes when that returns, or when the process ends.
  ///
  /// - Throws: Where the system has no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(FileError) {
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, nil,
        { work in
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard status == 0, let thread = unsafe thread else {
        unsafe work.release()
        throw FileError(errno: status, path: "thread")
      }
      unsafe pthread_detach(thread)
    #else
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil,
        { work in
          if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
      guard status == 0 else {
        unsafe work.release()
        throw FileError(errno: status, path: "thread")
      }
      pthread_detach(thread)
    #endif
  }
}
