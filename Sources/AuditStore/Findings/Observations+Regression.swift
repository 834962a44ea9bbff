import AuditModel
import SQLite

extension Observations {
  /// What one tester said on one chain, up to a moment.
  private struct Chain {
    var tester: Int64
    var line: Int64
    var last: Int64
    var life = FindingLife()
    /// What it had said last by the baseline.
    var before: Outcome?
  }

  /// Whether a failure that is open stands against a chain that had passed on an older build and has not failed itself
  /// until then. What others said in between, for any time that they state, excuses no failure.
  ///
  /// - Parameter baseline: only a failure counts that was observed later, of a chain that said PASS by then (ms UTC).
  func hasRegressed(
    cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil, until moment: Int64 = .max,
    since baseline: Int64? = nil
  ) throws -> Bool {
    let results = try load(cell: cell, audit: audit, without: late)
    guard results.count > 1, results.contains(where: { $0.outcome == .pass }) else { return false }
    let open = try Set(fold(results, until: moment, triage: nil).open)
    func time(_ result: Observation) -> Int64 { result.time ?? result.clock.milliseconds }
    let counted = results.filter { (!$0.isRetracted || $0.isInDoubt) && time($0) <= moment }.sorted {
      (time($0), $0.clock, $0.reference) < (time($1), $1.clock, $1.reference)
    }
    var chains: [Chain] = []
    for result in counted {
      let basis = try basis(of: result)
      if result.outcome == .fail, open.contains(result.id), time(result) > baseline ?? .min {
        for var chain in chains where baseline == nil || chain.before == .pass {
          chain.life.show(.fail, result.severity, at: time(result), on: basis)
          if chain.life.state == .regressed { return true }
        }
      }
      let line = FactNumber.line(of: result.id)
      let known = try chains.firstIndex {
        try $0.tester == result.tester && ($0.line == line || lineage.owns(result.id, $0.last))
      }
      let place = known ?? chains.count
      if known == nil { chains.append(Chain(tester: result.tester, line: line, last: result.id)) }
      chains[place].last = result.id
      chains[place].life.show(result.outcome, result.severity, at: time(result), on: basis)
      if time(result) <= baseline ?? .min { chains[place].before = result.outcome }
    }
    return false
  }

  /// On what a result was seen.
  func basis(of result: Observation) throws -> FindingLife.Basis {
    let source = try database.cached("SELECT source FROM context WHERE id = ?")
    try source.bind(result.context, at: 1)
    defer { source.reset() }
    return .init(build: result.build, source: try source.step() ? source.int64(0) : 0)
  }
}
