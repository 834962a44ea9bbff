import AuditModel
import AuditStore

/// What a walk through the retest queue sees on one device under one set of settings.
struct WalkStop: Equatable {
  /// From 1, of the stops of this walk.
  var number: Int
  /// How many stops the walk has.
  var count: Int
  /// How many items this one has.
  var items: Int
  /// Empty where nobody said on which device the cells were seen.
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
