package import Audit
import SQLite

extension Reader {
  /// Where the whole tracker stands: the cells of its scope.
  package func standing() throws -> Standing { try summary().standing }

  /// The same, and what is remarkable about those cells.
  package func summary() throws -> (standing: Standing, notices: CellNotices) {
    let registry = self.registry
    var counter = try NoticeCounter(self, asked: askedConditions())
    counter.notices.retiredFindings = try retiredFindings()
    var standing = Standing(audit: nil, asOf: now)
    let scope = try registry.scope.get()
    var places = ByTerm<Int>()
    var tested: [(component: Int64, counts: CellCounts, asked: Int)] = []
    var buildPlaces = ByTerm<Int>()
    var builds: [(build: Int64, cells: Int, latest: Int64)] = []
    func addOutside(_ outcome: Outcome?) { counter.notices.addOutside(outcome) }
    try CellPass(self, registry).visit(outside: addOutside) { cell in
      try counter.add(
        marks: cell.marks, condition: cell.condition, build: cell.build, hasDropped: cell.hasDropped)
      let place = places.value(cell.component) {
        tested.append((cell.component, CellCounts(), 0))
        return tested.count - 1
      }
      tested[place].counts.add(cell.state)
      if cell.isAsked { tested[place].asked += 1 }
      let build = buildPlaces.value(cell.build) {
        builds.append((cell.build, 0, .min))
        return builds.count - 1
      }
      builds[build].cells += 1
      builds[build].latest = max(builds[build].latest, cell.time)
      standing.oldest = min(standing.oldest ?? cell.time, cell.time)
      standing.newest = max(standing.newest ?? cell.time, cell.time)
      if HybridTime(milliseconds: cell.time).isAhead(of: now) { standing.ahead += 1 }
      if cell.isStale { standing.stale += 1 }
      guard cell.state?.outcome == .fail else { return }
      if cell.isWaived { standing.waived += 1 } else { standing.open.add(cell.state) }
    }
    var byComponent: [ExactText: CellCounts] = [:]
    var asked: [ExactText: Int] = [:]
    for own in tested {
      let key = ExactText(try text(own.component))
      byComponent[key] = own.counts
      asked[key] = own.asked
    }
    for component in scope.work.components where scope.asked(of: component) > 0 {
      let key = ExactText(component.key)
      byComponent[key, default: CellCounts()].untested = scope.asked(of: component) - (asked[key] ?? 0)
    }
    try standing.add(byComponent, registry)
    standing.builds = BuildCounts(
      named: try registry.rule.get().build,
      seen: Dictionary(
        try builds.map { (try text($0.build), ($0.cells, $0.latest)) },
        uniquingKeysWith: { ($0.cells + $1.cells, max($0.latest, $1.latest)) }))
    standing.conflicts = Int(try database.scalar("SELECT count(*) FROM record WHERE \(Self.openConflict)") ?? 0)
    standing.keptForNewer = try keptForNewer()
    return (standing, counter.notices)
  }
}

extension Standing {
  /// Adds the counts of all components.
  mutating func add(_ byComponent: [ExactText: CellCounts], _ registry: Registry) throws {
    components = byComponent.count
    for (key, counts) in byComponent {
      self.counts = self.counts + counts
      if counts.answered == 0 { unanswered += 1 }
      guard counts.fail > 0 else { continue }
      let component = try registry.component(key.text)
      worst.append(
        ComponentSummary(
          key: key.text, title: component?.title ?? "", screens: component?.screens ?? [], counts: counts))
    }
    worst.sort(by: ComponentSummary.isWorse)
  }
}
