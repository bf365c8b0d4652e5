/// Spans of bytes as C and slices take them.

extension [UInt8] {
  /// A copy of the bytes a span lends.
  package init(copying span: Span<UInt8>) {
    self = unsafe span.withUnsafeBufferPointer { unsafe [UInt8]($0) }
  }

  /// Overwrites the bytes with zeros. The array has to be the only owner of its memory: another one keeps its copy.
  package mutating func wipe() {
    var span = mutableSpan
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
