/// The order in which cells are seen again so that settings change least.
///
/// ```
///   device: none said, then the one with most cells ───> picked up once
///     settings: the fewest, then always the nearest ──> each set once, tokens switched one by one
///       cells: worst first, then by component and check
/// ```
/// What is seen on one device under one set of settings is one stop. From a stop the next is the one with the fewest
/// settings to switch on or off, the larger one where two are as near: the nearest neighbour, which is good and not
/// always the best. Another device is picked up only when nothing is left to see on this one.
///
/// Looking for the nearest takes time with the square of their number, so more than `most` of them, which nobody sets
/// by hand, come in the order of their names instead.
package enum RetestOrder {
  /// Sets of settings on one device, beyond which the nearest is not looked for.
  static let most = 400

  /// The same items in their order, each with its stop.
  package static func ordered(_ items: [RetestItem]) -> [RetestItem] {
    var devices: [[UInt8]: [RetestItem]] = [:]
    for item in items { devices[Array(item.device.utf8), default: []].append(item) }
    let inOrder = devices.sorted { left, right in
      if left.key.isEmpty != right.key.isEmpty { return left.key.isEmpty }
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      return left.key.lexicographicallyPrecedes(right.key)
    }
    var ordered: [RetestItem] = []
    var stop = 0
    for (_, items) in inOrder {
      for group in byNearestSettings(items) {
        stop += 1
        ordered += group.sorted(by: isBefore).map { item in
          var item = item
          item.stop = stop
          return item
        }
      }
    }
    return ordered
  }

  private static func byNearestSettings(_ items: [RetestItem]) -> [[RetestItem]] {
    var left = Dictionary(grouping: items, by: \.condition).map { condition, items in
      (settings: Set(condition.split(separator: ",")), condition: condition, items: items)
    }
    guard left.count <= most else { return left.sorted { $0.condition < $1.condition }.map(\.items) }
    var groups: [[RetestItem]] = []
    var settings: Set<Substring> = []
    while !left.isEmpty {
      var best = 0
      for place in left.indices.dropFirst() {
        let (one, other) = (left[place], left[best])
        let (near, known) = (
          settings.symmetricDifference(one.settings).count, settings.symmetricDifference(other.settings).count
        )
        let isNearer = (near, -one.items.count) < (known, -other.items.count)
        let isAsNear = (near, one.items.count) == (known, other.items.count)
        if isNearer || (isAsNear && one.condition < other.condition) { best = place }
      }
      let next = left.remove(at: best)
      settings = next.settings
      groups.append(next.items)
    }
    return groups
  }

  private static func isBefore(_ left: RetestItem, _ right: RetestItem) -> Bool {
    if place(left) != place(right) { return place(left) < place(right) }
    return (left.component, left.check) < (right.component, right.check)
  }

  /// Failures by severity, then everything else.
  private static func place(_ item: RetestItem) -> Int { item.outcome == .fail ? Severity.place(item.severity) : 6 }
}
