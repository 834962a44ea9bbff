package import Audit
package import Base
package import Store

/// The status by group, with each group by category: all content of `a11y status --by owner` and the like.
///
/// Names are foreign; the forms escape them.
package struct MatrixReport: ReadableReport, Sendable {
  package var matrix: CellMatrix
  package var grouping: StatusGrouping
  package var audit: String?
  /// The time of the figures, ISO 8601 in UTC.
  package var asOf: String
  /// The same for people, in their own time; nil in a document.
  package var localAsOf: String?
  /// The number of groups in text output; JSON has all.
  package var limit = MatrixReport.usualLimit

  package static let usualLimit = 30
  /// The width of a column of the matrix in a terminal, and the number of columns in a document.
  private static let columnWidth = 19
  private static let mostColumns = 6

  private var title: String {
    "Status by \(grouping.rawValue)\(audit.map { ", audit \($0)" } ?? ""), \(localAsOf ?? asOf)"
  }

  private var shown: ArraySlice<CellMatrix.Row> { matrix.rows.prefix(limit) }

  private func name(_ row: CellMatrix.Row) -> String { row.name.isEmpty ? grouping.none : row.name }

  // MARK: Tables

  private var figures: Table<CellMatrix.Row> {
    func count(_ key: String, _ title: String, _ value: @escaping (CellCounts) -> Int) -> Column<CellMatrix.Row> {
      Column(key, title, .number) { value($0.total) }
    }
    let rates: [Column<CellMatrix.Row>] =
      hasRates
      ? [
        Column("compliance", "Compliance", .number, \.total.compliance.text),
        Column("coverage", "Coverage", .number, \.total.coverage.text),
      ] : []
    return table(
      title,
      [
        Column("open", "Open", .number) { $0.total.fail - $0.waived }, Column("worst", "Worst", \.total.worstWord),
        count("fail", "FAIL", \.fail), count("pass", "PASS", \.pass),
        count("cant_tell", "CAN'T TELL", \.cantTell).spare,
        count("untested", "UNTESTED", \.untested), count("na", "N/A", \.na).spare,
      ] + rates, summary)
  }

  /// The groups that are shown, with these columns after their names.
  private func table(
    _ title: String, _ columns: [Column<CellMatrix.Row>], _ summary: [String]
  ) -> Table<CellMatrix.Row> {
    let names = Column(grouping.rawValue, grouping.rawValue.capitalizedFirst, .identifier, name)
    var table = Table(
      "status", title: title, columns: [names] + columns, rows: TableRows(Array(shown)),
      empty: Self.nothing, summary: summary)
    table.audience = .always
    return table
  }

  private var summary: [String] {
    guard !matrix.rows.isEmpty else { return [] }
    let counts = matrix.total
    var sentences = [
      "\(counted(matrix.rows.count, "group")). In all, \(counts.passPhrase) (\(counts.compliance.text)); "
        + "\(counts.coveragePhrase)."
    ]
    if grouping.overlaps { sentences.append("An item can be in several groups.") }
    let more = matrix.rows.count - shown.count
    if more > 0 { sentences.append("and \(counted(more, "more group")) (use --limit or --json)") }
    return sentences
  }

  /// Each group by category, worst category first: `✕3 ?1 ✓2 ▨4`. What does not apply is left out: `–1` reads as
  /// a negative number.
  ///
  /// - Parameter most: the number of categories with a column of their own; the others share one.
  private func heat(_ most: Int) -> Table<CellMatrix.Row> {
    let own = min(most, matrix.asked)
    let rest = (own..<matrix.asked).filter { place in shown.contains { !Self.glyphs($0.counts[place]).isEmpty } }
    var columns = matrix.categories.prefix(own).enumerated().map { place, category in
      Column<CellMatrix.Row>(category.id, category.id, .identifier) { Self.glyphs($0.counts[place]) }
    }
    if !rest.isEmpty {
      columns.append(
        Column("more", counted(rest.count, "more category", "more categories"), .identifier) { row in
          Self.glyphs(rest.compactMap { row.counts[$0] }.reduce(CellCounts(), +))
        })
    }
    return table("Items by category", columns, ["✕ FAIL, ? CAN'T TELL, ✓ PASS, ▨ UNTESTED; N/A is not shown."])
  }

  private static let nothing = "Nothing is in scope."

  private static func glyphs(_ counts: CellCounts?) -> String {
    guard let counts else { return "" }
    let parts = [("✕", counts.fail), ("?", counts.cantTell), ("✓", counts.pass), ("▨", counts.untested)]
    return parts.filter { $0.1 > 0 }.map { "\($0.0)\(counted($0.1))" }.joined(separator: " ")
  }

  private func render(_ sheet: Table<CellMatrix.Row>, _ style: SheetStyle) -> String {
    // Only columns that were asked for by name can be wrong.
    (try? sheet.render(style)) ?? ""
  }

  package func text(width: Int, painter: Styler) -> String {
    let style = SheetStyle(.table, generated: asOf, width: width, painter: painter)
    guard hasCategories else { return render(figures, style) }
    let names = shown.map { name($0).displayWidth(upTo: width) }.max() ?? 0
    let columns = (width - names) / Self.columnWidth - 1
    return render(figures, style) + "\n" + render(heat(max(1, min(columns, Self.mostColumns))), style)
  }

  /// By category, a matrix would have one filled field in each row.
  private var hasCategories: Bool { grouping != .category && !matrix.rows.isEmpty }

  package var markdown: String {
    let style = SheetStyle(.md, generated: asOf)
    return render(figures, style) + (hasCategories ? "\n" + render(heat(Self.mostColumns), style) : "")
  }

  /// Only what fails has a severity: a share of a group by severity would say nothing.
  private var hasRates: Bool { grouping != .severity }

  /// A line for each group: the worst first, and where it fails.
  package var plain: String {
    let rows = shown.map { row -> PageItem in
      let counts = row.total
      let fails = matrix.categories.indices.compactMap { place -> String? in
        guard let fail = row.counts[place]?.fail, fail > 0 else { return nil }
        return "\(matrix.categories[place].title) \(counted(fail))"
      }
      return .row(
        PageRow(
          [name(row)],
          words: ["\(counted(counts.fail - row.waived)) open, worst \(counts.worstWord)"]
            + (hasRates
              ? [counts.passPhrase, "\(counted(counts.untested)) untested"]
              : row.name.isEmpty ? ["\(counted(counts.pass)) pass", "\(counted(counts.untested)) untested"] : []),
          details: [("Fails in", hasCategories ? fails.joined(separator: ", ") : "")]))
    }
    let said = rows.isEmpty ? [Self.nothing] : summary
    return Page(title: title, sections: [PageSection(nil, rows), PageSection(nil, said.map { .text($0) })]).plain
  }

  package var json: JSONText {
    .object([
      "schema": "a11y.status-by/1", "generated": asOf, "audit": audit, "by": grouping.rawValue,
      "total": Self.json(matrix.total), "groups": JSONText.objects(matrix.rows, members),
    ])
  }

  private func members(_ row: CellMatrix.Row) -> JSONMembers {
    let categories = row.counts.sorted { $0.key < $1.key }.map { (matrix.categories[$0.key].id, Self.json($0.value)) }
    return [
      "name": row.name, "open": row.total.fail - row.waived, "waived": row.waived, "cells": Self.json(row.total),
      "ratio": hasRates ? JSONText.ratio(row.total.pass, row.total.judged) : .null,
      "coverage": hasRates ? JSONText.ratio(row.total.judged, row.total.applicable) : .null,
      "failing": row.total.severityMembers,
      "categories": JSONMembers(categories),
    ]
  }

  private static func json(_ counts: CellCounts) -> JSONText { .object(counts.jsonMembers) }
}

