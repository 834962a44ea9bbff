/// A list as CSV or TSV, with a header of keys.
struct SheetDelimited: SheetDrawing {
  enum Dialect {
    /// RFC 4180: commas, CR LF after each record.
    case csv(raw: Bool)
    /// Tabs, LF after each record.
    case tsv(raw: Bool)
  }

  private let plan: SheetPlan
  private let dialect: Dialect

  init(_ plan: SheetPlan, _ dialect: Dialect) {
    self.plan = plan
    self.dialect = dialect
  }

  mutating func begin(to sink: (String) throws -> Void) throws {
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
      case .csv(let raw):
        if !isFirst { output += "," }
        output += CSVText.field(content, raw: raw || !isText)
      case .tsv(let raw):
        if !isFirst { output += "\t" }
        output += TSVText.field(content, raw: raw || !isText)
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
