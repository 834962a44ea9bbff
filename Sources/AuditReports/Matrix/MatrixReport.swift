package import AuditModel

/// The status by group, with each group by category: all content of `a11y status --by owner` and the like.
///
/// Names are foreign; the forms escape them.
package struct MatrixReport: ReadableReport, Sendable {
  package var matrix: CellMatrix
  package var grouping: StatusGrouping
  package var audit: String?
  /// The time of the figures, ISO 8601 in UTC.
  package var asOf: String
  /// The number of groups in text output; JSON has all.
  package var limit = MatrixReport.usualLimit

  package static let usualLimit = 30
  /// The width of a column of the matrix in a terminal, and the number of columns in a document.
  private static let columnWidth = 19
  private static let mostColumns = 6

  package init(_ matrix: CellMatrix, by grouping: StatusGrouping, audit: String?, asOf: String) {
    self.matrix = matrix
    self.grouping = grouping
    self.audit = audit
    self.asOf = asOf
  }

  private var title: String { "Status by \(grouping.rawValue)\(audit.map { ", audit \($0)" } ?? ""), \(asOf)" }

  private var shown: ArraySlice<CellMatrix.Row> { matrix.rows.prefix(limit) }

  private func name(_ row: CellMatrix.Row) -> String { row.name.isEmpty ? grouping.none : row.name }

  // MARK: Tables

  private var figures: Sheet {
    let columns = [
      SheetColumn(grouping.rawValue, grouping.rawValue.capitalizedFirst, .identifier),
      SheetColumn("open", "Open", .number), SheetColumn("worst", "Worst"), SheetColumn("fail", "FAIL", .number),
      SheetColumn("pass", "PASS", .number), SheetColumn("cant_tell", "CAN'T TELL", .number, .spare),
      SheetColumn("untested", "UNTESTED", .number), SheetColumn("na", "N/A", .number, .spare),
      SheetColumn("compliance", "Compliance", .number), SheetColumn("coverage", "Coverage", .number),
    ]
    let rows = shown.map { row -> [SheetValue] in
      let counts = row.total
      return [
        .text(name(row)), .integer(counts.fail - row.waived), .text(counts.worstWord), .integer(counts.fail),
        .integer(counts.pass), .integer(counts.cantTell), .integer(counts.untested), .integer(counts.na),
        .text(counts.compliance.text), .text(counts.coverage.text),
      ]
    }
    return Sheet(schema: "status", title: title, columns: columns, rows: rows, filter: nil, summary: summary)
  }

  private var summary: [String] {
    let counts = matrix.total
    var sentences = [
      "\(counted(matrix.rows.count, "group")). In all, \(counts.pass) of \(counted(counts.judged, "evaluated item")) pass "
        + "(\(counts.compliance.text)); \(counts.judged) of "
        + "\(counted(counts.applicable, "applicable item")) evaluated."
    ]
    if grouping.overlaps { sentences.append("An item can be in several groups.") }
    let more = matrix.rows.count - shown.count
    if more > 0 { sentences.append("and \(counted(more, "more group")) (use --limit or --json)") }
    return sentences
  }

  /// Each group by category, worst category first: `✕3 ?1 ✓2 ▨4 –1`.
  ///
  /// - Parameter most: the number of categories with a column of their own; the others share one.
  private func heat(_ most: Int) -> Sheet {
    let own = most >= matrix.categories.count ? matrix.categories.count : most
    let rest = Array(own..<matrix.categories.count)
    var columns = [SheetColumn(grouping.rawValue, grouping.rawValue.capitalizedFirst, .identifier)]
    columns += matrix.categories.prefix(own).map { SheetColumn($0.id, $0.id, .identifier) }
    if !rest.isEmpty {
      columns.append(
        SheetColumn("more", counted(rest.count, "more category", "more categories"), .identifier))
    }
    let rows = shown.map { row -> [SheetValue] in
      let cells = (0..<own).map { Self.glyphs(row.counts[$0]) }
      let others = rest.compactMap { row.counts[$0] }
      return [.text(name(row))]
        + (cells + (rest.isEmpty ? [] : [Self.glyphs(others.isEmpty ? nil : others.reduce(CellCounts(), +))]))
        .map(SheetValue.text)
    }
    return Sheet(
      schema: "status", title: "Items by category", columns: columns, rows: rows, filter: nil,
      summary: ["✕ FAIL, ? CAN'T TELL, ✓ PASS, ▨ UNTESTED, – N/A."])
  }

  private static func glyphs(_ counts: CellCounts?) -> String {
    guard let counts else { return "" }
    let parts = [
      ("✕", counts.fail), ("?", counts.cantTell), ("✓", counts.pass), ("▨", counts.untested), ("–", counts.na),
    ]
    return parts.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
  }

  private func render(_ sheet: Sheet, _ style: SheetStyle) -> String {
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

  /// A line for each group: the worst first, and where it fails.
  package var plain: String {
    let rows = shown.map { row -> PageItem in
      let counts = row.total
      let fails = matrix.categories.indices.compactMap { place -> String? in
        guard let fail = row.counts[place]?.fail, fail > 0 else { return nil }
        return "\(matrix.categories[place].title) \(fail)"
      }
      return .row(
        PageRow(
          [name(row)],
          words: [
            "\(counts.fail - row.waived) open, worst \(counts.worstWord)",
            "\(counts.pass) of \(counts.judged) evaluated items pass", "\(counts.untested) untested",
          ], details: [("Fails in", hasCategories ? fails.joined(separator: ", ") : "")]))
    }
    return Page(title: title, sections: [PageSection(nil, rows), PageSection(nil, summary.map { .text($0) })]).plain
  }

  package var json: JSONText {
    .object([
      ("schema", .string("a11y.status-by/1")), ("generated", .string(asOf)), ("audit", .string(orNull: audit)),
      ("by", .string(grouping.rawValue)), ("total", Self.json(matrix.total)),
      (
        "groups",
        .array(
          matrix.rows.map { row in
            .object([
              ("name", .string(row.name)), ("open", .int(row.total.fail - row.waived)), ("waived", .int(row.waived)),
              ("cells", Self.json(row.total)), ("ratio", .ratio(row.total.pass, row.total.judged)),
              ("coverage", .ratio(row.total.judged, row.total.applicable)),
              ("failing", .object(row.total.severityMembers)),
              (
                "categories",
                .object(
                  row.counts.sorted { $0.key < $1.key }.map { (matrix.categories[$0.key].id, Self.json($0.value)) })
              ),
            ])
          })
      ),
    ])
  }

  private static func json(_ counts: CellCounts) -> JSONText { .object(counts.jsonMembers) }
}
