/// A list as aligned columns, or as records if there is no room for columns.
///
/// Empty columns are left out. Text columns are shortened with `…` until the table fits;
/// identifiers, numbers and outcomes are never cut. If that is not enough, columns are left out from the right, and
/// named below the table; identifiers and outcomes stay. Below 60 columns, if identifiers do not fit, or if columns
/// were requested for by name, each row becomes a record instead.
struct SheetTable: SheetDrawing {
  /// Below this width rows become records.
  static let narrowest = 60
  /// Text columns are not made narrower than this.
  static let narrowestText = 8
  private static let gap = "  "

  private let plan: SheetPlan
  private let painter: Styler
  private let width: Int
  private var rows: [[SheetValue]] = []
  /// The plan's columns; in the end those that are not empty, unless columns were requested by name.
  private var columns: [SheetColumn]
  /// Titles of columns for which there was no room.
  private var leftOut: [String] = []

  init(_ plan: SheetPlan) {
    self.plan = plan
    columns = plan.columns
    painter = plan.style.painter
    width = max(1, plan.style.width)
  }

  mutating func begin(to sink: (String) throws -> Void) throws {}

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    rows.append(values)
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    if plan.style.columns == nil, !rows.isEmpty { leaveOutBlankColumns() }
    try prose(plan.title, .heading, to: sink)
    if !plan.title.isEmpty { try sink("\n") }
    if rows.isEmpty {
      try prose(plan.emptyMessage, nil, to: sink)
    } else if let widths = fittingWidths() ?? widthsOfFewerColumns() {
      try draw(widths, to: sink)
    } else {
      try SheetRecords(columns: columns, painter: painter, width: width).draw(rows, to: sink)
    }
    if !plan.summary.isEmpty { try sink("\n") }
    for sentence in plan.summary { try prose(sentence, nil, to: sink) }
    if !leftOut.isEmpty {
      try prose(
        "Hidden columns: \(leftOut.joined(separator: ", ")) (use --width or --columns).", nil,
        to: sink)
    }
  }

  private mutating func leaveOutBlankColumns() {
    let filled = columns.indices.filter { index in rows.contains { index < $0.count && !$0[index].isBlank } }
    guard filled.count < columns.count, !filled.isEmpty else { return }
    keep(filled)
  }

  private mutating func keep(_ kept: [Int]) {
    columns = kept.map { columns[$0] }
    for place in rows.indices {
      let row = rows[place]
      rows[place] = kept.map { $0 < row.count ? row[$0] : .null }
    }
  }

  /// Leaves out columns from the right, never identifiers and outcomes, until the rest fits; nil if nothing helps.
  private mutating func widthsOfFewerColumns() -> [Int]? {
    guard width >= SheetTable.narrowest, plan.style.columns == nil else { return nil }
    let (allColumns, allRows) = (columns, rows)
    while let last = lastToLeaveOut {
      leftOut.insert(columns[last].title, at: 0)
      keep(columns.indices.filter { $0 != last })
      if let widths = fittingWidths() { return widths }
    }
    (columns, rows, leftOut) = (allColumns, allRows, [])
    return nil
  }

  private var lastToLeaveOut: Int? {
    let open = columns.indices.filter { columns[$0].role == .text || columns[$0].role == .number }
    return open.last { !columns[$0].isLastToGo } ?? open.last
  }

  private func prose(_ text: String, _ role: Theme.Role?, to sink: (String) throws -> Void) throws {
    guard !text.isEmpty else { return }
    for line in wrap(TerminalText(escaping: text).text, width: width) {
      try sink(painter.paint(line, role) + "\n")
    }
  }

  /// The width of each column, or nil if columns do not fit.
  private func fittingWidths() -> [Int]? {
    guard width >= SheetTable.narrowest, !columns.isEmpty else { return nil }
    var widths = columns.map { $0.title.displayWidth }
    for row in rows {
      for index in widths.indices where index < row.count {
        // One column more than the terminal has means "too wide" as well as any larger figure.
        widths[index] = max(widths[index], row[index].terminal.text.displayWidth(upTo: width + 1))
      }
    }
    let gaps = SheetTable.gap.utf8.count * (widths.count - 1)
    let cuttable = widths.indices.filter { columns[$0].role == .text }
    let fixed = widths.indices.filter { columns[$0].role != .text }.reduce(0) { $0 + widths[$1] }
    return SheetTable.shrink(widths, cuttable, into: width - gaps - fixed)
  }

  /// Distributes `room` to the cuttable columns: the narrow ones get what they need, the wide ones equal shares.
  private static func shrink(_ widths: [Int], _ cuttable: [Int], into room: Int) -> [Int]? {
    guard room >= 0 else { return nil }
    var widths = widths
    var room = room
    let narrowFirst = cuttable.sorted { (widths[$0], $0) < (widths[$1], $1) }
    for (done, index) in narrowFirst.enumerated() {
      let share = room / (narrowFirst.count - done)
      if widths[index] > share {
        guard share >= narrowestText else { return nil }
        widths[index] = share
      }
      room -= widths[index]
    }
    return widths
  }

  private func draw(_ widths: [Int], to sink: (String) throws -> Void) throws {
    let titles = columns.map { TerminalText(escaping: $0.title).text }
    try sink(line(titles, widths, columns.map { _ in .heading }))
    for row in rows {
      try sink(line(row.map(\.terminal.text), widths, row.map(\.colour)))
    }
  }

  private func line(_ cells: [String], _ widths: [Int], _ roles: [Theme.Role?]) -> String {
    var output = ""
    var owed = ""  // spaces are written only before more text, so that no line ends with spaces
    for (index, cell) in cells.enumerated() where index < widths.count {
      let text = cell.truncated(to: widths[index])
      let space = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
      let isRight = columns[index].role == .number
      if index > 0 { owed += SheetTable.gap }
      if isRight { owed += space }
      if !text.isEmpty {
        output += owed + painter.paint(text, roles[index])
        owed = ""
      }
      if !isRight { owed += space }
    }
    return output + "\n"
  }
}

extension SheetValue {
  /// The color role of a value.
  var colour: Theme.Role? {
    guard case .outcome(let id) = self else { return nil }
    return OutcomeWords.role(id)
  }
}
