import AuditCatalog
package import AuditModel
package import AuditStore

/// Cells, findings and results, which have most of their columns in common.
package struct ResultTables {
  let reader: Reader
  let evidence: EvidenceIndex
  /// The folder that source files are named from; nil where it is not known.
  let root: String?

  package init(_ reader: Reader, _ evidence: EvidenceIndex, root: String? = nil) {
    self.root = root
    self.reader = reader
    self.evidence = evidence
  }

  /// The requested cells, and the number of cells logged for the audit outside its scope.
  package typealias Answer<Row> = (table: Table<Row>, outside: Int)

  /// - Parameters:
  ///   - audit: only its results; nil for the tracker.
  ///   - isWhole: also untested cells in the scope.
  package func cells(
    _ query: Filter, of audit: AuditRound?, _ reach: CellReach, isWhole: Bool
  ) throws -> Answer<Cell> {
    let found =
      try audit.map { try reader.cellTable(query, of: $0) } ?? reader.cellTable(query, isWhole ? .plan : reach)
    guard isWhole else {
      let rows = TableRows(count: found.count, at: found.row(at:))
      let hint = " Use --all to include untested items."
      return (cells(rows, query, hint) { Self.summary(("item", "items"), found.count, found.figures) }, found.outside)
    }
    let whole = try found.whole()
    let rows = TableRows(count: whole.count, at: whole.row(at:))
    return (cells(rows, query, "") { Self.summary(("item", "items"), whole.count, whole.figures) }, found.outside)
  }

  /// All results.
  package func results(_ query: Filter) -> Table<Cell> {
    var figures = CellTable.Figures()
    var count = 0
    let rows = TableRows<Cell> { [reader] emit in
      try reader.results(query) { row in
        figures.add(row, now: reader.now)
        count += 1
        try emit(row)
      }
    }
    return Table(
      "results", title: "Results", columns: Self.columns(evidence, isResults: true), rows: rows,
      empty: "No matching results." + Self.hint(query), summary: Self.summary(("result", "results"), count, figures)
    ).inLine(
      "component", "condition", "check", "outcome", "severity", "value", "judged_outcome", "note", "tester", "at",
      "build",
      "disputed", "stale")
  }

  /// - Parameter choice: failing cells, or also cells that failed before.
  package func findings(
    _ query: Filter, of audit: AuditRound?, _ reach: CellReach, _ choice: FindingChoice
  ) throws -> Answer<Finding> {
    let found = try reader.findingTable(query, of: audit, choice, reach)
    let source = try reader.findingSource()
    let rows = TableRows<Finding>(count: found.count) { try source.finding(at: $0, in: found) }
    return (findings(rows, query) { Self.summary(nil, found.count, found.figures) }, found.outside)
  }

  // MARK: Tables

  private func cells(
    _ rows: TableRows<Cell>, _ query: Filter, _ hint: String, _ summary: @escaping () -> [String]
  ) -> Table<Cell> {
    Table(
      "cells", title: "Items", columns: Self.columns(evidence), rows: rows,
      empty: "No matching items\(hint.isEmpty ? "" : " with results").\(hint)" + Self.hint(query),
      summary: summary()
    ).inLine(
      "component", "condition", "check", "outcome", "severity", "value", "judged_outcome", "note", "disputed", "stale")
  }

  private func findings(
    _ rows: TableRows<Finding>, _ query: Filter, _ summary: @escaping () -> [String]
  ) -> Table<Finding> {
    var table = Table(
      "findings", title: "Findings",
      columns: Self.columns(evidence, isFindings: true).map { $0.of { found, tell in try tell(found.cell) } }
        + findingColumns,
      rows: rows,
      empty: "No matching open findings. Untested items do not count as passed (see \"a11y status\")."
        + Self.hint(query),
      summary: summary())
    table.lineColumns = findingLine
    return table
  }

  /// A hint for a person who searched for something else with a bare word.
  private static func hint(_ query: Filter) -> String {
    guard !query.terms(on: [.text]).isEmpty else { return "" }
    return
      " Words without a colon are searched in names, titles, screens, criteria, severities, notes, and tickets. Use status:fail for an outcome."
  }

  /// The number of rows, with their counts.
  ///
  /// - Parameter noun: singular and plural; nil for findings.
  private static func summary(_ noun: (String, String)?, _ rows: Int, _ figures: CellTable.Figures) -> [String] {
    let counts = figures.counts
    guard let noun else {
      // The report counts open and waived findings separately.
      let parted =
        figures.waived > 0 ? ", \(counts.fail - figures.waived) open and \(figures.waived) waived" : ""
      let lives = [FindingLife.State.regressed, .fixed, .ended].map { (figures.states[$0] ?? 0, $0.rawValue) }
      return sentence(
        counted(rows, "finding") + parted,
        [
          (counts.critical, "critical"), (counts.serious, "serious"), (counts.moderate, "moderate"),
          (counts.minor, "minor"), (figures.stale, "stale"), (counts.disputed, "disputed"), ahead(figures),
        ] + lives + [(figures.expired, "with an expired waiver")])
    }
    return sentence(
      counted(rows, noun.0, noun.1),
      CellWords.parts(counts) + [
        (figures.stale, "stale"), (counts.disputed, "disputed"), (figures.waived, "waived"), ahead(figures),
      ])
  }

  private static func ahead(_ figures: CellTable.Figures) -> (Int, String) {
    (figures.ahead, "with a future timestamp")
  }

  private static func sentence(_ total: String, _ parts: [(Int, String)]) -> [String] {
    [total + ": " + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."]
  }
}

extension Cell {
  /// Critical first, then the longest open, then by name.
  package static func isWorse(_ left: Cell, _ right: Cell) -> Bool {
    let (one, other) = (Severity.place(left.severity), Severity.place(right.severity))
    if one != other { return one < other }
    if left.since != right.since { return left.since < right.since }
    return (left.component, left.check, left.condition) < (right.component, right.check, right.condition)
  }
}