/// The items of a tracker or an audit by group and category, tested or not.
package struct CellMatrix: Sendable {
  package struct Row: Sendable {
    package var name: String
    /// By the place of the category.
    package var counts: [Int: CellCounts] = [:]
    package var total = CellCounts()
    package var waived = 0
  }

  /// Those with results first, worst first; then the others, by the number of items.
  package private(set) var categories: [CheckCategory] = []
  /// Of each category.
  package private(set) var sums: [CellCounts] = []
  /// Worst first.
  package private(set) var rows: [Row] = []
  /// Every item once, also where it is in several groups.
  package private(set) var total = CellCounts()

  package init() {}

  /// - Parameters:
  ///   - gate: holds every item.
  ///   - category: of a check.
  ///   - groups: of an item; nil for its component.
  package init(
    _ gate: Gate, category: (String) -> CheckCategory, groups: ((GateCell) throws -> [String])? = nil
  ) rethrows {
    var numbers: [String: Int] = [:]
    let places = gate.names.checks.map { check -> Int in
      let category = category(check)
      if let known = numbers[category.id] { return known }
      numbers[category.id] = categories.count
      categories.append(category)
      return categories.count - 1
    }
    sums = Array(repeating: CellCounts(), count: categories.count)
    // Without groups there is a row for each component, in their order.
    rows = groups == nil ? gate.names.components.map { Row(name: $0) } : []
    var known: [String: Int] = [:]
    func place(ofRow name: String) -> Int {
      if let place = known[name] { return place }
      known[name] = rows.count
      rows.append(Row(name: name))
      return rows.count - 1
    }
    for cell in gate.cells {
      let category = places[Int(cell.check)]
      let state = cell.outcome.map {
        CellState(
          outcome: $0, severity: cell.severity, isDisputed: cell.isDisputed, isContradicted: cell.isContradicted)
      }
      sums[category].add(state)
      total.add(state)
      func count(_ row: Int) {
        rows[row].counts[category, default: CellCounts()].add(state)
        rows[row].total.add(state)
        if cell.isWaived { rows[row].waived += 1 }
      }
      guard let names = try groups?(cell) else {
        count(Int(cell.component))
        continue
      }
      for name in names { count(place(ofRow: name)) }
    }
    rows.removeAll { $0.counts.isEmpty }
    rows.sort(by: Self.isWorse)
    order()
  }

  private static func isWorse(_ left: Row, _ right: Row) -> Bool {
    let (one, other) = (rank(left.total), rank(right.total))
    if one != other { return other.lexicographicallyPrecedes(one) }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }

  private static func rank(_ counts: CellCounts) -> [Int] {
    [counts.critical, counts.serious, counts.moderate, counts.minor, counts.fail, counts.cantTell, counts.answered]
  }

  private mutating func order() {
    let order = categories.indices.sorted { left, right in
      let (one, other) = (sums[left], sums[right])
      func rank(_ sum: CellCounts) -> [Int] { [sum.critical, sum.serious, sum.fail, sum.answered, sum.inScope] }
      let ranks = (rank(one), rank(other))
      if ranks.0 != ranks.1 { return ranks.1.lexicographicallyPrecedes(ranks.0) }
      return categories[left].id < categories[right].id
    }
    (categories, sums) = (order.map { categories[$0] }, order.map { sums[$0] })
    var places = order
    for (place, former) in order.enumerated() { places[former] = place }
    for row in rows.indices {
      rows[row].counts = Dictionary(uniqueKeysWithValues: rows[row].counts.map { (places[$0.key], $0.value) })
    }
  }

  /// The number of categories with a result; they come first.
  package var tested: Int { sums.count { $0.answered > 0 } }

  /// The number of categories with an item; they come before those without.
  package var asked: Int { sums.count { $0.inScope > 0 } }
}

