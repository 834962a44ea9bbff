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
    var chains = Chains(lineage)
    // What any of them passed on, and how many have regressed: where that is no reason none of them needs to be asked.
    var passed = FindingLife.Passes()
    var regressed = 0
    for result in counted {
      let basis = try basis(of: result)
      if result.outcome == .fail, open.contains(result.id), time(result) > baseline ?? .min,
        regressed > 0 || passed.areOlder(than: basis)
      {
        for var chain in chains.all where baseline == nil || chain.before == .pass {
          chain.life.show(.fail, result.severity, at: time(result), on: basis)
          if chain.life.state == .regressed { return true }
        }
      }
      if result.outcome == .pass { passed.add(basis) }
      let place = try chains.place(of: result)
      if chains.all[place].life.state == .regressed { regressed -= 1 }
      chains.all[place].life.show(result.outcome, result.severity, at: time(result), on: basis)
      if chains.all[place].life.state == .regressed { regressed += 1 }
      if time(result) <= baseline ?? .min { chains.all[place].before = result.outcome }
    }
    return false
  }

  /// The chains so far, found by their lines and signers: a stranger may have as many as results.
  private struct Chains {
    private struct Key: Hashable {
      var tester: Int64
      var line: Int64 = 0
      var signer: String?
    }

    var all: [Chain] = []
    private var places: [Key: [Int]] = [:]
    private let lineage: FactGraph

    init(_ lineage: FactGraph) { self.lineage = lineage }

    /// The place of the first chain that a result goes on, which it is the last of from now on; or of a new one.
    mutating func place(of result: Observation) throws -> Int {
      let line = FactNumber.line(of: result.id)
      let signer = try lineage.signer(of: result.id)
      var keys = Set(
        try lineage.chain(of: result.id).map { Key(tester: result.tester, line: FactNumber.line(of: $0.first)) })
      keys.insert(Key(tester: result.tester, line: line))
      if let signer { keys.insert(Key(tester: result.tester, signer: signer)) }
      let known = try Set(keys.flatMap { places[$0] ?? [] }).sorted().first {
        try all[$0].line == line || lineage.owns(result.id, all[$0].last)
      }
      let place = known ?? all.count
      if known == nil { all.append(Chain(tester: result.tester, line: line, last: result.id)) }
      all[place].last = result.id
      for key in [Key(tester: result.tester, line: line)]
        + (signer.map { [Key(tester: result.tester, signer: $0)] } ?? [])
      where places[key]?.last != place { places[key, default: []].append(place) }
      return place
    }
  }

  /// On what a result was seen.
  func basis(of result: Observation) throws -> FindingLife.Basis {
    let source = try database.cached("SELECT source FROM context WHERE id = ?")
    try source.bind(result.context, at: 1)
    defer { source.reset() }
    return .init(build: result.build, source: try source.step() ? source.int64(0) : 0)
  }
}
