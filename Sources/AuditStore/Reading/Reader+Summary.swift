package import AuditModel
import SQLite

extension Reader {
  /// Where the whole tracker stands: the cells of its scope.
  package func standing() throws -> Standing {
    let registry = self.registry
    var standing = Standing(audit: nil, asOf: now)
    let scope = try registry.scope.get()
    var byTerm: [Int64: CellCounts] = [:]
    var askedAndTested: [Int64: Int] = [:]
    var byBuild: [Int64: (cells: Int, latest: Int64)] = [:]
    try CellPass(self, registry).visit { cell in
      byTerm[cell.component, default: CellCounts()].add(cell.state)
      if cell.isAsked { askedAndTested[cell.component, default: 0] += 1 }
      let build = byBuild[cell.build] ?? (0, .min)
      byBuild[cell.build] = (build.cells + 1, max(build.latest, cell.time))
      standing.oldest = min(standing.oldest ?? cell.time, cell.time)
      standing.newest = max(standing.newest ?? cell.time, cell.time)
      if HybridTime(milliseconds: cell.time).isAhead(of: now) { standing.ahead += 1 }
      if cell.isStale { standing.stale += 1 }
      guard cell.state?.outcome == .fail else { return }
      if cell.isWaived { standing.waived += 1 } else { standing.open.add(cell.state) }
    }
    var byComponent: [ExactText: CellCounts] = [:]
    for (component, counts) in byTerm { byComponent[ExactText(try text(component))] = counts }
    for component in scope.work.components where scope.asked(of: component) > 0 {
      let tested = try term(component.key).flatMap { askedAndTested[$0] } ?? 0
      byComponent[ExactText(component.key), default: CellCounts()].untested = scope.asked(of: component) - tested
    }
    try standing.add(byComponent, registry)
    standing.builds = BuildCounts(
      named: try registry.rule.get().build,
      seen: Dictionary(
        try byBuild.map { (try text($0.key), $0.value) },
        uniquingKeysWith: { ($0.cells + $1.cells, max($0.latest, $1.latest)) }))
    standing.conflicts = Int(try database.scalar("SELECT count(*) FROM record WHERE \(Self.openConflict)") ?? 0)
    standing.keptForNewer = try keptForNewer()
    return standing
  }
}

extension Standing {
  /// Takes in the counts of all components.
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
