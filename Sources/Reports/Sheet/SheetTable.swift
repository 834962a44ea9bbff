import Base

/// A list as aligned columns, or as records if there is no room for columns.
///
/// Empty columns are left out. Texts are shortened with `…` as far as they stay readable; identifiers, numbers and
/// outcomes are not cut. Names may be cut in rows of one line; a sentence below the table then names `--wrap`. Where
/// that is not enough, the less important columns are left out and named below the table, and the longest of the others
/// are below their row, after their labels. A few identifiers that no column has room for stand on lines of their own.
/// Below 60 columns, or if most identifiers do not fit, each row becomes a record instead.
struct SheetTable: SheetDrawing {
  /// Below this width rows become records.
  static let narrowest = 60
  /// Wider values are not measured.
  private static let widest = 1_000

  private let plan: SheetPlan
  private let painter: Styler
  private let width: Int
  private var rows: [[SheetValue]] = []
  /// The plan's columns; in the end those that are not empty, unless columns were requested by name.
  private var columns: [SheetColumn]

  init(_ plan: SheetPlan) {
    self.plan = plan
    columns = plan.columns
    if plan.style.columns != nil {
      for place in columns.indices { columns[place].importance = max(.kept, columns[place].importance) }
    }
    painter = plan.style.painter
    width = max(1, plan.style.width)
  }

