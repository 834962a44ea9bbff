package import Audit
import Base
import SQLite

/// What is remarkable about some cells beside their outcomes.
package struct CellNotices: Equatable, Sendable {
  package var disputed = 0
  package var contradicted = 0
  /// The value of the result that is shown contradicts what its tester said.
  package var overruled = 0
  /// Better only by a declared retest of what another tester had seen on the same build.
  package var retested = 0
  /// Not applicable now, and failed since they last passed.
  package var failedThenNotApplicable = 0
  /// Cells with a result under conditions that no audit asks for, by condition; empty where there is no audit.
  package var unasked: [String: Int] = [:]

  /// Cells with a result that the plan of the tracker does not ask for, and how many of them fail: they do not count.
  package var outside = 0
  package var outsideFails = 0

  /// Findings of components that were retired or deleted since the last audit was closed: no rule holds them.
  package var retiredFindings = 0

  /// What a release check found to be tested by others alone.
  package var byOthers = TestedByOthers()

  /// Cells that show what was seen on a build that is newer than the current one.
  package var newerBuilds = NewerBuilds(current: "")

  package init() {}

  package var unaskedCount: Int { unasked.values.reduce(0, +) }

  /// Counts what stands in `cell.marks`.
  fileprivate mutating func add(marks: Int64) {
    if marks & Codes.disputed != 0 { disputed += 1 }
    if marks & Codes.contradicted != 0 { contradicted += 1 }
    if marks & Codes.overruled != 0 { overruled += 1 }
    if marks & Codes.retest != 0 { retested += 1 }
  }

  mutating func addOutside(_ outcome: Outcome?) {
    outside += 1
    if outcome == .fail { outsideFails += 1 }
  }
}

/// Counts what is remarkable about cells, one by one.
struct NoticeCounter {
  var notices = CellNotices()
  private let reader: Reader
  private let asked: Set<String>?
  /// By the term of a condition.
  private var isAsked = ByTerm<Bool>()
  /// By the term of a build.
  private var isNewer = ByTerm<Bool>()

  /// - Parameter asked: the conditions that something asks for; nil where that is not of interest.
  init(_ reader: Reader, asked: Set<String>?) throws {
    (self.reader, self.asked) = (reader, asked)
    notices.newerBuilds = NewerBuilds(current: try reader.registry.rule.get().build)
  }

  /// - Parameters:
  ///   - condition: a term, as the build that is shown.
  ///   - hasDropped: it is not applicable now, and failed since it last passed.
  mutating func add(marks: Int64, condition: Int64, build: Int64, hasDropped: Bool) throws {
    notices.add(marks: marks)
    if hasDropped { notices.failedThenNotApplicable += 1 }
    let current = notices.newerBuilds.current
    if !current.isEmpty, build != 0,
      try isNewer.value(build, { NewerBuilds.isNewer(try reader.text(build), than: current) })
    {
      notices.newerBuilds.add(try reader.text(build))
    }
    guard let asked, try !isAsked.value(condition, { asked.contains(try reader.text(condition)) }) else { return }
    notices.unasked[try reader.text(condition), default: 0] += 1
  }
}

/// The cells that are not applicable, and have failed since they last passed: they were never mended.
struct DroppedCells {
  private let asking: Statement

  init(_ reader: Reader) throws {
    asking = try reader.database.cached(
      """
      SELECT max(ordinal) FILTER (WHERE outcome = 3) = max(ordinal)
        AND ifnull(max(ordinal) FILTER (WHERE outcome = 2), -1) > ifnull(max(ordinal) FILTER (WHERE outcome = 1), -1)
      FROM transition WHERE cell = ? AND time <= ?
      """)
    try asking.bind(reader.past?.moment ?? .max, at: 2)
  }

  func contains(_ cell: Int64) throws -> Bool {
    try asking.bind(cell, at: 1)
    defer { asking.reset() }
    return try asking.step() && asking.int64(0) == 1
  }
}

