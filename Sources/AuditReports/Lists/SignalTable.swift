package import AuditModel
package import AuditStore

extension Table<SignalCell> {
  /// What tools found by themselves, one row for each cell, the open ones first.
  package static func signals(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let cells = try reader.signals().filter { cell in
      try filter.accepts(
        component: cell.component, check: cell.check,
        [.condition: [Condition.shown(cell.condition)], .build: cell.distinct { [$0.build] }],
        time: cell.latest?.time ?? 0,
        texts: cell.distinct { [$0.message, $0.detail, $0.rule] + $0.screens + $0.elements })
    }
    let open = cells.filter(\.isOpen)
    func joined(_ key: String, _ title: String, _ value: @escaping (Signal) -> String) -> Column<Row> {
      Column(key, title) { $0.distinct { [value($0)] }.joined(separator: ", ").filled }.extra
    }
    return Table(
      "signals", title: "Signals",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        Column("condition", "Condition", .identifier, \.condition), Column("open", "Open", \.isOpen),
        Column("outcome", "Now", .outcome) { $0.state?.outcome.rawValue ?? "untested" }.extra,
        joined("tool", "Tool", \.tool), joined("rule", "Rule", \.rule),
        Column("message", "Message") { ($0.latest?.signal.message ?? "").filled },
        Column("screens", "Screens", \.screens), Column("elements", "Elements") { $0.distinct(\.elements) }.extra,
        Column("detail", "Detail") { ($0.latest?.signal.detail ?? "").filled }.extra,
        Column("review", "To review") { $0.signals.allSatisfy(\.signal.isReview) }.extra,
        joined("device", "Device", \.device), joined("os", "System", \.os), joined("build", "Build", \.build),
        joined("run", "Run", \.run), .time("at", "Latest") { $0.latest?.time ?? 0 }.extra,
        Column("signals", "Signals", \.signals.count).extra, Column("ids", "Ids") { $0.signals.map(\.id) }.extra,
      ], rows: TableRows(open + cells.filter { !$0.isOpen }),
      empty: "No signal matches. a11y import FILE takes in what XCTest, axe-core or a11y-check found.",
      summary: ["\(counted(cells.count, "cell")) with signals, \(open.count) open: nobody has answered since."])
  }
}
