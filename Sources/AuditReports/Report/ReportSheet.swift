import AuditFigures
import AuditModel

extension Report {
  /// The figures as rows, for spreadsheets: of everything, of each component, of each criterion and of each test with
  /// children, whose rate is given in words with its interval.
  package var sheet: Sheet {
    let columns = [
      SheetColumn("of", "Kind"), SheetColumn("name", "Name", .identifier), SheetColumn("title", "Title"),
      SheetColumn("level", "Level"), SheetColumn("state", "Status", .outcome),
      SheetColumn("pass", "PASS", .number), SheetColumn("fail", "FAIL", .number), SheetColumn("na", "N/A", .number),
      SheetColumn("cant_tell", "CAN'T TELL", .number), SheetColumn("untested", "UNTESTED", .number),
      SheetColumn("judged", "Evaluated", .number), SheetColumn("applicable", "Applicable", .number),
      SheetColumn("ratio", "Compliance", .number), SheetColumn("coverage", "Coverage", .number),
      SheetColumn("open", "Open", .number), SheetColumn("waived", "Waived", .number),
      SheetColumn("critical", "Critical", .number), SheetColumn("serious", "Serious", .number),
      SheetColumn("moderate", "Moderate", .number), SheetColumn("minor", "Minor", .number),
      SheetColumn("stale", "Stale", .number),
      SheetColumn("disputed", "Disputed", .number), SheetColumn("contradicted", "Contradicted", .number),
      SheetColumn("oldest_days", "Oldest (days)", .number),
      SheetColumn("owner", "Owner"), SheetColumn("screens", "Screens"), SheetColumn("first_taps", "First-tap success"),
    ]
    var rows = [row("all", audit ?? "", "", figures)]
    rows += components.map { component in
      row(
        "component", component.standing.key, component.standing.title, component.figures, owner: component.owner,
        screens: component.standing.screens)
    }
    rows +=
      groups?.rows.map { group in
        [.text(groups?.by.rawValue ?? ""), .text(group.name), .null, .null, .null] + Self.counts(group.counts)
      } ?? []
    rows += criteria.map(row)
    rows +=
      firstTap?.rows.map { row in
        let first: [SheetValue] = [
          .text("first-tap"), .text(row.plan), .text(row.target), .null, .text(row.verdict),
        ]
        return first + Array(repeating: .null, count: columns.count - first.count - 1) + [.text(row.figures)]
      } ?? []
    return Sheet(schema: "report", title: title, columns: columns, rows: rows, filter: filter, summary: [headline])
  }

  private func row(
    _ kind: String, _ name: String, _ title: String, _ figures: ReportFigures, owner: String = "",
    screens: [String]? = nil
  ) -> [SheetValue] {
    let open = figures.open
    return [.text(kind), .text(name), title.isEmpty ? .null : .text(title), .null, .null] + Self.counts(figures.counts)
      + [.integer(open.fail), .integer(figures.waived)] + open.severities.map { .integer($0.count) }
      + [
        .integer(figures.stale), .integer(figures.counts.disputed),
        .integer(figures.counts.contradicted), .integer(orNull: figures.oldest.map(days)),
        owner.isEmpty ? .null : .text(owner), screens.map { .list($0) } ?? .null,
      ]
  }

  private func row(_ one: CriterionRollUp) -> [SheetValue] {
    let cells = one.cells
    return [
      .text("criterion"), .text(one.criterion.id), .text(one.criterion.name), .text(one.level),
      .outcome(one.state.rawValue),
    ] + Self.counts(cells.counts) + [.integer(cells.counts.fail - cells.waived), .integer(cells.waived)]
  }

  private static func counts(_ counts: CellCounts) -> [SheetValue] {
    [
      .integer(counts.pass), .integer(counts.fail), .integer(counts.na), .integer(counts.cantTell),
      .integer(counts.untested), .integer(counts.judged), .integer(counts.applicable),
      .ratio(counts.pass, of: counts.judged), .ratio(counts.judged, of: counts.applicable),
    ]
  }
}
