package import Base

/// A list as CSV or TSV, with a header of keys.
struct SheetDelimited: SheetDrawing {
  enum Dialect {
    /// RFC 4180: commas, CR LF after each record.
    case csv
    /// Tabs, LF after each record.
    case tsv
  }

  let plan: SheetPlan
  let dialect: Dialect

  mutating func begin(to sink: (String) throws -> Void) throws {
    if plan.style.bom { try sink("\u{FEFF}") }
    try sink(record(plan.columns.map { .text($0.key) }))
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    try sink(record(values))
  }

  mutating func end(to sink: (String) throws -> Void) throws {}

  private func record(_ values: [SheetValue]) -> String {
    var output = ""
    for (place, value) in values.enumerated() {
      let (content, isText) = value.field
      let raw = plan.style.raw || !isText
      if place > 0 { output += dialect == .csv ? "," : "\t" }
      output += dialect == .csv ? CSVText.field(content, raw: raw) : TSVText.field(content, raw: raw)
    }
    return output + (dialect == .csv ? "\r\n" : "\n")
  }
}

/// The forms of a list.
package enum SheetFormat: String, CaseIterable, Sendable {
  /// Aligned columns, or records if there is no room for columns.
  case table
  /// The screen-reader form: one sentence-ordered line for each row.
  case plain
  case json
  /// One JSON object on each line.
  case ndjson
  case csv
  case tsv
  case md
}

/// How a list is to be drawn.
package struct SheetStyle: Sendable {
  package var format: SheetFormat
  /// Columns of the terminal; used by tables and by the sentences around them.
  package var width: Int
  package var painter: Styler
  /// The columns to show, by key, in this order; nil for the format's own choice, which is the default columns for
  /// text output (table, plain, md) and all for machine formats.
  package var columns: [String]?
  /// How many lines a row of a table may take.
  package enum Room: Sendable {
    /// One, in a table that has a form for it: for a person at a terminal.
    case line
    /// One, and more for what does not fit beside the rest; wide texts are cut.
    case usual
    /// As many as the whole texts need.
    case whole
  }

  package var room = Room.usual
  /// Whether the command takes `--columns`, so that a table can name the flag.
  package var takesColumns = false
  /// CSV without the `'` in front of text that a spreadsheet would calculate.
  package var raw: Bool
  /// CSV and TSV begin with a byte order mark, without which Excel reads UTF-8 as another encoding.
  package var bom: Bool
  /// The time in JSON, ISO 8601 in UTC.
  package var generated: String

  package init(
    _ format: SheetFormat, generated: String, width: Int = 80, painter: Styler = Styler(enabled: false),
    columns: [String]? = nil, raw: Bool = false, bom: Bool = false
  ) {
    (self.format, self.width, self.painter) = (format, width, painter)
    (self.columns, self.raw, self.bom, self.generated) = (columns, raw, bom, generated)
  }
}

/// Why a list cannot be drawn as requested.
package enum SheetProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// `--columns` names a column that the list does not have.
  case unknownColumn(String, valid: [String])
  /// `--columns` names a column twice.
  case repeatedColumn(String)
  /// `--sort` names a column that the list does not have.
  case unknownSort(String, valid: [String])
  /// `--columns` names no column.
  case noColumns(valid: [String])
  /// A sheet of a workbook takes no more rows.
  case tooManyRows(most: Int)
  /// A workbook takes no more bytes.
  case tooLarge

  package var description: String {
    switch self {
    case .unknownColumn(let name, let valid), .unknownSort(let name, let valid):
      "unknown column \"\(TerminalText(escaping: name).text)\"; expected one of: \(valid.joined(separator: ", "))"
    case .repeatedColumn(let name):
      "repeated column \"\(TerminalText(escaping: name).text)\""
    case .noColumns(let valid):
      "no columns specified; expected one or more of: \(valid.joined(separator: ", "))"
    case .tooManyRows(let most): "a sheet of a workbook has at most \(most) rows"
    case .tooLarge: "a workbook has at most 4 GB"
    }
  }
}

