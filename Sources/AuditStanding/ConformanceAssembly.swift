import Arguments
import AuditCatalog
package import AuditFigures
import AuditModel
package import AuditReports
import AuditStore
import Terminal

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
        note: row.note ?? "", waivedUntil: row.waiver?.until)
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
