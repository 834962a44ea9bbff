package import Audit
import Base
package import CommandLine
package import Reports
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
    _ reader: Reader, of audit: AuditRound?, baseline: (String) throws -> Baseline
  ) throws -> GateReport {
    let rules =
      try ReleaseRules(nil, of: audit, reader, baseline: baseline) ?? ReleaseRules(standardWith: nil, of: audit)
    return try GateAssembly(rules, Filter(), of: audit, reader).report(.figures)
  }

  /// - Parameter table: the tested items, where they have been read.
  package func report(_ detail: Detail = .people, in table: CellTable? = nil) throws -> GateReport {
    var limits = rules.policy.limits
    if rules.policy.wantsCriticalRules { limits.criticalRules = Set(try reader.checklistChecks(["critical-rules"])) }
    if rules.policy.wantsPreRelease { limits.preRelease = Set(try reader.checklistChecks(["pre-release"])) }
    limits.hasBaseline = rules.baseline != nil
    if limits.maxWaiting != nil { limits.waiting = try reader.undecided() }
    let baseline = rules.baseline
    var found = try reader.gateCells(
      filter, of: audit, in: table, withLives: limits.forbidsRegressions, withAges: limits.maxAge != nil,
      before: baseline?.cells)
    if limits.maxClosedTickets != nil { try found.addTickets(reader) }
    let gate = found.gate(limits, now: reader.now)
    var report = GateReport(
      gate: gate, limits: limits, baseline: baseline.map { $0.figures(gate.cells) }, audit: audit?.name,
      filter: filter.isEmpty ? nil : filter.source, now: reader.now)
    report.policy = rules.policy
    report.policySource = rules.source
    let components = try reader.components()
    report.componentsInUse = try reader.componentsInUse(for: audit)
    report.outside = found.table.outside
    guard detail != .figures else { return report }
    report.remarks = try remarks(found.table)
    report.firstNames = try reader.firstNames()
    for component in components { report.titles[component.key] = component.title.filled }
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
    if report.titles[check] == nil { report.titles[check] = try reader.check(check)?.check.title }
  }

  /// The names of the files that show the items.
  private func addEvidence(to report: inout GateReport) throws {
    /// Bytes: equal Swift strings may be two names.
    func place(_ names: String...) -> [UInt8] { Array(names.joined(separator: "\n").utf8) }
    var files: [[UInt8]: [String]] = [:]
    for row in try reader.evidence() {
      files[place(row.component, row.check, row.condition), default: []].append(row.evidence.name)
    }
    guard !files.isEmpty else { return }
    let names = report.gate.names
    for cell in report.gate.cells {
      guard let shown = files[place(names.component(cell), names.check(cell), names.condition(cell))] else { continue }
      report.details[cell.row, default: .init()].evidence = shown
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
  private func remarks(_ table: CellTable) throws -> [Notice] {
    var notices = try reader.exchangeNotices()
    notices.cells = try reader.cellNotices(of: table, areOfAudit: audit != nil)
    (notices.cells.disputed, notices.cells.contradicted) = (0, 0)
    return NoticeWords.all(notices)
  }
}

/// What cells are compared with: what they showed at some other time, by their names.
package struct Baseline {
  /// As asked for.
  package let name: String
  /// Whether it is an audit's own results.
  package private(set) var isAudit = false
  let cells: CellsBefore

  private static let largestFile = 256 << 20

  /// - Parameters:
  ///   - reader: as of the moment that the gate speaks of.
  ///   - present: the tracker now.
  /// - Throws: not found where the name is none of an audit, a moment and a file; bad input for a file that is no list
  ///   of cells; usage for a moment later than that of the gate.
  package static func find(_ typed: String, _ reader: Reader, _ present: Reader, _ context: Context) throws -> Baseline
  {
    if let audit = try audit(typed, present) { return try Baseline(name: audit.name, of: audit, reader, present) }
    let isMoment = Self.isMoment(typed)
    if !isMoment, typed.after("build:") == nil, context.world.files.exists(typed) {
      return try Baseline(file: typed, present.names, context)
    }
    let moment: Int64
    do {
      moment = try MomentName.find(typed, present).at
    } catch let problem as Problem where problem.code == "moment.unknown" {
      throw Problem(
        .notFound, code: "baseline.unknown",
        "invalid value \(MessageText.quoted(typed)) for --baseline; expected an audit, a date, a build, or a file",
        hints: problem.hints)
    }
    guard moment <= reader.now else {
      throw Problem.usage(
        "time.order", "--baseline \(MessageText.quoted(typed)) is later than the gate",
        hints: ["Specify an earlier day or a later --as-of."])
    }
    return try Baseline(name: typed, cells: .moment(CellOutcomes(present.at(moment).cellTable(Filter(), .all))))
  }

  /// The audit that a person means; nil where it is no name of one.
  package static func audit(_ typed: String, _ present: Reader) throws -> AuditRound? {
    if isMoment(typed) { return nil }
    return try present.audit(typed.after("audit:") ?? typed)
  }

  private static func isMoment(_ typed: String) -> Bool {
    (try? Timestamp.read(typed, localOffset: { _ in 0 })) != nil
  }

  private init(name: String, cells: CellsBefore) { (self.name, self.cells) = (name, cells) }

  /// An audit as it was when it was closed, or as it is while it is open. It holds every cell that carries its name, in
  /// its scope or not: what was seen was seen.
  private init(name: String, of audit: AuditRound, _ reader: Reader, _ present: Reader) throws {
    let reader = try reader.closing(of: audit).map(present.at) ?? reader
    let rows = try reader.cells(of: audit, Filter(), includingUntested: true, includingOutside: true).rows
    self.init(
      name: name, cells: .named(Dictionary(rows.map { ($0.place, $0.outcome) }, uniquingKeysWith: { _, last in last })))
    isAudit = true
  }

  /// What is compared: the cells that were answered then, for any kind of baseline.
  package func figures(_ cells: [GateCell]) -> GateReport.Baseline {
    let known = cells.count(where: \.isCompared)
    return GateReport.Baseline(name: name, isAudit: isAudit, known: known, elsewhere: self.cells.answered - known)
  }

  // MARK: A file

  private init(file path: String, _ names: ComponentNames, _ context: Context) throws {
    let bytes = try context.text(of: path).readAll(limit: Self.largestFile, name: MessageText.quoted(path))
    var options = JSONOptions.standard
    options.allowsFractions = true
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONReader.parse(bytes, options: options)
    } catch {
      throw Self.invalid(
        path,
        "line \(error.line), column \(error.column), at \(error.path): expected \(error.wanted), found \(error.found)")
    }
    let schema = document.objectValue?["schema"]?.stringValue ?? ""
    guard schema == "a11y.cells/1", let rows = document.objectValue?["rows"]?.arrayValue else {
      let isBundle = document.objectValue?["bundle"] != nil
      let found =
        isBundle
        ? "a bundle" : schema.isEmpty ? "another document" : "a document of the schema \(MessageText.quoted(schema))"
      throw Self.invalid(
        path, "it is \(found)",
        hint: isBundle ? "Run \"a11y import\" first, then use an audit of the bundle or a date as the baseline." : nil)
    }
    var outcomes: [ScopeCell: Outcome?] = [:]
    for (number, row) in rows.enumerated() {
      guard let row = row.objectValue, let component = row["component"]?.stringValue,
        let check = row["check"]?.stringValue, let condition = row["condition"]?.stringValue,
        let word = row["outcome"]?.stringValue, word == "untested" || Outcome(rawValue: word) != nil
      else {
        throw Self.invalid(path, "$.rows[\(number)] has no component, check, condition and known outcome")
      }
      let place = ScopeCell(component: names.present(component), check: check, condition: condition)
      outcomes[place] = .some(Outcome(rawValue: word))
    }
    self.init(name: path, cells: .named(outcomes))
  }

  private static func invalid(_ path: String, _ why: String, hint: String? = nil) -> Problem {
    Problem(
      .badInput, code: "baseline.invalid", "\(MessageText.quoted(path)) is not a list of items: \(why)",
      hints: [hint ?? "Run \"a11y list cells --json -o FILE\" to create one. Add --all for untested items."])
  }
}

