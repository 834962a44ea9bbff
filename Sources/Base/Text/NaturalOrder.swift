/// The order of names for reading: a number in a name by its value, so that `c-2` is before `c-10`, and all else by its
/// bytes. What programs read keeps the order of bytes.
package enum NaturalOrder {
  package static func precedes(_ left: String, _ right: String) -> Bool {
    ByteOrder.withBytes(left, right) { left, right in
      var (one, other) = (left[...], right[...])
      while let first = one.first, let second = other.first {
        if isDigit(first), isDigit(second) {
          let (number, otherNumber) = (takeNumber(&one), takeNumber(&other))
          if number.count != otherNumber.count { return number.count < otherNumber.count }
          if !number.elementsEqual(otherNumber) { return number.lexicographicallyPrecedes(otherNumber) }
        } else if first == second {
          one.removeFirst()
          other.removeFirst()
        } else {
          return first < second
        }
      }
      // `c-02` and `c-2` have the same value.
      guard one.isEmpty, other.isEmpty else { return one.isEmpty }
      return left.lexicographicallyPrecedes(right)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// The digits at the front, without zeros before them.
  private static func takeNumber(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension Sequence<String> {
  /// The names in the order for reading.
  package func inNaturalOrder() -> [String] { sorted(by: NaturalOrder.precedes) }
}
