/// A list as CSV or TSV, with a header of keys.
struct SheetDelimited: SheetDrawing {
  enum Dialect {
    /// RFC 4180: commas, CR LF after each record.
    case csv
    /// Tabs, LF after each record.
    case tsv
  }

  private let plan: SheetPlan
  private let dialect: Dialect

  init(_ plan: SheetPlan, _ dialect: Dialect) {
    self.plan = plan
    self.dialect = dialect
  }

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
    var isFirst = true
    for value in values {
      let (content, isText) = value.field
      switch dialect {
      case .csv:
        if !isFirst { output += "," }
        output += CSVText.field(content, raw: plan.style.raw || !isText)
      case .tsv:
        if !isFirst { output += "\t" }
        output += TSVText.field(content, raw: plan.style.raw || !isText)
      }
      isFirst = false
    }
    switch dialect {
    case .csv: output += "\r\n"
    case .tsv: output += "\n"
    }
    return output
  }
}