  mutating func begin(to sink: (String) throws -> Void) throws {}

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    rows.append(values)
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    plan.removeBlankColumns(&columns, of: &rows)
    let layout = self.layout()
    try prose(plan.title, .heading, to: sink)
    if !plan.title.isEmpty { try sink("\n") }
    if rows.isEmpty {
      try prose(plan.emptyMessage, nil, to: sink)
    } else if let layout {
      try draw(layout, to: sink)
    } else {
      try SheetRecords(columns: columns, painter: painter, width: width).draw(rows, to: sink)
    }
    let summary = plan.summary()
    if !summary.isEmpty { try sink("\n") }
    for sentence in summary { try prose(sentence, nil, to: sink) }
    guard let layout, !rows.isEmpty else { return }
    if !layout.hidden.isEmpty { try nameHidden(layout, to: sink) }
    if plan.style.takesColumns, plan.style.room == .line, cutsNames(layout) {
      try prose("Names that end in … are cut. Use --wrap for whole names.", nil, to: sink)
    }
  }

  private func nameHidden(_ layout: SheetLayout, to sink: (String) throws -> Void) throws {
    let titles = layout.hidden.map { columns[$0].title }.joined(separator: ", ")
    let flags =
      "--width \(layout.whole)"
      + (!plan.style.takesColumns ? "" : plan.style.room == .line ? ", --wrap, or --columns" : " or --columns")
    try prose("Hidden at this width: \(titles). Use \(flags).", nil, to: sink)
  }

  /// Whether a name is cut that the next command may ask for.
  private func cutsNames(_ layout: SheetLayout) -> Bool {
    zip(layout.beside, layout.widths).contains { place, width in
      guard columns[place].role == .place || columns[place].key == SheetLayout.check else { return false }
      return rows.contains { $0[place].terminal.text.displayWidth(upTo: width + 1) > width }
    }
  }

  /// With names of places shortened where they keep others from their line.
  private mutating func layout() -> SheetLayout? {
    guard width >= SheetTable.narrowest else { return nil }
    return layout(\.needs) ?? layout(\.usualNeeds)
  }

  private mutating func layout(_ measured: (Self) -> [Int]) -> SheetLayout? {
    var known = measured(self)
    let places = columns.indices.filter { columns[$0].role == .place }
    func made(most: Int = .max, isTight: Bool = false, without hidden: [Int] = []) -> SheetLayout? {
      var needs = known
      for place in places { needs[place] = min(needs[place], most) }
      let least = places.isEmpty ? SheetLayout.narrowestText : SheetLayout.narrowestInLine
      return SheetLayout(
        columns, needs, width: width, least: plan.style.room == .whole ? nil : least, isTight: isTight,
        without: hidden)
    }
    let first = made()
    guard let first, !first.isWhole else { return first }
    for place in places { shortenNames(at: place) }
    if !places.isEmpty { known = measured(self) }
    let second = made()
    if second.map(\.hidden.isEmpty) ?? false { return second }
    guard let third = made(most: SheetLayout.narrowestPlace), plan.style.room == .line else { return second }
    // Rather than leave out what a row is read for, the name of its check is cut, then all texts are cut further.
    var best = third
    for isTight in [false, true] where best.hidden.contains(where: { columns[$0].isDecisive }) {
      for check in columns.indices where columns[check].key == SheetLayout.check {
        (columns[check].role, columns[check].isDecisive) = (.text, true)
      }
      let most = isTight ? SheetLayout.tightest : SheetLayout.narrowestPlace
      // Texts are not cut that far for others.
      let hidden = isTight ? best.hidden.filter { !columns[$0].isDecisive } : []
      guard let next = made(most: most, isTight: isTight, without: hidden) else { break }
      best = next
    }
    best.whole = third.whole
    return best
  }

  /// The last part of each name alone, where only one name of the column ends in it.
  private mutating func shortenNames(at place: Int) {
    func text(_ row: [SheetValue]) -> String? {
      guard case .text(let name) = row[place] else { return nil }
      return name
    }
    func last(_ name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }
    var owners: [String: String?] = [:]
    for name in rows.compactMap(text) {
      if let known = owners[last(name)], known != name {
        owners[last(name)] = .some(nil)
      } else {
        owners[last(name)] = name
      }
    }
    for row in rows.indices {
      guard let name = text(rows[row]), owners[last(name)] == .some(name) else { continue }
      rows[row][place] = .text(last(name))
    }
  }

  private func prose(_ text: String, _ role: Theme.Role?, to sink: (String) throws -> Void) throws {
    guard !text.isEmpty else { return }
    for line in wrap(TerminalText(escaping: text).text, width: width) {
      try sink(painter.paint(line, role) + "\n")
    }
  }

  /// The width of each column, uncut.
  private var needs: [Int] {
    let most = max(width, SheetTable.widest) + 1
    return columns.indices.map { index in
      rows.reduce(columns[index].title.displayWidth) { widest, row in
        max(widest, row[index].terminal.text.displayWidth(upTo: most))
      }
    }
  }

  /// The same without the few identifiers that are wider than half of all there is.
  private var usualNeeds: [Int] {
    needs.indices.map { index in
      let most = width / 2
      guard columns[index].role == .identifier, needs[index] > most else { return needs[index] }
      let fitting = rows.map { $0[index].terminal.text.displayWidth(upTo: most + 1) }.filter { $0 <= most }
      guard 2 * fitting.count > rows.count else { return needs[index] }
      return max(columns[index].title.displayWidth, fitting.max() ?? 0)
    }
  }

  private func draw(_ layout: SheetLayout, to sink: (String) throws -> Void) throws {
    let titles = columns.map { TerminalText(escaping: $0.title).text }
    try sink(line(layout.beside.map { (titles[$0], { painter.paint($0, .heading) }) }, layout))
    for row in rows {
      let values = layout.beside.map { row[$0] }
      try sink(line(values.map { value in (value.terminal.text, { value.painted($0, painter) }) }, layout))
      for line in below(row, layout) { try sink(SheetLayout.gap + line + "\n") }
    }
  }

  private func line(_ cells: [(text: String, paint: (String) -> String)], _ layout: SheetLayout) -> String {
    var output = ""
    var owed = ""  // spaces are written only before more text, so that no line ends with spaces
    for (index, cell) in cells.enumerated() {
      let width = layout.widths[index]
      let role = columns[layout.beside[index]].role
      if index > 0 { owed += SheetLayout.gap }
      if role == .identifier, cell.text.displayWidth(upTo: width + 1) > width {
        let before = layout.widths[..<index].reduce(0) { $0 + $1 + SheetLayout.gap.utf8.count }
        output += owed + cell.paint(cell.text) + "\n"
        owed = String(repeating: " ", count: before + width)
        continue
      }
      let text = cell.text.truncated(to: width)
      let space = String(repeating: " ", count: max(0, width - text.displayWidth))
      let isRight = role == .number
      if isRight { owed += space }
      if !text.isEmpty {
        output += owed + cell.paint(text)
        owed = ""
      }
      if !isRight { owed += space }
    }
    return output.hasSuffix("\n") ? output : output + "\n"
  }

  /// The columns below a row, as many on a line as fit whole.
  private func below(_ row: [SheetValue], _ layout: SheetLayout) -> [String] {
    let room = width - SheetLayout.gap.utf8.count
    let fields = SheetRecords(columns: columns, painter: painter, width: room)
    var lines: [String] = []
    var used = room
    for place in layout.below where !row[place].isBlank {
      let field = fields.field(columns[place], row[place])
      let value = row[place].terminal.text.displayWidth(upTo: room + 1)
      let width = field.count > 1 ? room : columns[place].title.displayWidth + 2 + value
      if used + SheetLayout.gap.utf8.count + width <= room {
        lines[lines.count - 1] += SheetLayout.gap + field[0]
        used += SheetLayout.gap.utf8.count + width
      } else {
        lines += field
        used = width
      }
    }
    return lines
  }
}

