import Platform

extension String {
  /// Whether both have the same UTF-8 bytes. Swift's own equality folds composed and decomposed letters.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { two -> Bool in
        guard let left = one.baseAddress, let right = two.baseAddress else { return true }
        return memcmp(left, right, one.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
