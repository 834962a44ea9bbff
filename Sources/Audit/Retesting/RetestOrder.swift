/// The order in which cells are seen again so that settings change least.
///
/// ```
///   device: none said, then the one with most cells ───> picked up once
///     settings: the fewest, then always the nearest ──> each set once, tokens switched one by one
///       cells: worst first, then by component and check
/// ```
/// What is seen on one device under one set of settings is one stop. From a stop the next is the one with the fewest
/// settings to switch on or off, the larger one where two are as near: the nearest neighbor, which is good and not
/// always the best. Another device is picked up only when nothing is left to see on this one.
///
/// Looking for the nearest takes time with the square of their number, so more than `most` of them, too many to set
/// by hand, come in the order of their names instead.
package enum RetestOrder {
  /// Sets of settings on one device, beyond which the nearest is not looked for.
  static let most = 400

  /// A cell in numbers; a number stands for a name, and 0 for the empty one.
  package struct Cell {
    var device: Int64
    var condition: Int64
    /// Smaller ones come first within a stop: by what hurts most, then by place in the order of names.
    var urgency: UInt64

    /// - Parameter rank: place in the order of names.
    package init(device: Int64, condition: Int64, outcome: Outcome?, severity: Severity?, rank: Int32) {
      (self.device, self.condition) = (device, condition)
      // Failures by severity, then everything else.
      let place = outcome == .fail ? Severity.place(severity) : 6
      urgency = UInt64(place) << 32 | UInt64(UInt32(bitPattern: rank))
    }
  }

  /// The places of some cells in their order, each with its stop.
  package static func ordered(
    _ cells: [Cell], name: (Int64) throws -> String
  ) rethrows -> [(place: Int, stop: Int)] {
    var devices: [Int64: [Int]] = [:]
    for (place, cell) in cells.enumerated() { devices[cell.device, default: []].append(place) }
    let inOrder = try devices.map { (name: Array(try name($0.key).utf8), places: $0.value) }.sorted { left, right in
      if left.name.isEmpty != right.name.isEmpty { return left.name.isEmpty }
      if left.places.count != right.places.count { return left.places.count > right.places.count }
      return left.name.lexicographicallyPrecedes(right.name)
    }
    var ordered: [(place: Int, stop: Int)] = []
    var stop = 0
    ordered.reserveCapacity(cells.count)
    for device in inOrder {
      for group in try byNearestSettings(device.places, of: cells, name) {
        stop += 1
        ordered += group.sorted { cells[$0].urgency < cells[$1].urgency }.map { ($0, stop) }
      }
    }
    return ordered
  }

  private static func byNearestSettings(
    _ places: [Int], of cells: [Cell], _ name: (Int64) throws -> String
  ) rethrows -> [[Int]] {
    var left = try Dictionary(grouping: places) { cells[$0].condition }.map { number, places in
      let condition = try name(number)
      return (settings: Set(condition.split(separator: ",")), condition: condition, places: places)
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
}

/// Devices that run the same builds of an app: which of two builds is newer is known only within one line.
///
/// An app for iPhone and iPad is one build. For a Mac, a watch, a television or a headset it is another, with numbers
/// of its own.
package enum BuildLine: Hashable, Sendable {
  case mobile, mac, watch, tv, vision

  package init(_ family: DeviceFamily) {
    self =
      switch family {
      case .iPhone, .iPad: .mobile
      case .mac: .mac
      case .watch: .watch
      case .tv: .tv
      case .vision: .vision
      }
  }
}