/// What to decide, to hand over or to know before relying on the figures.
package struct Notices: Sendable {
  package var cells = CellNotices()
  /// Requests of others that wait for a decision here.
  package var waiting = 0
  /// What waits because its authors are not followed, and who they are.
  package var proposals = 0
  package var proposers: [String] = []
  /// Sessions with children of machines that are not followed.
  package var sessions = 0
  /// Of such sessions that count: those that others take out of the figures.
  package var voids = 0
  /// The policy of the tracker as those want it who wrote it at once; none where they agree.
  package var policies: [(policy: String, by: String)] = []
  /// Of the other fields that decide and have more than one value the first, and how many there are.
  package var conflicts: (first: FieldConflict?, count: Int) = (nil, 0)
  /// What stands under a name that is not its author's.
  package var imposture = Imposture()
  /// Builds that no one who is followed here has named.
  package var claimedBuilds: [String] = []
  /// Findings that only people who are not followed made milder or closed.
  package var held: [HeldFinding] = []
  /// What people who are followed changed since this machine last decided something.
  package var followed: [FollowedChange] = []
  /// Forks that are not decided.
  package var forks = 0
  /// Where people who are followed decided something behind entries that are not here.
  package var gaps: [ChainGap] = []
  /// Facts of this machine that undos and erasures from other machines removed.
  package var ownUndone = 0
  package var ownErased = 0
  /// Facts of others that neither this machine nor their own replica undid.
  package var othersUndone = 0
  /// Of the facts of other machines, how many a third one had erased.
  package var othersErased = 0
  /// Facts of others that their own replica undid.
  package var undoneByAuthor = 0
  /// Sessions with children whose erasure their recipients were not handed yet, and those recipients.
  package var notHandedOver = 0
  package var recipients: [String] = []

  /// What others decided, request, or sent under another name, as long as it is not decided here.
  package var undecided: Int {
    waiting + proposals + sessions + voids + forks + imposture.underOwnName + imposture.notSigned
      + held.count { $0.waits && !$0.isUnderOwnName }
  }

  package init() {}
}

extension Reader {
  /// What does not depend on which cells are meant: what waits and what was removed, where this reader speaks of now. Of an
  /// audit also what others alone made better in it, which a closed one keeps.
  package func exchangeNotices(of audit: AuditRound? = nil) throws -> Notices {
    var notices = Notices()
    if past == nil { try addExchange(to: &notices) }
    if let audit { notices.held = try heldFindings(of: audit) }
    return notices
  }

  /// How much is undecided now, also where this reader speaks of another moment.
  package func undecided() throws -> Int {
    var notices = Notices()
    try addExchange(to: &notices)
    return notices.undecided
  }

  /// The same of some cells.
  ///
  /// - Parameter areOfAudit: their conditions are then asked for.
  package func cellNotices(of table: CellTable, areOfAudit: Bool) throws -> CellNotices {
    var counter = try NoticeCounter(self, asked: areOfAudit ? nil : askedConditions())
    if !areOfAudit {
      try addOutside(to: &counter.notices, table)
      counter.notices.retiredFindings = try retiredFindings()
    }
    let dropped = try DroppedCells(self)
    for entry in table.entries {
      try counter.add(
        marks: Int64(entry.marks), condition: Int64(entry.condition), build: table.context(of: entry).build,
        hasDropped: entry.said == .na && entry.hasChanged && dropped.contains(entry.cell))
    }
    return counter.notices
  }

  // MARK: Cells

  private func addOutside(to notices: inout CellNotices, _ table: CellTable) throws {
    if let outside = table.outsideOfPlan {
      (notices.outside, notices.outsideFails) = (outside.cells, outside.fails)
      return
    }
    let scope = try registry.scope.get()
    try visitCells([.component, .check, .condition, .outcome]) { cell in
      let place = try scope.place(component: cell[0], check: cell[1], condition: cell[2])
      if place == .outside { notices.addOutside(Codes.outcome(cell[3])) }
    }
  }

  func retiredFindings() throws -> Int {
    guard past == nil else { return 0 }
    // What others close ends nothing here.
    let following = try Following(database, lineage)
    let sql =
      "SELECT value, fact FROM register WHERE kind = 'audit' AND field = 'closed' AND live = \(RegisterState.live)"
    var last: Int64 = 0
    try database.rows(sql) { row in
      guard let closed = Int64(row.text(0)), closed > last, closed <= now, try following.follows(row.int64(1)) else {
        return
      }
      last = closed
    }
    return try failingOutOfUse().filter { $0.since > last }.reduce(0) { $0 + $1.failing }
  }

