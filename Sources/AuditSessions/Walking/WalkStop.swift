import AuditFigures
import AuditStore

/// A stop of a retest walk: the items on one device under one set of settings.
struct WalkStop: Equatable {
  /// The number of the stop, from 1.
  var number: Int
  /// The number of stops of the walk.
  var count: Int
  /// The number of items of this stop.
  var items: Int
  /// Empty if no device was recorded.
  var device: String
  /// Empty for the default.
  var condition: String

  /// The stop of each cell of a queue, in the order of the queue.
  static func all(_ items: [RetestItem]) -> [ScopeCell: WalkStop] {
    let groups = Dictionary(grouping: items, by: \.stop)
    var stops: [ScopeCell: WalkStop] = [:]
    for (place, number) in groups.keys.sorted().enumerated() {
      for item in groups[number] ?? [] {
        stops[ScopeCell(component: item.component, check: item.check, condition: item.condition)] = WalkStop(
          number: place + 1, count: groups.count, items: groups[number]?.count ?? 0, device: item.device,
          condition: item.condition)
      }
    }
    return stops
  }
}