/// Makes the status by owner, screen, tester, category, criterion, severity, or component.
package enum MatrixAssembly {
  /// The titles of the catalog's categories, without what stands after a colon: it says what belongs to them.
  static var categoryTitles: [String: String] {
    Dictionary(
      firstOf: Catalog.categories.map { ($0.id, $0.title.split(separator: ":").first.map(String.init) ?? $0.title) })
  }

  /// The categories with their short titles, by check.
  package static func categories(_ reader: Reader) throws -> (String) -> CheckCategory {
    let titles = categoryTitles
    let ids = Dictionary(firstOf: try reader.checks().map { ($0.check.id, $0.check.category) })
    return { check in
      let id = ids[check] ?? ""
      return CheckCategory(id: id, title: titles[id] ?? id)
    }
  }

  package static func report(
    _ reader: Reader, _ audit: AuditRound?, by grouping: StatusGrouping
  ) throws -> MatrixReport {
    let (gate, table) = try items(Filter(), of: audit, reader)
    let matrix = try CellMatrix(
      gate, category: categories(reader), groups: groups(grouping, gate.names, table, reader))
    return MatrixReport(
      matrix: matrix, grouping: grouping, audit: audit?.name, asOf: Timestamp(milliseconds: reader.now).iso8601Second)
  }

  /// Every item by the results of everyone, as all figures are: only the release check leaves out what people say who are
  /// not followed.
  static func items(
    _ filter: Filter, of audit: AuditRound?, in table: CellTable? = nil, _ reader: Reader
  ) throws -> (gate: Gate, table: CellTable) {
    var found = try reader.gateCells(filter, of: audit, in: table, areOfEveryone: true)
    return (found.gate(GateLimits(), now: reader.now), found.table)
  }

  static func groups(
    _ grouping: StatusGrouping, _ names: CellNames, _ table: CellTable, _ reader: Reader
  ) throws -> (GateCell) throws -> [String] {
    switch grouping {
    case .component: return { [names.component($0)] }
    case .severity: return { [$0.outcome == .fail ? $0.severity?.word ?? "no severity" : ""] }
    case .owner, .screen:
      let components = Dictionary(firstOf: try reader.components().map { ($0.key, $0) })
      let groups = names.components.map { name -> [String] in
        let component = components[name]
        if grouping == .owner { return [component?.owner ?? ""] }
        let screens = component?.countedOn ?? []
        return screens.isEmpty ? [""] : screens
      }
      let source = try reader.findingSource()
      return { cell in
        // A finding may have an owner of its own.
        if grouping == .owner, cell.outcome == .fail { return [try source.owner(ofRow: Int(cell.row), in: table)] }
        return groups[Int(cell.component)]
      }
    case .tester:
      return { cell in cell.outcome == nil ? [""] : [try table.tester(ofRow: Int(cell.row))] }
    case .category:
      let category = try categories(reader)
      let titles = names.checks.map { category($0).title }
      return { [titles[Int($0.check)]] }
    case .criterion:
      let checks = Dictionary(firstOf: try reader.checks().map { ($0.check.id, $0.check) })
      let criteria = names.checks.map { id -> [String] in
        let found = (checks[id]?.criteria ?? [])
        return found.isEmpty ? [""] : found
      }
      return { criteria[Int($0.check)] }
    }
  }
}

