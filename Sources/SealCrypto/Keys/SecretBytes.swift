/// The one owner of secret bytes: holds them in one place, wipes them when it goes, never prints them.
///
/// Ordinary memory, not `sodium_malloc`: that is limited to some 16,000 live allocations, and a sealer makes one of
/// these for each message.
@safe package final class SecretBytes: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
  // Unchecked: the memory is written by the initialiser alone, before anyone else can see the object.
  private let memory: UnsafeMutableBufferPointer<UInt8>

  package var count: Int { unsafe memory.count }
  package var description: String { "SecretBytes(\(count) bytes, redacted)" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Owns `count` bytes that `fill` writes; zeros at first. If `fill` throws, what it wrote is wiped.
  package init(count: Int, fill: (inout MutableSpan<UInt8>) throws(CryptoError) -> Void) throws(CryptoError) {
    unsafe memory = .allocate(capacity: count)
    unsafe memory.initialize(repeating: 0)
    var span = unsafe memory.mutableSpan
    try fill(&span)
  }

  /// Owns a copy of `bytes`. The caller wipes its own.
  package convenience init(copying bytes: Span<UInt8>) throws(CryptoError) {
    try self.init(count: bytes.count) { memory throws(CryptoError) in
      for index in bytes.indices { memory[index] = bytes[index] }
    }
  }

  /// `count` bytes of the library's randomness.
  package static func random(count: Int) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { memory throws(CryptoError) in try Backend.random(into: &memory) }
  }

  /// Lends the bytes for the length of `body`.
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe memory.span)
  }

  deinit {
    var span = unsafe memory.mutableSpan
    Backend.wipe(&span)
    unsafe memory.deallocate()
  }
}

extension SecretBytes: Equatable {
  /// In constant time for equal lengths.
  package static func == (a: SecretBytes, b: SecretBytes) -> Bool {
    a.withSpan { a in b.withSpan { b in Backend.constantTimeEqual(a, b) } }
  }
}
