package import AuditModel
package import AuditStore

extension Table<SignalCell> {
  /// The tool findings, one row per cell, open ones first.
  package static func signals(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let cells = try (reader.signals() + reader.unmatchedSignals()).filter { cell in
      try filter.accepts(
        component: cell.component, check: cell.check,
        [
          .condition: [Condition.shown(cell.condition)], .build: cell.distinct { [$0.build] },
          .state: [cell.standing],
        ],
        time: cell.latest?.time ?? 0,
        texts: cell.distinct { [$0.message, $0.detail, $0.rule] + $0.screens + $0.elements })
    }
    let groups = ["open", "unmatched", "reviewed"].map { standing in cells.filter { $0.standing == standing } }
    // An unmatched tool finding is identified by its rule and its element.
    let isMatched = cells.contains { !$0.isUnmatched } || cells.isEmpty
    func joined(_ key: String, _ title: String, _ value: @escaping (Signal) -> String) -> Column<Row> {
      Column(key, title) { $0.distinct { [value($0)] }.joined(separator: ", ").filled }.extra
    }
    return Table(
      "tool-findings", title: "Tool findings",
      columns: [
        Column("component", "Component", .identifier, \.component.filled),
        Column("check", "Check", .identifier, \.check.filled).extra(!isMatched),
        Column("condition", "Condition", .identifier, \.condition),
        Column("state", "Status", \.standing).extra(!isMatched),
        Column("outcome", "Current result", .outcome) { $0.state?.outcome.rawValue ?? "untested" }.extra,
        joined("tool", "Tool", \.tool), joined("rule", "Rule", \.rule).extra(isMatched),
        Column("impact", "Impact") { ($0.impact?.rawValue ?? "").filled }.extra,
        Column("criteria", "Criteria") { $0.distinct(\.criteria) }.extra,
        Column("message", "Message") { ($0.latest?.signal.message ?? "").filled },
        Column("screens", "Screens", \.screens),
        Column("elements", "Elements") { $0.distinct(\.elements) }.extra(isMatched),
        Column("detail", "Detail") { ($0.latest?.signal.detail ?? "").filled }.extra,
        Column("review", "Needs review") { $0.signals.allSatisfy(\.signal.isReview) }.extra,
        joined("device", "Device", \.device), joined("os", "System", \.os), joined("build", "Build", \.build),
        joined("by", "By", \.run), joined("run", "Run", \.series), .time("at", "Latest") { $0.latest?.time ?? 0 }.extra,
        Column("signals", "Tool findings", \.signals.count).extra, Column("ids", "IDs") { $0.signals.map(\.id) }.extra,
      ], rows: TableRows(groups.flatMap(\.self)),
      empty:
        "No matching tool findings. Run \"a11y import FILE\" to import results of XCTest, axe-core, and other tools.",
      summary: [
        "\(counted(cells.count, "item")) with tool findings: \(groups[0].count) open, \(groups[2].count) reviewed, "
          + "\(groups[1].count) unmatched (no component or check is known)."
      ])
  }
}
