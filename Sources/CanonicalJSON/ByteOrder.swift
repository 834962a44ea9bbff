/// Comparing text by its UTF-8 bytes.
///
/// Swift's `==` and `<` fold Unicode normalisation forms: two keys that differ as bytes would be one.
package enum ByteOrder {
  /// True when both have the same UTF-8 bytes.
  package static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// True when `left` comes first by UTF-8 bytes, which is also the order of Unicode scalars.
  package static func isAscending(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
