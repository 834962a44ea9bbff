package import Audit
import Base
import CommandLine
package import Reports
package import Store

/// The cells of a tracker, or of an audit, as EARL.
package struct EARLAssembly {
  private let table: CellTable
  private let codes: TesterCodes
  private let graph: EARLGraph
  private let automatic: Set<String>

  /// - Parameter address: where the app is found; empty where not given.
  package init(_ request: ExchangeRequest, _ form: EARLGraph.Form, address: String) throws {
    let reader = request.reader
    table =
      try request.audit.map { try reader.cellTable(request.filter, of: $0) } ?? reader.cellTable(request.filter)
    let names = try table.wholeNames()
    let components = try names.components.map { key in
      (key: key, title: try reader.component(key)?.title ?? "")
    }
    let checks = try names.checks.map { id in (id: id, check: try reader.check(id)?.check) }
    codes = TesterCodes(Array(try table.testers()), namesTesters: request.namesTesters)
    automatic = Set(checks.filter { $0.check?.method == .automated }.map(\.id))
    graph = EARLGraph(
      form, program: Program.version, tracker: try reader.identity().tracker, address: address, testers: codes.all,
      tests: checks.map { Self.test($0.id, $0.check) }, components: components)
  }

  /// Writes it piece by piece.
  ///
  /// - Returns: how many assertions there are.
  package func write(_ output: (String) throws -> Void) throws -> Int {
    try graph.begin(to: output)
    var count = 0
    func write(_ assertion: EARLGraph.Assertion) throws {
      try graph.write(assertion) { text in
        count += 1
        try output(text)
      }
    }
    try table.visitWhole(
      tested: { row in
        var assertion = Self.assertion(row, tester: codes.code(of: row.tester))
        if automatic.contains(row.check) { assertion.isAutomatic = true }
        try write(assertion)
      },
      untested: { cell in
        try write(.init(component: cell.component, check: cell.check, condition: cell.condition, outcome: nil))
      })
    try graph.end(to: output)
    return count
  }

  private static func test(_ id: String, _ check: Check?) -> EARLGraph.Test {
    let tested = check?.wcag.filter { $0.relation == .tests } ?? []
    return EARLGraph.Test(
      id: id, title: check?.title ?? id, criteria: tested.compactMap { Catalog.criterion($0.criterion) })
  }

  private static func assertion(_ row: Cell, tester: String) -> EARLGraph.Assertion {
    EARLGraph.Assertion(
      component: row.component, check: row.check, condition: row.condition, outcome: row.outcome,
      isAutomatic: ToolFinding.Tool(rawValue: row.tester) != nil, tester: tester,
      time: row.outcome == nil ? nil : row.time, severity: row.outcome == .fail ? row.severity : nil,
      note: row.note ?? "", build: row.build, device: row.device, os: row.os, isDisputed: row.isUnsettled,
      stale: row.stale, waivedUntil: row.waiver?.until, on: row.outcome == .fail ? row.on ?? [] : [])
  }
}

