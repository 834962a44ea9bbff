import AuditModel

/// Which of some waivers are about which cells. A pattern is matched once against each name, not once for each cell.
final class WaiverIndex {
  private struct Place: Hashable {
    var component: ExactText
    var check: ExactText
  }

  private let waivers: [Waiver]
  /// Those that name one component and one check.
  private var exact: [Place: [Int]] = [:]
  private var patterns: [(place: Int, component: Glob, check: Glob)] = []
  private var byComponent: [ExactText: [Int]] = [:]
  private var byCheck: [ExactText: Set<Int>] = [:]

  init(_ waivers: [Waiver]) {
    self.waivers = waivers
    for (place, waiver) in waivers.enumerated() {
      let globs = (Glob(waiver.component), Glob(waiver.check))
      if globs.0.isPattern || globs.1.isPattern {
        patterns.append((place, globs.0, globs.1))
      } else {
        let key = Place(component: ExactText(waiver.component), check: ExactText(waiver.check))
        exact[key, default: []].append(place)
      }
    }
  }

  var isEmpty: Bool { waivers.isEmpty }
  /// Whether every waiver names one component.
  var isExact: Bool { patterns.isEmpty }

  /// The places of the waivers about a cell, in force or not, in their order.
  func places(component: String, check: String, condition: String) -> [Int] {
    if waivers.isEmpty { return [] }
    let key = Place(component: ExactText(component), check: ExactText(check))
    let found = (exact[key] ?? []) + matching(key)
    return found.filter { place in
      waivers[place].condition.map { ExactText($0) == ExactText(condition) } ?? true
    }.sorted()
  }

  func waivers(component: String, check: String, condition: String) -> [Waiver] {
    places(component: component, check: check, condition: condition).map { waivers[$0] }
  }

  private func matching(_ place: Place) -> [Int] {
    if patterns.isEmpty { return [] }
    if byComponent[place.component] == nil {
      byComponent[place.component] = patterns.filter { $0.component.matches(place.component.text) }.map(\.place)
    }
    if byCheck[place.check] == nil {
      byCheck[place.check] = Set(patterns.filter { $0.check.matches(place.check.text) }.map(\.place))
    }
    let checks = byCheck[place.check] ?? []
    return (byComponent[place.component] ?? []).filter { checks.contains($0) }
  }
}