/// A list as JSON: one document with one row on each line, or (ndjson) only the rows.
struct SheetJSON: SheetDrawing {
  private let plan: SheetPlan
  private let isDocument: Bool
  /// `"key":` of each column, escaped once, with a comma in front of all but the first; and with what most cells hold.
  private let keys: [(key: String, null: String, empty: String)]
  private var hasRow = false

  init(_ plan: SheetPlan, isDocument: Bool) {
    (self.plan, self.isDocument) = (plan, isDocument)
    keys = plan.columns.enumerated().map { place, column in
      let key = (place > 0 ? "," : "") + JSONText.string(column.key).render() + ":"
      return (key, key + "null", key + "\"\"")
    }
  }

  mutating func begin(to sink: (String) throws -> Void) throws {
    guard isDocument else { return }
    let schema = JSONText.string("a11y.\(plan.schema)/1").render()
    let generated = JSONText.string(plan.style.generated).render()
    let filter = plan.filter.json.render()
    try sink("{\"schema\":\(schema),\"generated\":\(generated),\"filter\":\(filter),\"rows\":[")
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    var output = ""
    output.reserveCapacity(1_000)
    if isDocument { output += hasRow ? ",\n" : "\n" }
    hasRow = true
    output += "{"
    for (column, value) in zip(keys, values) {
      switch value.json {
      case .null: output += column.null
      case .string(let text) where text.isEmpty: output += column.empty
      case let json:
        output += column.key
        json.write(into: &output, indent: nil, depth: 0)
      }
    }
    output += isDocument ? "}" : "}\n"
    try sink(output)
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    guard isDocument else { return }
    let summary = plan.summary()
    let member = summary.isEmpty ? "" : ",\"summary\":" + JSONText.strings(summary).render()
    try sink((hasRow ? "\n]" : "]") + member + "}\n")
  }
}

/// A list as a Markdown pipe table under its title, without columns that are blank in every row. A long list keeps them
/// all: its rows are written as they come.
struct SheetMarkdown: SheetDrawing {
  private static let mostHeld = 1_000

  private let plan: SheetPlan
  private var held: [[SheetValue]] = []
  private var isLong = false

  init(_ plan: SheetPlan) { self.plan = plan }

  mutating func begin(to sink: (String) throws -> Void) throws {
    if !plan.title.isEmpty { try sink("## \(MarkdownText(escaping: plan.title).text)\n\n") }
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    guard !isLong else { return try sink(line(zip(plan.columns, values).map(cell))) }
    held.append(values)
    guard held.count > Self.mostHeld else { return }
    try write(plan.columns, held, to: sink)
    (isLong, held) = (true, [])
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    if !held.isEmpty {
      var columns = plan.columns
      plan.removeBlankColumns(&columns, of: &held)
      try write(columns, held, to: sink)
    } else if !isLong {
      try sink(MarkdownText(escaping: plan.emptyMessage).text + "\n")
    }
    for sentence in plan.summary() {
      try sink("\n\(MarkdownText(escaping: sentence).text)\n")
    }
  }

  private func write(_ columns: [SheetColumn], _ rows: [[SheetValue]], to sink: (String) throws -> Void) throws {
    try sink(line(columns.map { MarkdownText(escaping: $0.title) }))
    try sink(line(columns.map { $0.role == .number ? "---:" : "---" }))
    for row in rows { try sink(line(zip(columns, row).map(cell))) }
  }

  private func line(_ cells: [MarkdownText]) -> String {
    "| " + cells.map(\.text).joined(separator: " | ") + " |\n"
  }

  /// The field from the value itself if it is text, so that a line break becomes `<br>`.
  private func cell(_ column: SheetColumn, _ value: SheetValue) -> MarkdownText {
    switch value {
    case .text(let text) where MarkdownText.namesOfProse.contains(column.key):
      MarkdownText(withCode: text, isInTable: true)
    case .text(let text): MarkdownText(escaping: text)
    case .list(let texts): texts.map { MarkdownText(escaping: $0) }.joined(separator: ", ")
    case .links(let links): links.map(\.markdown).joined(separator: ", ")
    default: MarkdownText(escaping: value.terminal.text)
    }
  }
}

