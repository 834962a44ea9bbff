/// A list as JSON: one document with one row on each line, or (ndjson) only the rows.
struct SheetJSON: SheetDrawing {
  private let plan: SheetPlan
  private let isDocument: Bool
  /// `"key":` of each column, escaped once.
  private let keys: [String]
  private var hasRow = false

  init(_ plan: SheetPlan, isDocument: Bool) {
    self.plan = plan
    self.isDocument = isDocument
    keys = plan.columns.map { JSONText.string($0.key).render() + ":" }
  }

  mutating func begin(to sink: (String) throws -> Void) throws {
    guard isDocument else { return }
    let schema = JSONText.string("a11y.\(plan.schema)/1").render()
    let generated = JSONText.string(plan.style.generated).render()
    let filter = JSONText.string(orNull: plan.filter).render()
    try sink("{\"schema\":\(schema),\"generated\":\(generated),\"filter\":\(filter),\"rows\":[")
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    var output = isDocument ? (hasRow ? ",\n" : "\n") : ""
    hasRow = true
    output += "{"
    var separator = ""
    for (key, value) in zip(keys, values) {
      output += separator
      output += key
      value.json.write(into: &output, indent: nil, depth: 0)
      separator = ","
    }
    output += isDocument ? "}" : "}\n"
    try sink(output)
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    guard isDocument else { return }
    let summary = plan.summary.isEmpty ? "" : ",\"summary\":" + JSONText.strings(plan.summary).render()
    try sink((hasRow ? "\n]" : "]") + summary + "}\n")
  }
}
