/// Text looked at as its bytes, in bulk where Swift keeps them in one piece, as it does with all text of its own.
extension String {
  /// Whether both are the same UTF-8 bytes. `==` would be Unicode's canonical equivalence.
  package func hasSameUTF8(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = unsafe utf8.withContiguousStorageIfAvailable { a in
      unsafe other.utf8.withContiguousStorageIfAvailable { b in
        for index in 0..<a.count where unsafe a[index] != b[index] { return false }
        return true
      }
    }
    return isSame.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether all of it is ASCII: then other bytes are always another text, for Unicode too.
  package var isASCII: Bool {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy { $0 < 0x80 } }
      ?? utf8.allSatisfy { $0 < 0x80 }
  }
}
