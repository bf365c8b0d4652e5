/// Spans of bytes as C and slices take them.

extension [UInt8] {
  /// The same memory as a contiguous array, whose `span` and `mutableSpan` go back to iOS 12.2 and macOS 10.14.4. An
  /// array's own ask for iOS 26 and macOS 26, since an array can stand for an `NSArray`; one of bytes never does.
  ///
  /// Nothing is copied: both kinds of array own their memory alike. While it is written to, this array is empty.
  @inlinable package var memory: ContiguousArray<UInt8> {
    @inline(__always) get { ContiguousArray(self) }
    @inline(__always) _modify {
      var bytes = ContiguousArray(self)
      self = []
      defer { self = [UInt8](bytes) }
      yield &bytes
    }
  }

  /// A copy of the bytes a span lends.
  package init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// Appends a copy of the bytes a span lends.
  package mutating func append(copying span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Overwrites the bytes with zeros. The array has to be the only owner of its memory: another one keeps its copy.
  package mutating func wipe() {
    var span = memory.mutableSpan
    Backend.wipe(&span)
  }
}

extension Span<UInt8> {
  /// Lends the address of the first byte; never null, since C libraries declare that they take no null even where the
  /// length is zero.
  @unsafe func withAddress<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { buffer in
      if let address = buffer.baseAddress { return unsafe body(address) }
      return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
        unsafe nothing.initialize(repeating: 0)
        return unsafe body(UnsafePointer(nothing.baseAddress.unsafelyUnwrapped))
      }
    }
  }
}

extension MutableSpan<UInt8> {
  /// Lends the address of the first byte, never null.
  @unsafe mutating func withAddress<Result>(_ body: (UnsafeMutablePointer<UInt8>) -> Result) -> Result {
    unsafe withUnsafeMutableBufferPointer { buffer in
      if let address = buffer.baseAddress { return unsafe body(address) }
      return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { nothing in
        unsafe nothing.initialize(repeating: 0)
        return unsafe body(nothing.baseAddress.unsafelyUnwrapped)
      }
    }
  }

  /// Lends a part of the bytes for writing.
  package mutating func withSlice<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(0 <= range.lowerBound && range.upperBound <= count, "a slice lies inside its span")
    return try unsafe withUnsafeMutableBufferPointer { buffer throws(Failure) in
      var slice = unsafe UnsafeMutableBufferPointer(rebasing: buffer[range]).mutableSpan
      return try body(&slice)
    }
  }
}

/// Lends 32 bytes of the stack, zeros at first, and wipes them: for a secret that is gone a moment later.
///
/// A constant number, and inlined, or else the memory would be the heap's.
@inline(__always)
func withTemporarySecret<Result, Failure: Error>(
  _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
  try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { memory throws(Failure) in
    unsafe memory.initialize(repeating: 0)
    var bytes = unsafe memory.mutableSpan
    defer { Backend.wipe(&bytes) }
    return try body(&bytes)
  }
}
