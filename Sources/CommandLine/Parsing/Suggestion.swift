/// "Did you mean": the names that are most similar to the typed one.
package enum Suggestion {
  /// Up to three candidates: those with this name in other programs, else the most similar first, then in order.
  ///
  /// Near means: a third of the letters differ at most (one at least is allowed, but never all), counting swapped
  /// neighbors as one, or the typed text begins the candidate. Texts over 64 bytes have no similar names.
  package static func nearest(to typed: String, among candidates: [String]) -> [String] {
    let wanted = lowercased(typed)
    guard !wanted.isEmpty, wanted.count <= 64 else { return [] }
    let meant = OtherWords.meant(by: String(decoding: wanted, as: UTF8.self), among: candidates)
    if !meant.isEmpty { return Array(meant.prefix(3)) }
    var found: [(distance: Int, name: String)] = []
    for candidate in candidates {
      let bytes = lowercased(candidate)
      guard bytes.count <= 128 else { continue }
      let distance = distance(wanted, bytes)
      if distance <= max(1, min(wanted.count, bytes.count) / 3), distance < max(wanted.count, bytes.count) {
        found.append((distance, candidate))
      } else if wanted.count >= 2, bytes.starts(with: wanted) {
        found.append((bytes.count, candidate))
      }
    }
    // A stable order by distance: the standard library does not guarantee a stable sort.
    let ordered = found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    return ordered.prefix(3).map(\.element.name)
  }

  /// `Did you mean status?`, or nothing.
  package static func hint(for typed: String, among candidates: [String]) -> [String] {
    let names = nearest(to: typed, among: candidates)
    return names.isEmpty ? [] : ["Did you mean \(alternatives(names))?"]
  }

  /// `a`, `a or b`, `a, b, or c`.
  package static func alternatives(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + (names.count > 2 ? ", or " : " or ") + last
  }

  /// Insertions, deletions, substitutions and swapped neighbors that lead from one text to the other
  /// (optimal string alignment).
  package static func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    if from.isEmpty || to.isEmpty { return max(from.count, to.count) }
    var beforePrevious = [Int](repeating: 0, count: to.count + 1)
    var previous = Array(0...to.count)
    for row in 1...from.count {
      var current = [row]
      current.reserveCapacity(to.count + 1)
      for column in 1...to.count {
        let same = from[row - 1] == to[column - 1]
        var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, from[row - 1] == to[column - 2], from[row - 2] == to[column - 1] {
          best = min(best, beforePrevious[column - 2] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[to.count]
  }

  private static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.prefix(129).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
  }
}
