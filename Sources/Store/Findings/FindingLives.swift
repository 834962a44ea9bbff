package import Audit
import SQLite

/// The lives of findings: by one pass over what their cells showed, and by the results themselves where a cell has more
/// of them than changes, as what was seen again on another build changes nothing that is shown.
struct FindingLives {
  /// By the ids of cells; those that never failed have none.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// What a cell showed next.
  private struct Step {
    var time: Int64
    var context: Int64
    var outcome: Outcome
    var severity: Severity?
  }

  /// - Parameter areOpen: only those of cells that fail at the reader's moment.
  init(_ reader: Reader, areOpen: Bool) throws {
    let failing = areOpen ? try addUnchanged(reader) : nil
    try add(failing, reader, until: reader.past?.moment ?? .max)
  }

  /// Those of some cells (their numbers, ascending) by what had been observed by a moment, ms UTC.
  init(_ reader: Reader, of cells: [Int64], until moment: Int64) throws {
    try add(cells, reader, until: moment)
  }

  /// Adds those that have failed from the first, as the cells tell: most of them in most trackers.
  ///
  /// - Returns: the other cells that fail, by their numbers.
  private mutating func addUnchanged(_ reader: Reader) throws -> [Int64] {
    var others: [Int64] = []
    // How often a cell had changed by a past moment is not known.
    let isPast = reader.past != nil
    try reader.visitCells([.outcome, .id, .changes, .severity, .since, .branch], shortcut: "outcome = 2") { cell in
      guard Codes.outcome(cell[0]) == .fail else { return }
      guard !isPast, cell[2] == 1, cell[5] > 0 else { return others.append(cell[1]) }
      var life = FindingLife()
      life.show(.fail, Codes.severity(cell[3]), at: cell[4])
      lives[cell[1]] = life
    }
    return others
  }

  /// - Parameter chosen: those of these cells, ascending; nil for all.
  private mutating func add(_ chosen: [Int64]?, _ reader: Reader, until moment: Int64) throws {
    if let chosen { lives.reserveCapacity(lives.count + chosen.count) }
    let making = try Making(reader, until: moment)
    var cell: Int64 = 0
    var steps: [Step] = []
    func end() throws {
      if steps.contains(where: { $0.outcome == .fail }) { lives[cell] = try making.life(of: cell, steps) }
      steps.removeAll(keepingCapacity: true)
    }
    var next = 0
    try Self.transitions(reader, of: chosen, until: moment) { row in
      let id = row.int64(0)
      if let chosen {
        while next < chosen.count, chosen[next] < id { next += 1 }
        guard next < chosen.count, chosen[next] == id else { return }
      }
      guard let outcome = Codes.outcome(row.int64(2)) else { return }
      if id != cell {
        try end()
        cell = id
      }
      steps.append(
        Step(time: row.int64(1), context: row.int64(4), outcome: outcome, severity: Codes.severity(row.int64(3))))
    }
    try end()
  }

  /// Calls `visit` with what cells showed, cell by cell: of the chosen ones where these are few, else of all.
  private static func transitions(
    _ reader: Reader, of chosen: [Int64]?, until moment: Int64, _ visit: (Statement) throws -> Void
  ) throws {
    let sql = "SELECT cell, time, outcome, severity, context FROM transition WHERE time <= ?"
    let all = try reader.database.scalar("SELECT max(id) FROM cell") ?? 0
    guard let chosen, chosen.count < all / 16 else {
      return try reader.database.rows("\(sql) ORDER BY cell, ordinal", [.integer(moment)], visit)
    }
    for cell in chosen {
      try reader.database.rows("\(sql) AND cell = ? ORDER BY ordinal", [.integer(moment), .integer(cell)], visit)
    }
  }

  /// Makes the life of one cell after the other.
  private final class Making {
    private let reader: Reader
    private let moment: Int64
    private let contexts: ByTerm<ResultContext>
    private var bases = ByTerm<FindingLife.Basis>()
    private let observations: Observations
    private let count: Statement

    init(_ reader: Reader, until moment: Int64) throws {
      (self.reader, self.moment) = (reader, moment)
      contexts = try reader.contexts()
      observations = Observations(reader)
      count = try reader.database.cached("SELECT results, branch FROM cell WHERE id = ?")
    }

    func life(of cell: Int64, _ steps: [Step]) throws -> FindingLife {
      let (results, isOfSeveral) = try results(of: cell)
      var life = try life(of: cell, steps, results)
      // Where each result supersedes those before it, no failure of another tester stands between.
      if life.state == .open, isOfSeveral, results > 1, try observations.hasRegressedForAny(cell: cell, until: moment) {
        life.regress()
      }
      return life
    }

