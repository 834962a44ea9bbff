import Arguments
import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import Terminal

/// Makes the draft of a conformance report from what a tracker holds.
struct ConformanceAssembly {
  private let request: ExchangeRun.Request

  init(_ request: ExchangeRun.Request) {
    self.request = request
  }

  func report(_ context: Context) throws -> ConformanceReport {
    let reader = request.reader
    let rollUp = try reader.standards(request.filter, of: request.audit)
    let rows =
      try request.audit.map { try reader.cells(of: $0, request.filter).rows } ?? reader.cells(request.filter)
    let findings = try findings(rows)
    let part = context.arguments.has(.partial) ? try line(.partial, context) : nil
    guard part?.isEmpty != true else {
      throw Problem.usage(
        "flag.value", "--partial takes the part of the app that the report is about, in words",
        hints: ["Leave it out for a report about all of the app."])
    }
    let gaps = try part == nil ? reader.unanswered(rows) : [:]
    let version = try request.audit.map(\.build).flatMap { $0.isEmpty ? nil : $0 } ?? reader.staleRule().build
    let product = ConformanceReport.Product(
      name: try line(.product, context), version: version, contact: try line(.contact, context))
    var report = ConformanceReport(
      product: product,
      entries: rollUp.criteria.map {
        ConformanceReport.Entry(
          $0, findings: findings[$0.criterion.id] ?? [], gap: gaps[$0.criterion.id] ?? StandardsGap())
      },
      asOf: reader.now, audit: request.audit?.name, filter: request.query, program: Program.version,
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

  private func line(_ flag: FlagName, _ context: Context) throws(Problem) -> String {
    guard let text = context.arguments.string(flag) else { return "" }
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: flag.rawValue) }
    return text
  }

  /// What is to be done with the draft.
  static func remarks(_ report: ConformanceReport) -> [String] {
    var remarks: [String] = []
    if !report.open.isEmpty {
      remarks.append(
        "\(counted(report.open.count, "criterion", "criteria")) of level A and AA have no term: the evidence bears none. "
          + "The notes of each level say why.")
    }
    let missing = [(report.product.name, "--product"), (report.product.contact, "--contact")].filter(\.0.isEmpty)
    if !missing.isEmpty {
      remarks.append("Nothing was said about the product: \(missing.map(\.1).joined(separator: " and ")) fill it in.")
    }
    return remarks
  }
}
