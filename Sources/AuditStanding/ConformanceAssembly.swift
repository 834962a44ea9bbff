import Arguments
import AuditCatalog
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

  /// - Parameter part: of the app; nil for all of it.
  package func report(_ named: (name: String, contact: String), part: String?) throws -> ConformanceReport {
    let reader = request.reader
    let rollUp = try reader.standards(request.filter, of: request.audit)
    let rows =
      try request.audit.map { try reader.cells(of: $0, request.filter).rows } ?? reader.cells(request.filter)
    let findings = try findings(rows)
    let gaps = try part == nil ? reader.unanswered(rows) : [:]
    let version = try request.audit.map(\.build).flatMap { $0.isEmpty ? nil : $0 } ?? reader.staleRule().build
    let product = ConformanceReport.Product(
      name: named.name, version: version, contact: named.contact)
    var report = ConformanceReport(
      product: product,
      entries: rollUp.criteria.map {
        ConformanceReport.Entry(
          $0, findings: findings[$0.criterion.id] ?? [], gap: gaps[$0.criterion.id] ?? StandardsGap())
      },
      asOf: reader.now, audit: request.audit?.name, filter: request.filter.isEmpty ? nil : request.filter.source,
      program: Program.version,
      catalogue: Catalog.revision)
    report.part = part
    return report
  }

  /// What fails, by criterion, worst first.
  private func findings(_ rows: [ResultRow]) throws -> [String: [ConformanceReport.Finding]] {
    let reader = request.reader
    var checks: [String: Check?] = [:]
    var found: [String: [ConformanceReport.Finding]] = [:]
    for row in rows.filter({ $0.outcome == .fail }).sorted(by: ResultRow.isWorse) {
      if checks[row.check] == nil { checks[row.check] = .some(try reader.check(row.check)?.check) }
      guard let check = checks[row.check] ?? nil else { continue }
      let finding = ConformanceReport.Finding(
        component: row.component, title: check.title, condition: row.condition, severity: row.severity,
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
    let missing = [(report.product.name, "--product"), (report.product.contact, "--contact")].filter(\.0.isEmpty)
    if !missing.isEmpty {
      remarks.append("Product details are missing. Use \(missing.map(\.1).joined(separator: " and ")) to add them.")
    }
    return remarks
  }
}
