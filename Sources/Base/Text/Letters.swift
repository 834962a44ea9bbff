extension UInt8 {
  /// Whether it is a digit of ASCII.
  @inlinable
  package var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether it is a letter or a digit of ASCII.
  @inlinable
  package var isLetterOrDigit: Bool {
    isDigit || (0x61...0x7A).contains(self | 0x20)
  }
}

extension BidirectionalCollection {
  /// Without what is blank at both ends.
  package func trimmed(where isBlank: (Element) -> Bool) -> SubSequence {
    var rest = self[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}

/// Small letters for A to Z and nothing else, so that a page's script can do the same.
package enum ASCIIFold {
  package static func small(_ text: String) -> String { String(decoding: text.utf8.map(small), as: UTF8.self) }

  @inlinable
  package static func small(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte }
}

extension String {
  /// A text of the program, with its places `{{name}}` filled.
  package init(filling all: UnsafeBufferPointer<UInt8>, _ known: [String: String]) {
    func string(_ range: Range<Int>) -> String { String(decoding: all[range], as: UTF8.self) }
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    var (text, start) = ("", 0)
    for place in all.indices.dropLast() where place >= start && all[place] == open && all[place + 1] == open {
      guard let end = all[place...].firstIndex(of: close), let value = known[string(place + 2..<end)] else { continue }
      text += string(start..<place) + value
      start = end + 2
    }
    self = text + string(start..<all.count)
  }
}

/// Slips of the fingers: a letter added, left out, changed, or swapped with its neighbor.
package enum Slips {
  /// How many lead from one text to the other (optimal string alignment).
  package static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in 0..<right.count {
        let changed = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(changed, last[column + 1] + 1, current[column] + 1)
        let swapped = row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
        if swapped { least = min(least, beforeLast[column - 1] + 1) }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }

  /// The three names with the fewest, in the order given where they are equal.
  package static func fewest(_ found: [(slips: Int, name: String)]) -> [String] {
    // The standard library's sort is stable in practice, not by promise: the position breaks ties.
    let ordered = found.enumerated().sorted { ($0.element.slips, $0.offset) < ($1.element.slips, $1.offset) }
    return Array(ordered.map(\.element.name).unique().prefix(3))
  }
}

/// The order of names for reading: a number in a name by its value, so that `c-2` is before `c-10`, and all else by its
/// bytes. What programs read keeps the order of bytes.
package enum NaturalOrder {
  package static func precedes(_ left: String, _ right: String) -> Bool {
    ByteOrder.withBytes(left, right) { left, right in
      var (one, other) = (left[...], right[...])
      while let first = one.first, let second = other.first {
        if first.isDigit, second.isDigit {
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

  /// The digits at the front, without zeros before them.
  private static func takeNumber(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let digits = text.prefix(while: \.isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension Sequence<String> {
  /// The names in the order for reading.
  package func inNaturalOrder() -> [String] { sorted(by: NaturalOrder.precedes) }
}