/// Which columns of a table are beside each other, which below their row, and which are left out.
struct SheetLayout {
  static let gap = "  "
  /// A text is not cut to less; where that does not fit, it is below its row.
  static let narrowestText = 20
  /// The same where a row is one line, in which the text is what a reader looks for.
  static let narrowestInLine = 26
  /// What the name of a place or of a check is cut to, where a whole column would be left out otherwise.
  static let narrowestPlace = 20
  /// What texts and names are cut to, where what people decide by would be left out otherwise.
  static let tightest = 16
  static let check = "check"
  /// Of columns by their key: a name is known by its first letters, and several sentences begin alike.
  private static let narrowest = [check: (narrowestPlace, tight: tightest), "what": (44, tight: 30)]

  /// The places of the columns on the first line of a row, and their widths.
  private(set) var beside: [Int]
  private(set) var widths: [Int] = []
  private(set) var below: [Int] = []
  private(set) var hidden: [Int] = []
  /// The width at which all columns are beside each other.
  fileprivate(set) var whole: Int
  /// All columns are beside each other, and nothing is cut.
  let isWhole: Bool

  /// Leaves out spare columns from the right, those that people decide by and what is before them at last, of these
  /// texts first; then puts others below: the widest of those to keep, in the end names from the right.
  ///
  /// - Parameters:
  ///   - needs: the width that each column takes uncut.
  ///   - least: the width that a text may be shortened to; nil for whole texts.
  ///   - isTight: whether it is cut further.
  ///   - hidden: columns that are left out anyway.
  /// - Returns: nil if not even one column fits.
  init?(
    _ columns: [SheetColumn], _ needs: [Int], width: Int, least: Int? = narrowestText, isTight: Bool = false,
    without hidden: [Int] = []
  ) {
    self.hidden = hidden
    beside = columns.indices.filter { !hidden.contains($0) }
    let gap = Self.gap.utf8.count
    let isText = columns.map { least != nil && $0.role == .text }
    // Who asks for whole texts asks for all columns.
    let isWanted = least == nil
    let leasts = columns.map { column in
      guard let least else { return 0 }
      let (usual, tight) = Self.narrowest[column.key] ?? (least, tight: Self.tightest)
      return isTight ? tight : usual
    }
    whole = columns.indices.reduce(-gap) { $0 + gap + (isText[$1] ? min(needs[$1], leasts[$1]) : needs[$1]) }
    isWhole = needs.reduce(-gap) { $0 + gap + $1 } <= width
    while let last = beside.last {
      if let fitting = Self.fit(beside.map { needs[$0] }, beside.map { isText[$0] ? leasts[$0] : nil }, into: width) {
        widths = fitting
        below.sort()
        self.hidden.sort()
        return
      }
      let spares = isWanted ? [] : beside.filter { columns[$0].importance == .spare }
      let decisive = beside.last { columns[$0].isDecisive } ?? 0
      let free = spares.last { !columns[$0].isDecisive && (columns[$0].role == .text || $0 > decisive) }
      let text = spares.last { columns[$0].role == .text && columns[$0].key != Self.check }
      if let spare = free ?? text ?? spares.last {
        self.hidden.append(spare)
        beside.removeAll { $0 == spare }
      } else {
        let kept = beside.filter { columns[$0].importance < .head }
        let next = kept.max { (needs[$0], $0) < (needs[$1], $1) } ?? last
        below.append(next)
        beside.removeAll { $0 == next }
      }
    }
    return nil
  }