/// Makes the draft of a conformance report from what a tracker holds.
package struct ConformanceAssembly {
  private let request: ExchangeRequest

  package init(_ request: ExchangeRequest) {
    self.request = request
  }

  /// - Parameters:
  ///   - details: of the product; without a version the build of the audit or of the tracker is the version.
  ///   - part: of the app; nil for all of it.
  package func report(
    _ details: ConformanceReport.Details, _ edition: ConformanceEdition, part: String?
  ) throws -> ConformanceReport {
    let reader = request.reader
    let table =
      try request.audit.map { try reader.cellTable(request.filter, of: $0) } ?? reader.cellTable(request.filter)
    let rollUp = try reader.standards(request.filter, of: request.audit, in: table)
    let findings = try findings(table.rows(where: \.isFailing))
    let book = VerdictBook(try reader.verdicts())
    var details = details
    if details.version.isEmpty {
      details.version = try request.audit.map(\.build).flatMap { $0.isEmpty ? nil : $0 } ?? reader.staleRule().build
    }
    var report = ConformanceReport(
      details: details, edition: edition,
      entries: rollUp.criteria.filter { edition.has($0.criterion) }.map { whole in
        let id = whole.criterion.id
        // The report on a part of the app is about that part alone.
        var standing = whole
        if part != nil { standing.gap = StandardsGap() }
        return ConformanceEntry(
          standing, findings: findings[id] ?? [], verdicts: book.standing(id, in: edition.id), edition: edition)
      },
      chapters: edition.chapters.map { ConformanceReport.Chapter($0, book, in: edition.id) }, asOf: reader.now,
      audit: request.audit?.name, filter: request.filter.isEmpty ? nil : request.filter.source,
      program: Program.version, catalogue: Catalog.revision)
    report.part = part
    report.methods = try methods(table)
    return report
  }

  /// By category of checks, what a tester who answers one uses.
  private static let technologies: [(category: String, name: String)] = [
    ("voiceover", "VoiceOver"), ("voice-control", "Voice Control"), ("switch-control", "Switch Control"),
    ("keyboard", "keyboard"), ("dynamic-type", "Dynamic Type"), ("reduce-motion", "Reduce Motion"),
    ("reduce-transparency", "Reduce Transparency"),
  ]

  /// The devices of the results, and what the checks with a result were tested with.
  private func methods(_ table: CellTable) throws -> ConformanceReport.Methods {
    var methods = ConformanceReport.Methods()
    methods.devices = try table.devices().sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let categories = try table.categories()
    methods.technologies = Self.technologies.filter { categories.contains($0.category) }.map(\.name)
    return methods
  }

  /// What fails, by criterion, worst first.
  private func findings(_ rows: [Cell]) throws -> [String: [ConformanceReport.Finding]] {
    let reader = request.reader
    var checks: [String: Check?] = [:]
    var found: [String: [ConformanceReport.Finding]] = [:]
    for row in rows.sorted(by: Cell.isWorse) {
      if checks[row.check] == nil { checks[row.check] = .some(try reader.check(row.check)?.check) }
      guard let check = checks[row.check] ?? nil else { continue }
      let finding = ConformanceReport.Finding(
        component: row.component, title: check.failure, condition: row.condition, severity: row.severity,
        note: row.note ?? "", waivedUntil: row.waiver?.until, on: row.on ?? [])
      for criterion in Set(check.wcag.filter { $0.relation == .tests }.map(\.criterion)) {
        found[criterion, default: []].append(finding)
      }
    }
    return found
  }

  /// What is to be done with the draft.
  package static func remarks(_ report: ConformanceReport) -> [String] {
    var remarks: [String] = []
    if !report.open.isEmpty {
      remarks.append(
        "\(counted(report.open.count, "criterion", "criteria")) of level A and AA have no term, because the evidence supports none. "
          + "The notes of each level list the reasons.")
    }
    let beyond = report.decided.filter { $0.claim != nil }.map(\.standing.criterion.id)
    if !beyond.isEmpty {
      remarks.append(
        "The verdicts on \(beyond.joined(separator: ", ")) go beyond the evidence. Their notes begin with that.")
    }
    if !report.disputed.isEmpty {
      remarks.append(
        "The verdicts on \(report.disputed.joined(separator: ", ")) are disputed, so none of them is used. Run \"a11y "
          + "list verdicts\" to see who differs.")
    }
    let missing = [(report.details.product, "--product"), (report.details.contact, "--contact")].filter(\.0.isEmpty)
    if !missing.isEmpty {
      remarks.append("Product details are missing. Use \(missing.map(\.1).joined(separator: " and ")) to add them.")
    }
    return remarks
  }
}

/// Which of Apple's accessibility nutrition labels the evidence of a tracker, or of an audit, supports.
package enum DeclarationAssembly {
  package static func draft(_ reader: Reader, _ audit: AuditRound?, _ filter: Filter) throws -> DeclarationDraft {
    let rows = try audit.map { try reader.cells(of: $0, filter).rows } ?? reader.cells(filter)
    let scope = try reader.workScope(of: audit)
    let components = try self.components(scope, rows, filter, reader)
    let inScope = Set(scope.checks.map(\.id))
    let matching = RecordFilter(filter, reader: reader)
    let known = try reader.checks().map(\.check)
    let checks = try known.filter { check in
      try inScope.contains(check.id) && matching.accepts(check)
    }
    let titles = Dictionary(checks.map { ($0.id, $0.failure) }, uniquingKeysWith: { first, _ in first })
    let platforms = Dictionary(components.map { ($0.key, $0.platforms) }, uniquingKeysWith: { first, _ in first })
    var seen: [Place: [DeclarationDeciding.Seen]] = [:]
    for row in rows {
      guard let outcome = row.outcome else { continue }
      let family = DeviceFamily.of(
        device: row.device, condition: row.condition, platforms: platforms[row.component] ?? [])
      let blocker = DeclarationDraft.Blocker(
        component: row.component, check: row.check, title: titles[row.check] ?? row.check, condition: row.condition,
        severity: row.severity, note: row.note ?? "", device: row.device, waivedUntil: row.waiver?.until)
      seen[Place(row.component, row.check), default: []].append(
        DeclarationDeciding.Seen(
          outcome: outcome, isDisputed: row.isUnsettled, isStale: !row.stale.isEmpty, family: family,
          blocker: outcome == .fail ? blocker : nil))
    }
    let deciding = DeclarationDeciding(features: Catalog.declaredFeatures, components: components, checks: checks) {
      seen[Place($0.key, $1.id)] ?? []
    }
    var draft = deciding.draft(asOf: reader.now, audit: audit?.name, filter: filter.isEmpty ? nil : filter.source)
    let book = VerdictBook(try reader.verdicts())
    draft.said = Catalog.declaredFeatures.compactMap { feature in
      // Captions and audio descriptions are asked for where there is a player; without one a person says so.
      let hasCheck = known.contains { check in
        guard feature.isSpoken(toBy: check) else { return false }
        return !feature.checks.isEmpty || components.contains { check.isInScope(for: $0) }
      }
      let verdicts = book.standing(feature.id)
      return hasCheck && verdicts.isEmpty
        ? nil : DeclarationDraft.Said(feature: feature, hasCheck: hasCheck, verdicts: verdicts)
    }
    return draft
  }

  /// The components of the scope that are asked for, and those that were looked at without being registered.
  private static func components(
    _ scope: WorkScope, _ rows: [Cell], _ filter: Filter, _ reader: Reader
  ) throws -> [Component] {
    let words = filter.terms(on: [.component, .kind, .profile, .screen, .source, .owner, .tag])
    let matching = RecordFilter(Filter(terms: words), reader: reader)
    var components = try scope.components.filter { try matching.accepts(component: $0.key, check: "") }
    var known = Set(components.map { Array($0.key.utf8) })
    for row in rows where known.insert(Array(row.component.utf8)).inserted {
      components.append(Component(key: row.component))
    }
    return components
  }

  /// A component and a check, by their bytes.
  private struct Place: Hashable {
    private let component: [UInt8]
    private let check: [UInt8]

    init(_ component: String, _ check: String) {
      self.component = Array(component.utf8)
      self.check = Array(check.utf8)
    }
  }
}

