package import AuditModel
import SQLite

extension Reader {
  /// The first answers of two testers to one cell of one build who had not seen each other's, of components in use, in
  /// the order of component, check, condition and build.
  ///
  /// Only cells with results of several machines are looked at: on one machine each tester sees the earlier results.
  package func judgedPairs() throws -> [JudgedPair] {
    let registry = self.registry
    var pairs: [JudgedPair] = []
    let cells = try database.all(
      "SELECT id, component, check_id, condition FROM cell WHERE branch < 0 AND outcome <> 0", []
    ) { ($0.int64(0), $0.int64(1), $0.int64(2), $0.int64(3)) }
    for (id, component, check, condition) in cells {
      let key = try text(component)
      guard try registry.isInUse(key) else { continue }
      let results = try Observations(self).load(cell: id)
      for (one, other) in try IndependentPairs.all(results, lineage, until: past?.moment ?? .max) {
        let said = [(try text(one.tester), one.outcome), (try text(other.tester), other.outcome)]
          .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
        pairs.append(
          JudgedPair(
            component: key, check: try text(check), condition: try text(condition), build: try text(one.build.term),
            testers: said.map(\.0), outcomes: said.map(\.1)))
      }
    }
    return pairs.sorted {
      ($0.component, $0.check, $0.condition, $0.build, $0.testers.joined(separator: "\n"))
        < ($1.component, $1.check, $1.condition, $1.build, $1.testers.joined(separator: "\n"))
    }
  }
}