    private func life(of cell: Int64, _ steps: [Step], _ results: Int64) throws -> FindingLife {
      var life = FindingLife()
      // On what it was seen matters only where a cell has also shown something else than failing.
      guard steps.contains(where: { $0.outcome != .fail }) else {
        for step in steps { life.show(step.outcome, step.severity, at: step.time) }
        return life
      }
      var endedOnce = false
      for step in steps {
        life.show(step.outcome, step.severity, at: step.time, on: try basis(step.context))
        if life.isFinding, !life.isOpen { endedOnce = true }
      }
      // A severity that was set for the finding is a step of its own.
      guard endedOnce, try results > steps.count || observations.triage(ofCell: cell) != nil else { return life }
      return try observations.life(cell: cell, until: moment)
    }

    private func basis(_ context: Int64) throws -> FindingLife.Basis {
      try bases.value(context) {
        let context = contexts[context] ?? ResultContext()
        return .init(build: try reader.observedBuild(context.build), source: context.source)
      }
    }

    /// How many a cell has, and whether not each of them supersedes those before it.
    private func results(of cell: Int64) throws -> (count: Int64, isOfSeveral: Bool) {
      try count.bind(cell, at: 1)
      defer { count.reset() }
      return try count.step() ? (count.int64(0), count.int64(1) < 0) : (0, false)
    }
  }
}

extension Reader {
  /// The history of the failing of some cells, by any tester, by their ids.
  ///
  /// - Parameter audit: they show what it saw; nil for what the tracker shows.
  func lives(of entries: [CellTable.Entry], of audit: AuditRound?) throws -> [Int64: FindingLife] {
    guard let audit else {
      return try FindingLives(self, of: entries.map(\.cell).sorted(), until: past?.moment ?? .max).lives
    }
    return try lives(of: entries.map { ($0.said, $0.cell, $0.seen) }, without: LateEntries(audit, self))
  }

  /// The history of failing cells as one audit saw them, by their ids: only what had been observed by then counts.
  ///
  /// - Parameter late: what came after the audit was closed, for any time: it is no part of that history.
  func lives(
    of seen: [(outcome: Outcome?, cell: Int64, time: Int64)], without late: LateEntries?
  ) throws -> [Int64: FindingLife] {
    var lives: [Int64: FindingLife] = [:]
    let observations = Observations(self)
    for cell in seen where cell.outcome == .fail || cell.outcome == .pass {
      let life = try observations.life(cell: cell.cell, without: late, until: cell.time)
      if life.isFinding { lives[cell.cell] = life }
    }
    return lives
  }
}

extension Reader {
  /// A build as results name it, by its term.
  fileprivate func observedBuild(_ term: Int64) throws -> ObservedBuild {
    ObservedBuild(term: term, number: term == 0 ? nil : BuildNumber(try text(term)))
  }
}

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
  /// - Parameters:
  ///   - baseline: only a failure counts that was observed later, of a chain that said PASS by then (ms UTC).
  ///   - areAlone: by what those say alone who are followed.
  func hasRegressed(
    cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil, until moment: Int64 = .max,
    since baseline: Int64? = nil, areAlone: Bool = false
  ) throws -> Bool {
    let results = try load(cell: cell, audit: audit, without: late)
    return try hasRegressed(areAlone ? alone(results) : results, until: moment, since: baseline)
  }

  /// The same by what everyone says, or by what those say alone who are followed: what others say in between hides no
  /// regression.
  func hasRegressedForAny(
    cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil, until moment: Int64
  ) throws -> Bool {
    let results = try load(cell: cell, audit: audit, without: late)
    if try hasRegressed(results, until: moment, since: nil) { return true }
    guard try results.contains(where: { try !lineage.follows($0.id) }) else { return false }
    return try life(cell: cell, audit: audit, without: late, until: moment, areAlone: true).state == .regressed
  }

  /// The same of results that were loaded.
  func hasRegressed(_ results: [Observation], until moment: Int64, since baseline: Int64?) throws -> Bool {
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

/// Two testers' first answers to one cell of one build, given without knowledge of each other.
package struct JudgedPair: Equatable, Sendable {
  package var component: String
  package var check: String
  package var condition: String
  package var build: String
  /// In the order of the bytes of their names.
  package var testers: [String]
  /// What each of them saw first, in the same order.
  package var outcomes: [Outcome]

  package var agrees: Bool { outcomes.first == outcomes.last }
}

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