  /// Distributes the room: what cannot be cut and what is narrow get what they need, wide texts equal shares, as far as
  /// each has its least.
  ///
  /// - Parameter leasts: nil for what cannot be cut.
  private static func fit(_ needs: [Int], _ leasts: [Int?], into width: Int) -> [Int]? {
    func least(_ index: Int) -> Int { min(needs[index], leasts[index] ?? needs[index]) }
    let fixed = needs.indices.filter { leasts[$0] == nil }.reduce(0) { $0 + needs[$1] }
    var room = width - gap.utf8.count * (needs.count - 1) - fixed
    let texts = needs.indices.filter { leasts[$0] != nil }.sorted { (needs[$0], $0) < (needs[$1], $1) }
    var owed = texts.reduce(0) { $0 + least($1) }
    guard room >= owed else { return nil }
    var widths = needs
    for (done, index) in texts.enumerated() {
      owed -= least(index)
      widths[index] = min(needs[index], max(least(index), min(room / (texts.count - done), room - owed)))
      room -= widths[index]
    }
    return widths
  }
}

/// The start of every form of a table: its header, with the chosen columns.
struct SheetPlan {
  let schema: String
  let title: String
  let filter: String?
  let emptyMessage: String
  let style: SheetStyle
  let columns: [SheetColumn]
  /// The sentences around the rows; asked for when they are written, for all forms but one at the end.
  var summary: () -> [String] = { [] }
  /// How many rows there are, shown or not, for `Item 1 of 12`; nil says `Item 1`.
  var expectedRows: Int?
  private let titles: TableTitles?

  /// - Parameter places: those of the chosen columns.
  init<Row>(_ table: Table<Row>, _ places: [Int], _ style: SheetStyle) {
    schema = table.schema
    title = table.title
    filter = table.filter
    emptyMessage = table.emptyMessage
    titles = table.titles
    self.style = style
    columns = places.map { table.columns[$0].head }
  }

  /// The title of what an identifier names, if that is known and says more.
  func title(of value: SheetValue, in column: SheetColumn) throws -> String? {
    guard case .text(let id) = value, let title = try titles?(column.key, id), !title.isEmpty else { return nil }
    return title
  }

  /// The places of the columns that are requested, else of the default columns of the form.
  static func choose(_ columns: [SheetColumn], _ style: SheetStyle) throws(SheetProblem) -> [Int] {
    guard let names = style.columns else {
      let least: SheetColumn.Importance = style.format == .md ? .document : .spare
      return columns.indices.filter { !style.format.isForPeople || columns[$0].importance >= least }
    }
    guard !names.isEmpty else { throw .noColumns(valid: columns.map(\.key)) }
    var positions: [Int] = []
    for name in names {
      guard let position = columns.firstIndex(where: { $0.key.hasSameBytes(as: name) }) else {
        throw .unknownColumn(name, valid: columns.map(\.key))
      }
      guard !positions.contains(position) else { throw .repeatedColumn(name) }
      positions.append(position)
    }
    return positions
  }

  /// Removes the columns that are blank in all rows; none where columns are requested by name.
  func removeBlankColumns(_ columns: inout [SheetColumn], of rows: inout [[SheetValue]]) {
    let filled = columns.indices.filter { index in rows.contains { !$0[index].isBlank } }
    guard style.columns == nil, filled.count < columns.count, !filled.isEmpty else { return }
    columns = filled.map { columns[$0] }
    // Row by row: never all of them twice.
    for place in rows.indices { rows[place] = filled.map { rows[place][$0] } }
  }

  /// The requested form.
  var drawing: any SheetDrawing {
    switch style.format {
    case .table: SheetTable(self)
    case .plain: SheetPlain(self)
    case .json: SheetJSON(self, isDocument: true)
    case .ndjson: SheetJSON(self, isDocument: false)
    case .csv: SheetDelimited(plan: self, dialect: .csv)
    case .tsv: SheetDelimited(plan: self, dialect: .tsv)
    case .md: SheetMarkdown(self)
    }
  }
}

/// One form of a table. `row` gets exactly the values of the plan's columns.
protocol SheetDrawing {
  mutating func begin(to sink: (String) throws -> Void) throws
  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws
  mutating func end(to sink: (String) throws -> Void) throws
}
