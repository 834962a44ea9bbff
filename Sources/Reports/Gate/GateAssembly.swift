package import Audit
import Base
package import Store

/// Holds the items of a tracker, or of an audit, against the rules of a release.
package struct GateAssembly {
  /// The details of the items besides the verdict.
  package enum Detail: Sendable {
    /// None: only what the rules come to.
    case figures
    /// Of blockers and waivers.
    case people
    /// Also notes, checks and places of what fails, or of every item: for the files of other programs.
    case findings, items
  }

  private let rules: ReleaseRules
  private let filter: Filter
  private let audit: AuditRound?
  private let reader: Reader

  /// - Parameter reader: as of the moment of the check.
  package init(_ rules: ReleaseRules, _ filter: Filter, of audit: AuditRound?, _ reader: Reader) {
    (self.rules, self.filter, self.audit, self.reader) = (rules, filter, audit, reader)
  }

  /// By the policy of the audit or the tracker, else by the proposed rules.
  package static func current(
    _ reader: Reader, of audit: AuditRound?, baseline: Baseline.Finder
  ) throws -> GateReport {
    let rules =
      try ReleaseRules(nil, of: audit, reader, baseline: baseline) ?? ReleaseRules(standardWith: nil)
    return try GateAssembly(rules, Filter(), of: audit, reader).report(.figures)
  }

  /// - Parameter table: the tested items, where they have been read.
  package func report(_ detail: Detail = .people, in table: CellTable? = nil) throws -> GateReport {
    var limits = rules.policy.limits
    if rules.policy.wantsCriticalRules { limits.criticalRules = Set(try reader.checklistChecks(["critical-rules"])) }
    if rules.policy.wantsPreRelease { limits.preRelease = Set(try reader.checklistChecks(["pre-release"])) }
    // A query narrows the scope by choice, and excludes nothing for good.
    if let asked = limits.preRelease, filter.isEmpty { limits.excluded = try reader.excluded(asked, from: audit) }
    limits.hasBaseline = rules.baseline != nil
    if limits.maxWaiting != nil { limits.waiting = try reader.undecided() }
    let baseline = rules.baseline
    var found = try reader.gateCells(
      filter, of: audit, in: table, withLives: limits.forbidsRegressions, withAges: limits.maxAge != nil,
      areOrdered: detail != .figures, listsUntested: detail != .figures || limits.namesUntested,
      before: baseline?.cells)
    if limits.maxClosedTickets != nil { try found.addTickets(reader) }
    let gate = found.gate(limits, now: reader.now)
    var report = GateReport(
      gate: gate, limits: limits, baseline: baseline.map { $0.figures(gate.cells) }, audit: audit?.name,
      filter: filter.isEmpty ? nil : filter.source, now: reader.now)
    report.localAsOf = reader.clock.moment(reader.now)
    report.policy = rules.policy
    report.policySource = rules.source
    let components = try reader.components()
    report.componentsInUse = try reader.componentsInUse(for: audit)
    report.outside = found.table.outside
    report.byOthers = found.byOthers
    guard detail != .figures else { return report }
    report.remarks = try remarks(found)
    report.firstNames = try reader.firstNames()
    for component in components { report.titles[component.key] = component.title.filled }
    for (reason, places) in gate.rulings.flatMap(\.against) where reason == .tooOld {
      for time in places.compactMap({ gate.cells[$0].time }) where report.days[time] == nil {
        report.days[time] = Timestamp(milliseconds: time).localDate(offset: reader.localOffset(time))
      }
    }
    try addDetails(to: &report, found.table, detail)
    if detail != .people {
      report.checks = try checks(detail == .items ? Set(gate.cells.map(\.check)) : gate.checksToTell, gate)
      report.places = SourceLocation.places(components)
    }
    if detail == .items { try addEvidence(to: &report) }
    return report
  }

  /// The details of the items that are listed, and the owners of those that block.
  private func addDetails(to report: inout GateReport, _ table: CellTable, _ detail: Detail) throws {
    let source = try reader.findingSource()
    for place in report.placesToDetail(forMachines: detail != .people) {
      let cell = report.gate.cells[place]
      let number = cell.row
      if detail == .people, !cell.isCovered, !cell.hasExpired {
        let owner = try source.owner(ofRow: Int(number), in: table)
        if !owner.isEmpty { report.details[number] = GateReport.Detail(owner: owner) }
        try addTitle(of: report.gate.names.check(cell), to: &report)
        continue
      }
      let finding = try source.finding(at: Int(number), in: table)
      var told = GateReport.Detail()
      (told.note, told.waiver, told.expired) = (finding.note ?? "", finding.waiver, finding.expired)
      told.owner = finding.owner
      try addTitle(of: finding.check, to: &report)
      report.details[number] = told
    }
  }

  private func addTitle(of check: String, to report: inout GateReport) throws {
    guard report.titles[check] == nil, let known = try reader.check(check)?.check else { return }
    (report.titles[check], report.failures[check]) = (known.title, known.failure)
  }

  /// The names of the files that show the items.
  private func addEvidence(to report: inout GateReport) throws {
    let files = Dictionary(grouping: try reader.evidence(), by: \.place)
    guard !files.isEmpty else { return }
    for cell in report.gate.cells {
      guard let shown = files[report.place(cell)] else { continue }
      report.details[cell.row, default: .init()].evidence = shown.map(\.evidence.name)
    }
  }

  /// The checks that the output files need.
  private func checks(_ numbers: Set<Int32>, _ gate: Gate) throws -> [String: Check] {
    var checks: [String: Check] = [:]
    for number in numbers {
      let id = gate.names.checks[Int(number)]
      checks[id] = try reader.check(id)?.check
    }
    return checks
  }

  /// What the rules do not cover: items that improved without a newer build, and what is waiting or was removed.
  ///
  /// Disagreement has a rule of its own.
  private func remarks(_ found: GateCells) throws -> [Notice] {
    var notices = try reader.exchangeNotices(of: audit)
    notices.cells = try reader.cellNotices(of: found.table, areOfAudit: audit != nil)
    notices.cells.byOthers = found.byOthers
    (notices.cells.disputed, notices.cells.contradicted) = (0, 0)
    return NoticeWords.all(notices) + (try NoticeWords.adjusted(reader))
  }
}