/// The cells of a tracker, or of an audit, as test cases for tools that manage tests.
package struct ItemsAssembly {
  package let items: [TestItem]

  package init(_ request: ExchangeRequest) throws {
    let reader = request.reader
    let rows =
      try request.audit.map { try reader.cells(of: $0, request.filter, includingUntested: true).rows }
      ?? reader.cellsWithUntested(request.filter)
    let attachments = try Self.attachments(reader)
    items = try rows.map { row in
      var item = try Self.item(row, reader)
      item.attachments = attachments[row.place] ?? []
      return item
    }
  }

  private static func item(_ row: Cell, _ reader: Reader) throws -> TestItem {
    let check = try reader.check(row.check)?.check ?? unknown(row.check)
    let component = try reader.component(row.component)
    var item = TestItem(component: row.component, check: check, condition: row.condition, outcome: row.outcome)
    item.severity = row.outcome == .fail ? row.severity : nil
    item.isDisputed = row.isUnsettled
    item.isWaived = row.waiver != nil
    if row.isUnsettled { item.remarks.append(row.isDisputed ? "disputed" : "contradicted") }
    if let waiver = row.waiver { item.remarks.append("waived until \(waiver.until)") }
    (item.note, item.value, item.on) = (row.note ?? "", row.value?.text ?? "", row.on)
    item.time = row.outcome == nil ? nil : row.time
    (item.build, item.device, item.os) = (row.build, row.device, row.os)
    (item.owner, item.screens) = (component?.owner ?? "", component?.screens ?? [])
    item.markedAs = try reader.firstName(of: row.component)
    (item.title, item.source) = (component?.title ?? "", component?.source ?? "")
    return item
  }

  /// What fails and no waiver covers, worst first, with its owner and its tickets.
  package static func findings(_ request: ExchangeRequest) throws -> [TestItem] {
    let reader = request.reader
    let table = try reader.findingTable(request.filter, of: request.audit)
    let source = try reader.findingSource()
    let evidence = try attachments(reader)
    return try (0..<table.count).compactMap { place in
      let finding = try source.finding(at: place, in: table)
      guard finding.waiver == nil, finding.isOpen else { return nil }
      var item = try item(finding.cell, reader)
      (item.severity, item.owner, item.tickets) = (finding.severity, finding.owner, finding.tickets)
      if finding.ticketState == .closed {
        item.closedTickets = finding.links.filter { $0.state == .closed }.map(\.name)
      }
      item.isRegressed = finding.state == .regressed
      (item.triage, item.remark) = (finding.triage?.words ?? "", finding.remark)
      item.attachments = evidence[item.place] ?? []
      return item
    }
  }

  private static func attachments(_ reader: Reader) throws -> [ScopeCell: [TestItem.Attachment]] {
    var attachments: [ScopeCell: [TestItem.Attachment]] = [:]
    for row in try reader.evidence() {
      let place = ScopeCell(component: row.component, check: row.check, condition: row.condition)
      attachments[place, default: []].append(
        TestItem.Attachment(name: row.evidence.name, type: row.evidence.type, digest: row.evidence.digestText))
    }
    return attachments
  }

  /// What was logged for a check that is not known here.
  private static func unknown(_ id: String) -> Check {
    Check(id: id, category: "", title: id, how: "", expected: "", method: .manual, impact: .moderate)
  }
}

/// What a report in the form of another program is asked for, read once for all forms.
package struct ExchangeRequest {
  let filter: Filter
  let audit: AuditRound?
  /// As things were at the moment of the report.
  package let reader: Reader
  let namesTesters: Bool

  package init(_ filter: Filter, of audit: AuditRound?, _ reader: Reader, namesTesters: Bool) {
    self.filter = filter
    self.audit = audit
    self.reader = reader
    self.namesTesters = namesTesters
  }
}
