package import AuditModel
package import AuditStore

/// A report as one workbook: summary, findings, items, criteria and trend, each on a sheet of its own.
package struct ReportWorkbook {
  private let report: Report
  private let reader: Reader
  private let output: TableOutput

  /// - Parameter reader: of the moment of the report.
  package init(_ report: Report, _ reader: Reader, _ form: RowForm) {
    self.report = report
    self.reader = reader
    output = TableOutput(style: SheetStyle(.csv, generated: ""), form: form)
  }

  package func workbook(_ query: Filter, of audit: AuditRound?, _ evidence: EvidenceIndex) throws -> Workbook {
    let tables = ResultTables(reader, evidence)
    let findings = try tables.findings(query, of: audit, .plan, .all).table
    let items = try tables.cells(query, of: audit, .plan, isWhole: true).table
    let criteria = try Table<ListedCriterion>.criteria(Filter(), CheckCatalog(reader), report.standards, nil)
    var sheets = [
      try output.sheet(report.sheet, name: "Summary"), try output.sheet(named(findings), name: "Findings"),
      try output.sheet(named(items), name: "Items"), try output.sheet(criteria, name: "Criteria"),
    ]
    if let trend = report.trend { sheets.append(try output.sheet(trend.sheet(isForPeople: false), name: "Trend")) }
    return Workbook(sheets)
  }

  /// Without the testers, where the report does not name them.
  private func named<Row>(_ table: Table<Row>) -> Table<Row> {
    guard !report.namesTesters else { return table }
    var table = table
    table.columns.removeAll { $0.head.key == "tester" }
    return table
  }
}