extension TestedByOthers {
  /// `2 items were tested only by mal, who is not followed here: the release check counts them as untested.`
  func sentence(namesPeople: Bool, in verdict: String = "the release check") -> String {
    "\(counted(cells, "item was", "items were")) tested only by "
      + "\(HeldWords.authors(testers.sorted(), areNamed: namesPeople)): \(verdict) counts "
      + "\(cells == 1 ? "it" : "them") as untested."
  }

  /// `1 item FAILs only according to mal, who is not followed here: the release check counts it as FAIL, and not as
  /// evaluated.`
  func failsSentence(namesPeople: Bool) -> String {
    "\(counted(fails, "item FAILs", "items FAIL")) only according to "
      + "\(HeldWords.authors(failing.sorted(), areNamed: namesPeople)): the release check counts "
      + "\(fails == 1 ? "it" : "them") as FAIL, and not as evaluated."
  }

  /// Of a draft, or another verdict; nil where there is none.
  func draftSentence(in verdict: String = "the draft") -> String? {
    cells > 0 ? sentence(namesPeople: false, in: verdict) : nil
  }
}

/// What cells are compared with: what they showed at some other time, by their names.
package struct Baseline {
  /// Finds it by its name, from a policy that is from where the source says.
  package typealias Finder = (_ name: String, _ source: GateReport.PolicySource) throws -> Baseline

  /// As asked for.
  package let name: String
  /// Whether it is an audit's own results.
  package let isAudit: Bool
  let cells: CellsBefore

  package init(name: String, cells: CellsBefore, isAudit: Bool = false) {
    (self.name, self.cells, self.isAudit) = (name, cells, isAudit)
  }

  /// What is compared: the cells that were answered then, for any kind of baseline.
  package func figures(_ cells: [GateCell]) -> GateReport.Baseline {
    let known = cells.count(where: \.isCompared)
    let byOthers = cells.count { $0.before == .ofOthers }
    return GateReport.Baseline(
      name: name, isAudit: isAudit, known: known, elsewhere: self.cells.answered - known - byOthers, byOthers: byOthers)
  }
}

/// The rules that a release is checked by, and where they come from.
package struct ReleaseRules {
  package private(set) var policy: ReleasePolicy
  package let source: GateReport.PolicySource
  package let baseline: Baseline?

  /// The rules as typed, else the policy of the audit, else that of the tracker; nil where there is none of them.
  ///
  /// - Parameters:
  ///   - typed: nil where none was.
  ///   - find: finds what the policy compares with.
  package init?(
    _ typed: ReleasePolicy?, of audit: AuditRound?, _ reader: Reader, baseline find: Baseline.Finder
  ) throws {
    let stored = audit?.policy ?? ""
    if let typed {
      (policy, source) = (typed, .typed)
    } else if !stored.isEmpty {
      (policy, source) = (ReleasePolicy(stored: stored), .audit)
    } else {
      let team = try reader.policy()
      guard !team.isEmpty else { return nil }
      (policy, source) = (ReleasePolicy(stored: team), .tracker)
    }
    baseline = if let name = policy.baseline { try find(name, source) } else { nil }
  }

  /// The rules that are proposed where the team has set none.
  package init(standardWith baseline: Baseline?) {
    policy = .standard
    policy.limits.forbidsRegressions = baseline != nil
    (source, self.baseline) = (.standard, baseline)
  }

  /// Has nothing wait, unless the policy says how much may.
  package mutating func beStrict() {
    if policy.limits.maxWaiting == nil { policy.limits.maxWaiting = 0 }
  }
}