/// A list for screen readers: how many rows there are, then one line for each, then what else there is to say.
///
/// `Item 1 of 12. Close button, Hit area is at least 44x44 pt: FAIL. Severity serious. Note: too small. Component:
/// sign-in/close-button. Check: touch-target.minimum-44pt.`
/// What the row is about comes first, by title where it has one, then every other known value in the order of the
/// columns, and the other identifiers come last.
struct SheetPlain: SheetDrawing {
  private let plan: SheetPlan
  private var count = 0

  init(_ plan: SheetPlan) { self.plan = plan }

  mutating func begin(to sink: (String) throws -> Void) throws {
    if !plan.title.isEmpty { try sink(Page.sentence(TerminalText(escaping: plan.title).text) + "\n") }
    for line in plan.summary().prefix(1) { try sink(TerminalText(escaping: line).text + "\n") }
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    count += 1
    let total = plan.expectedRows.map { " of \($0)" } ?? ""
    let cells = zip(plan.columns, values).filter { !$0.1.isBlank }
    var later: [(SheetColumn, SheetValue)] = []
    var names: [String] = []
    for (column, value) in cells where column.role == .identifier {
      let title = try plan.title(of: value, in: column)
      if column.importance == .head { names.append(title.map { TerminalText(escaping: $0).text } ?? value.words.text) }
      if column.importance < .head || title != nil { later.append((column, value)) }
    }
    let outcome = cells.firstIndex { $0.0.key == "outcome" && $0.1.isOutcome }
    var sentences = ["Item \(counted(count))\(total)."]
    let subject = [names.joined(separator: ", "), outcome.map { cells[$0].1.words.text } ?? ""].filter { !$0.isEmpty }
      .joined(separator: ": ")
    if !subject.isEmpty { sentences.append(Page.sentence(subject)) }
    for (index, cell) in cells.enumerated() where cell.0.role != .identifier && index != outcome {
      sentences.append(fact(cell.0, cell.1))
    }
    sentences += later.map { fact($0.0, $0.1) }
    try sink(sentences.joined(separator: " ") + "\n")
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    if count == 0 { try sink(TerminalText(escaping: plan.emptyMessage).text + "\n") }
    for line in plan.summary().dropFirst() { try sink(TerminalText(escaping: line).text + "\n") }
  }

  /// `Severity serious.` for what is one of a few words, `Note: too small.` for free text.
  private func fact(_ column: SheetColumn, _ value: SheetValue) -> String {
    let words = value.words.text
    switch value {
    case .text, .list, .links, .json: return Page.sentence("\(column.title): \(words)")
    default: return Page.sentence("\(column.title) \(words)")
    }
  }
}

/// Rows as blocks of `Label: value`, for narrow terminals and long identifiers.
///
/// Text is wrapped, not cut. An identifier is never broken: if it does not fit next to its label, it is on
/// a line of its own, even if that is wider than the terminal.
struct SheetRecords {
  let columns: [SheetColumn]
  let painter: Styler
  let width: Int

  func draw(_ rows: [[SheetValue]], to sink: (String) throws -> Void) throws {
    var isFirst = true
    for row in rows {
      if !isFirst { try sink("\n") }
      isFirst = false
      for (column, value) in zip(columns, row) where !value.isBlank {
        for line in field(column, value) { try sink(line + "\n") }
      }
    }
  }

  /// One value after its label; several lines if it is wider than one.
  func field(_ column: SheetColumn, _ value: SheetValue) -> [String] {
    let label = TerminalText(escaping: column.title).text + ":"
    let text = value.terminal.text
    guard label.displayWidth + 1 + text.displayWidth(upTo: width + 1) > width else {
      return [painter.paint(label, .heading) + " " + value.painted(text, painter)]
    }
    var lines: [String]
    if column.role == .identifier || column.role == .place {
      lines = wrap(label, width: width)
      lines += wrap(text, width: width, margin: "  ", breakWords: false)
    } else {
      lines = wrap(label + " " + text, width: width, indent: "  ")
    }
    if lines[0].hasPrefix(label) {
      lines[0] = painter.paint(label, .heading) + lines[0].dropFirst(label.count)
    }
    return lines
  }
}
