import AuditModel
import AuditReports
import AuditStore

/// What tools found by themselves, one row for each cell, the open ones first.
enum SignalSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
    SheetColumn("condition", "Condition", .identifier), SheetColumn("open", "Open"),
    SheetColumn("outcome", "Now", .outcome, isDefault: false), SheetColumn("tool", "Tool", isDefault: false),
    SheetColumn("rule", "Rule", isDefault: false),
    SheetColumn("message", "Message"), SheetColumn("screens", "Screens"),
    SheetColumn("elements", "Elements", isDefault: false), SheetColumn("detail", "Detail", isDefault: false),
    SheetColumn("review", "To review", isDefault: false), SheetColumn("device", "Device", isDefault: false),
    SheetColumn("os", "System", isDefault: false), SheetColumn("build", "Build", isDefault: false),
    SheetColumn("run", "Run", isDefault: false), SheetColumn("at", "Latest", .number, isDefault: false),
    SheetColumn("signals", "Signals", isDefault: false), SheetColumn("ids", "Ids", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let cells = try reader.signals().filter { cell in
      try filter.accepts(component: cell.component, check: cell.check)
        && filter.accepts(.condition, [Condition.shown(cell.condition)])
        && filter.accepts(.build, cell.distinct { [$0.build] }) && filter.accepts(time: cell.latest?.time ?? 0)
        && filter.accepts(
          texts: cell.distinct { [$0.message, $0.detail, $0.rule] + $0.screens + $0.elements })
    }
    let open = cells.filter(\.isOpen)
    let sheet = Sheet(
      schema: "signals", title: "Signals", columns: columns,
      emptyMessage: "No signal matches. a11y import FILE takes in what XCTest, axe-core or a11y-check found.")
    return ListRun.Rows(
      sheet: sheet, values: (open + cells.filter { !$0.isOpen }).map { row($0, form) },
      summary: [
        "\(counted(cells.count, "cell")) with signals, \(open.count) open: nobody has answered since."
      ])
  }

  private static func row(_ cell: SignalCell, _ form: RowForm) -> [SheetValue] {
    func joined(_ value: (Signal) -> String) -> SheetValue {
      form.text(cell.distinct { [value($0)] }.joined(separator: ", "))
    }
    return [
      .text(cell.component), .text(cell.check), .text(cell.condition), .flag(cell.isOpen),
      .text(cell.state?.outcome.rawValue ?? "untested"), joined(\.tool), joined(\.rule),
      form.text(cell.latest?.signal.message ?? ""), .list(cell.screens), .list(cell.distinct(\.elements)),
      form.text(cell.latest?.signal.detail ?? ""), .flag(cell.signals.allSatisfy(\.signal.isReview)),
      joined(\.device), joined(\.os), joined(\.build), joined(\.run), form.time(cell.latest?.time ?? 0),
      .integer(cell.signals.count), .list(cell.signals.map(\.id)),
    ]
  }
}