extension String {
  /// The text after a prefix; nil where it does not begin with the prefix.
  fileprivate func after(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(dropFirst(prefix.count)) : nil
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
  ///   - find: finds what the policy compares with, by its name.
  package init?(
    _ typed: ReleasePolicy?, of audit: AuditRound?, _ reader: Reader, baseline find: (String) throws -> Baseline
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
    baseline = try policy.baseline.map(find)
    try Self.refuse(baseline, of: audit)
  }

  /// The rules that are proposed where the team has set none.
  package init(standardWith baseline: Baseline?, of audit: AuditRound?) throws {
    var policy = ReleasePolicy.standard
    policy.limits.forbidsRegressions = baseline != nil
    (self.policy, source, self.baseline) = (policy, .standard, baseline)
    try Self.refuse(baseline, of: audit)
  }

  /// Has nothing wait, unless the policy says how much may.
  package mutating func beStrict() {
    if policy.limits.maxWaiting == nil { policy.limits.maxWaiting = 0 }
  }

  private static func refuse(_ baseline: Baseline?, of audit: AuditRound?) throws {
    guard let audit, let baseline, baseline.isAudit, baseline.name.utf8.elementsEqual(audit.name.utf8) else { return }
    throw Problem.usage(
      "baseline.itself", "cannot compare the audit \(MessageText.quoted(audit.name)) with itself",
      hints: ["Specify an earlier audit or a date."])
  }
}