  /// The findings of a component, in use or not: the checks that fail, in the order of their ids and conditions, and
  /// whether a waiver covers them.
  package func findings(of component: String) throws -> [(check: String, isWaived: Bool)] {
    let sql = """
      SELECT id_term.text, cell.component, cell.check_id, cell.condition FROM cell
      JOIN term ON term.id = cell.component JOIN term AS id_term ON id_term.id = cell.check_id
      WHERE term.text = ? AND cell.outcome = \(Codes.code(.fail)) ORDER BY 1
      """
    let found = try database.all(sql, [.text(component)]) { ($0.text(0), $0.int64(1), $0.int64(2), $0.int64(3)) }
    guard !found.isEmpty else { return [] }
    let waivers = WaiverTerms(self, registry)
    return try found.map { (check: $0, isWaived: try waivers.isWaived(component: $1, check: $2, condition: $3)) }
  }

  /// The default one and those of the plan and of the audits of people who are followed; nil where there is none that
  /// could ask for any.
  func askedConditions() throws -> Set<String>? {
    let asked = try Set(followedAudits().flatMap(\.conditions)).union(plan().conditions ?? [])
    return try asked.isEmpty ? nil : Set((asked + checkSettings.items(under: Array(asked))).map(\.text)).union([""])
  }

  // MARK: Exchange

  private func addExchange(to notices: inout Notices) throws {
    let waiting = "SELECT count(DISTINCT fact) FROM request WHERE number <> 0 AND \(RequestState.open)"
    notices.waiting = CellCounts.bounded(try database.scalar(waiting) ?? 0)
    notices.proposals = try proposalCount()
    if notices.proposals > 0 {
      notices.proposers = Set(try proposals().map { $0.tester.isEmpty ? $0.replica : $0.tester }).sorted()
    }
    notices.sessions = try waitingSessions().count
    notices.voids = try waitingVoids().count
    notices.held = try heldFindings()
    notices.followed = try FollowedChanges.read(database)
    let sides = try fieldConflicts(kind: "setting", key: "tracker").first { $0.field == "policy" }?.sides ?? []
    notices.policies = sides.map { ($0.value.stringValue ?? "", $0.by.isEmpty ? $0.replica : $0.by) }
    notices.conflicts = try decidingConflicts()
    if try database.scalar("SELECT 1 FROM run WHERE rival = 1 LIMIT 1") != nil {
      notices.forks = try forks().count { !$0.isSettled }
    }
    notices.gaps = try chainGaps(deciding: true)
    notices.imposture = try imposture()
    notices.claimedBuilds = try claimedBuilds()
    try addRemoved(to: &notices)
    for (recipient, sessionRecords) in try untoldErasures() {
      notices.recipients.append(recipient)
      notices.notHandedOver += sessionRecords.count
    }
  }

  /// What requests from other machines removed here.
  private static let removals = """
    SELECT removal.number, removal.fact, removal.kind, target.own <> 0 AS own, target.replica = asker.replica AS same
    FROM request AS removal JOIN branch AS target ON target.id = removal.number >> \(FactNumber.bits)
    JOIN branch AS asker ON asker.id = removal.fact >> \(FactNumber.bits)
    LEFT JOIN fact ON fact.id = removal.number
    WHERE removal.standing IN (\(RequestState.inForce), \(RequestState.byAuthor)) AND removal.number <> 0 AND asker.own = 0 AND ifnull(fact.kind, 'result') NOT IN ('erase', 'retract', 'replica')
    """

