/// A list as JSON: one document with one row on each line, or (ndjson) only the rows.
struct SheetJSON: SheetDrawing {
  private let plan: SheetPlan
  private let isDocument: Bool
  /// `"key":` of each column, escaped once, with a comma in front of all but the first.
  private let keys: [String]
  private var hasRow = false

  init(_ plan: SheetPlan, isDocument: Bool) {
    self.plan = plan
    self.isDocument = isDocument
    keys = plan.columns.enumerated().map { ($0 > 0 ? "," : "") + JSONText.string($1.key).render() + ":" }
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
    for (key, value) in zip(keys, values) {
      output += key
      value.json.write(into: &output, indent: nil, depth: 0)
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
