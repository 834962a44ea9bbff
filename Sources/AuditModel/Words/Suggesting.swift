/// The longest text that suggestions are looked for; nothing longer is a slip of the fingers.
private let longestTyped = 80

/// Up to three names that look like what was typed, best first; equal ones in the order given.
///
/// A name counts if the whole of it, or its part after the last `.` or `/`, can be reached with few slips (a letter
/// added, left out, changed or swapped with its neighbor): a third of the letters typed and at most four. A name that
/// merely contains the text comes after those.
package func suggestions(for typed: String, among names: [String]) -> [String] {
  let wanted = Array(typed.utf8.map(asciiLowered))
  guard !wanted.isEmpty, wanted.count <= longestTyped else { return [] }
  let allowed = min(4, max(1, wanted.count / 3))
  var found: [(slips: Int, name: String)] = []
  for name in names {
    let bytes = Array(name.utf8.map(asciiLowered))
    var least = slips(wanted, bytes, allowed: allowed)
    if let border = bytes.lastIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) {
      let last = slips(wanted, Array(bytes[(border + 1)...]), allowed: allowed)
      least = min(least ?? .max, last ?? .max)
    }
    if let least, least <= allowed {
      found.append((least, name))
    } else if wanted.count >= 3, contains(bytes, wanted) {
      found.append((allowed + 1, name))
    }
  }
  // The standard library's sort is stable in practice, not by promise: the position breaks ties.
  let ordered = found.enumerated().sorted { left, right in
    (left.element.slips, left.offset) < (right.element.slips, right.offset)
  }
  return ordered.prefix(3).map(\.element.name)
}

private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  guard bytes.count >= part.count else { return false }
  return (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
}

/// The number of slips between two texts, or nil if it is certainly more than `allowed`.
private func slips(_ left: [UInt8], _ right: [UInt8], allowed: Int) -> Int? {
  guard abs(left.count - right.count) <= allowed else { return nil }
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
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
