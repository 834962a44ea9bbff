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
    // Places of items are moved, which are much smaller.
    var devices: [[UInt8]: [Int]] = [:]
    for (place, item) in items.enumerated() { devices[Array(item.device.utf8), default: []].append(place) }
    let inOrder = devices.sorted { left, right in
      if left.key.isEmpty != right.key.isEmpty { return left.key.isEmpty }
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      return left.key.lexicographicallyPrecedes(right.key)
    }
    var ordered: [RetestItem] = []
    var stop = 0
    ordered.reserveCapacity(items.count)
    for (_, places) in inOrder {
      for group in byNearestSettings(places, of: items) {
        stop += 1
        for place in group.sorted(by: { isBefore(items[$0], items[$1]) }) {
          ordered.append(items[place])
          ordered[ordered.count - 1].stop = stop
        }
      }
    }
    return ordered
  }

  private static func byNearestSettings(_ places: [Int], of items: [RetestItem]) -> [[Int]] {
    var left = Dictionary(grouping: places) { items[$0].condition }.map { condition, places in
      (settings: Set(condition.split(separator: ",")), condition: condition, places: places)
    }
    guard left.count <= most else { return left.sorted { $0.condition < $1.condition }.map(\.places) }
    var groups: [[Int]] = []
    var settings: Set<Substring> = []
    while !left.isEmpty {
      var best = 0
      for place in left.indices.dropFirst() {
        let (one, other) = (left[place], left[best])
        let (near, known) = (
          settings.symmetricDifference(one.settings).count, settings.symmetricDifference(other.settings).count
        )
        let isNearer = (near, -one.places.count) < (known, -other.places.count)
        let isAsNear = (near, one.places.count) == (known, other.places.count)
        if isNearer || (isAsNear && one.condition < other.condition) { best = place }
      }
      let next = left.remove(at: best)
      settings = next.settings
      groups.append(next.places)
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
