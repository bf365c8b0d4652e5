import Foundation

/// Runs `body` on `count` threads of their own that all start at once, and gives what each of them gave.
func onThreads<Result: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
  let (results, ready, go, done) = (
    Box<[Result]>([]), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
  )
  for number in 0..<count {
    // Not a queue's threads: those are as many as the machine has cores, and take turns.
    Thread.detachNewThread {
      ready.signal()
      go.wait()
      let result = body(number)
      results.change { $0.append(result) }
      done.signal()
    }
  }
  for _ in 0..<count { ready.wait() }
  for _ in 0..<count { go.signal() }
  for _ in 0..<count { done.wait() }
  return results.value
}