  private func addRemoved(to notices: inout Notices) throws {
    let sql = "SELECT kind, own, same, count(DISTINCT number) FROM (\(Self.removals)) GROUP BY 1, 2, 3"
    try database.rows(sql) { row in
      let count = CellCounts.bounded(row.int64(3))
      switch (row.text(0), row.int64(1) != 0, row.int64(2) != 0) {
      case ("undo", true, _): notices.ownUndone += count
      case ("undo", false, false): notices.othersUndone += count
      case ("undo", false, true): notices.undoneByAuthor += count
      case (_, true, _): notices.ownErased += count
      case ("erase", false, false): notices.othersErased += count
      default: break
      }
    }
  }
}

extension Reader {
  /// Where the whole tracker stands: the cells of its scope.
  package func standing() throws -> Standing { try summary().standing }

  /// The same, and what is remarkable about those cells.
  package func summary() throws -> (standing: Standing, notices: CellNotices) {
    let registry = self.registry
    let table = try keptCells ?? CellTable(self, Filter(), findings: nil, .plan, .none)
    var standing = Standing(audit: nil, asOf: now)
    let scope = try registry.scope.get()
    var places = ByTerm<Int>()
    var tested: [(component: Int64, counts: CellCounts, open: CellCounts, asked: Int)] = []
    var buildPlaces = ByTerm<Int>()
    var builds: [(build: Int64, cells: Int, latest: Int64)] = []
    for cell in table.entries {
      let place = places.value(Int64(cell.component)) {
        tested.append((Int64(cell.component), CellCounts(), CellCounts(), 0))
        return tested.count - 1
      }
      tested[place].counts.add(cell.state)
      if cell.isAsked { tested[place].asked += 1 }
      let context = table.context(of: cell)
      let build = buildPlaces.value(context.build) {
        builds.append((context.build, 0, .min))
        return builds.count - 1
      }
      builds[build].cells += 1
      builds[build].latest = max(builds[build].latest, cell.seen)
      standing.oldest = min(standing.oldest ?? cell.seen, cell.seen)
      standing.newest = max(standing.newest ?? cell.seen, cell.seen)
      if HybridTime(milliseconds: cell.seen).isAhead(of: now) { standing.ahead += 1 }
      if cell.isStale { standing.stale += 1 }
      guard cell.isFailing else { continue }
      if cell.isWaived { standing.waived += 1 } else { standing.open.add(cell.state) }
      if !cell.isWaived { tested[place].open.add(cell.state) }
    }
    var byComponent: [ExactText: CellCounts] = [:]
    var open: [ExactText: CellCounts] = [:]
    var asked: [ExactText: Int] = [:]
    for own in tested {
      let key = ExactText(try text(own.component))
      (byComponent[key], open[key]) = (own.counts, own.open)
      asked[key] = own.asked
    }
    for component in scope.work.components where scope.asked(of: component) > 0 {
      let key = ExactText(component.key)
      byComponent[key, default: CellCounts()].untested = scope.asked(of: component) - (asked[key] ?? 0)
    }
    for (key, counts) in byComponent { try standing.add(counts, open: open[key], of: key.text, registry) }
    standing.worst.sort(by: ComponentSummary.isWorse)
    standing.builds = BuildCounts(
      named: try registry.rule.get().build,
      seen: Dictionary(
        try builds.map { (try text($0.build), ($0.cells, $0.latest, try lineage.isClaimed(build: $0.build))) },
        uniquingKeysWith: { ($0.cells + $1.cells, max($0.latest, $1.latest), $0.isClaimed && $1.isClaimed) }))
    standing.conflicts = Int(try database.scalar("SELECT count(*) FROM record WHERE \(Self.openConflict)") ?? 0)
    standing.keptForNewer = try keptForNewer()
    return (standing, try cellNotices(of: table, areOfAudit: false))
  }
}

extension Standing {
  /// Adds the counts of a component; `worst` is sorted by its owner.
  ///
  /// - Parameter open: what fails without a waiver.
  mutating func add(_ counts: CellCounts, open: CellCounts?, of key: String, _ registry: Registry) throws {
    components += 1
    self.counts = self.counts + counts
    if counts.answered == 0 { unanswered += 1 }
    guard counts.fail > 0 else { return }
    let component = try registry.component(key)
    worst.append(
      ComponentSummary(
        key: key, title: component?.title ?? "", screens: component?.screens ?? [], counts: counts, open: open))
  }
}