/// Makes the row of one tracker in a portfolio.
package enum PortfolioAssembly {
  /// Its figures are those of its status; what the release check alone leaves out is named beside them.
  ///
  /// - Parameter moment: to compare with, ms UTC; nil for none.
  package static func row(
    _ path: String, named folder: String, _ present: Reader, _ rules: ReleaseRules, comparedWith moment: Int64?
  ) throws -> PortfolioReport.Row {
    let title = try present.trackerTitle()
    var row = PortfolioReport.Row(name: title.isEmpty ? folder : title, path: path)
    let gate = try GateAssembly(rules, Filter(), of: nil, present).report(.figures)
    row.figures = ReportFigures(try present.standing())
    row.figures.held = gate.gate.cells.count(where: \.isHeld)
    row.verdict = ReleaseVerdict(gate)
    row.course = try course(present, open: row.figures.open.fail)
    row.openBefore = try moment.map { try present.at($0).standing().open.fail }
    return row
  }

  /// The open findings at the ends of the last twelve months, the last of them as it is beside it.
  private static func course(_ reader: Reader, open: Int) throws -> [Int?] {
    let since = reader.now.subtractingReportingOverflow(335 * 86_400_000)
    guard !since.overflow else { return [] }
    let (periods, reach) = try reader.periodsUntilNow(.month, since: since.partialValue)
    let request = TrendRequest(periods: periods.suffix(12), filter: Filter(), reach: reach)
    let points = try reader.trend(request).groups.first?.points.map { $0.isGap ? nil : $0.open } ?? []
    return points.dropLast() + points.suffix(1).map { $0 == nil ? nil : open }
  }
}

/// Cells by what was set while they were seen.
enum ConditionTally {
  /// The cells of the whole tracker or of an audit. What was seen on which device only the results tell.
  static func groups(
    _ reader: Reader, _ audit: AuditRound?, _ standing: Standing, by grouping: ConditionGrouping
  ) throws -> ConditionGroups {
    guard let audit else { return try reader.cellTable(Filter()).groups(by: grouping) }
    guard ![.device, .sizeClass, .technology].contains(grouping) else {
      return try reader.cellTable(Filter(), of: audit).groups(by: grouping)
    }
    var counts: [String: CellCounts] = [:]
    for (condition, cells) in standing.byCondition {
      for name in grouping.groups(condition: condition, device: "") {
        counts[name] = (counts[name] ?? CellCounts()) + cells
      }
    }
    return ConditionGroups(by: grouping, counts)
  }
}
